import { type ApiClient, ApiError } from '@carry/contracts/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSession } from './session';
import { ACCESS_KEY, type TokenStore } from './tokens';

const tokenOf = (claims: object) =>
  `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600, ...claims }))}.s`;
const kim = tokenOf({ sub: '1' });
const kimAgain = tokenOf({ sub: '1', jti: 'renewed' });
const lee = tokenOf({ sub: '2' });

/** A started session whose server says who has a token; `stored` is what all tabs share. */
function open(access: string | null, profileOf: (token: string | null) => Promise<unknown>) {
  const stored = { access, refresh: 'r' as string | null };
  const tokens: TokenStore = {
    access: () => stored.access,
    refresh: () => stored.refresh,
    save: (fresh) => void Object.assign(stored, fresh),
    clear: () => void Object.assign(stored, { access: null, refresh: null }),
  };
  const client = {
    get: () => profileOf(stored.access),
    post: async () => null,
  } as unknown as ApiClient;
  const session = createSession({
    calls: { profile: '/api/me/', renew: '/api/token/refresh/', revoke: '/api/token/revoke/' },
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd: () => {},
  });
  session.start();
  const seen = () => [session.departures.getState(), session.store.getState().user?.email ?? null];
  const elsewhere = async (next: string | null) => {
    stored.access = next;
    window.dispatchEvent(Object.assign(new Event('storage'), { key: ACCESS_KEY }));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, stored, seen, elsewhere };
}

const emails = new Map([
  [kim, 'kim@example.com'],
  [kimAgain, 'kim@example.com'],
  [lee, 'lee@example.com'],
]);
const known = async (token: string | null) => ({ email: emails.get(token ?? '') });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('another account that signs in in another tab: the first one has gone, and its profile with it, before anything is asked', {
  tags: ['@fault-11.5'],
}, async () => {
  const { session, seen, elsewhere } = open(kim, known);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen()).toEqual([0, 'kim@example.com']);
  const emails: unknown[] = [];
  session.store.subscribe(({ user }) => emails.push(user?.email ?? null));
  await elsewhere(lee);
  expect(emails).toEqual([null, 'lee@example.com']);
  expect(seen()).toEqual([1, 'lee@example.com']);
});

test('another account, and the profile cannot be read: nobody’s is shown', async () => {
  const { seen, elsewhere } = open(kim, (token) =>
    token === kim ? known(token) : Promise.reject(new ApiError('network', 0)),
  );
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere(lee);
  expect(seen()).toEqual([1, null]);
});

test('a token that another tab has renewed is the same person', async () => {
  const { seen, elsewhere } = open(kim, known);
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere(kimAgain);
  expect(seen()).toEqual([0, 'kim@example.com']);
});

test('tokens that do not say whose they are: the profile does', async () => {
  emails
    .set('opaque-kim', 'kim@example.com')
    .set('opaque-kim-renewed', 'kim@example.com')
    .set('opaque-lee', 'lee@example.com');
  const { seen, elsewhere } = open('opaque-kim', known);
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere('opaque-kim-renewed');
  expect(seen()).toEqual([0, 'kim@example.com']);
  await elsewhere('opaque-lee');
  expect(seen()).toEqual([1, 'lee@example.com']);
});

test('a profile that comes late, when somebody else is there already, is not shown', async () => {
  let answer = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const { seen, elsewhere } = open(kim, (token) => (token === kim ? slow : known(token)));
  await elsewhere(lee);
  answer({ email: 'kim@example.com' });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen()).toEqual([1, 'lee@example.com']);
});

test('signing out, here or in another tab, or while the page was frozen, is a departure', async () => {
  const here = open(kim, known);
  here.session.signOut();
  expect(here.seen()).toEqual([1, null]);
  const there = open(kim, known);
  await there.elsewhere(null);
  expect(there.seen()).toEqual([1, null]);
  const frozen = open(kim, known);
  frozen.stored.access = null;
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(frozen.seen()[0]).toBe(1);
});

test('signing in as somebody else over a session ends what was shown; signing in where nobody was does not', async () => {
  const { session, seen } = open(kim, known);
  await session.signIn({ access: lee, refresh: 'r2' });
  expect(seen()).toEqual([1, 'lee@example.com']);
  const fresh = open(null, known);
  await fresh.session.signIn({ access: kim, refresh: 'r' });
  expect(fresh.seen()).toEqual([0, 'kim@example.com']);
});
