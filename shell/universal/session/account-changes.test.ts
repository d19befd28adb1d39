import { type ApiClient, ApiError } from '@carry/contracts/shell';
import { describe, expect, test, vi } from 'vitest';
import { createSession } from './session';
import { useFakePage } from './test/fake-page';
import { ACCESS_KEY, type TokenStore } from './tokens';

const createToken = (claims: object) =>
  `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600, ...claims }))}.s`;
const kim = createToken({ sub: '1' });
const kimAgain = createToken({ sub: '1', jti: 'renewed' });
const lee = createToken({ sub: '2' });

function open(access: string | null, getProfile: (token: string | null) => Promise<unknown>) {
  const stored = { access, refresh: 'r' as string | null, isExpired: false };
  const tokens: TokenStore = {
    access: () => stored.access,
    refresh: () => stored.refresh,
    save: (fresh) => void Object.assign(stored, fresh),
    clear: (isExpired) => void Object.assign(stored, { access: null, refresh: null, isExpired }),
    isExpired: () => stored.isExpired,
  };
  const client = {
    get: () => getProfile(stored.access),
    post: () => Promise.reject(new ApiError('http', 401)),
  } as unknown as ApiClient;
  const onEnd = vi.fn();
  const session = createSession({
    calls: { profile: '/api/me/', renew: '/api/token/refresh/', revoke: '/api/token/revoke/' },
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd,
  });
  session.start();
  const snapshot = () => [
    session.accountChanges.getState(),
    session.store.getState().user?.email ?? null,
  ];
  const elsewhere = async (next: string | null) => {
    stored.access = next;
    window.dispatchEvent(Object.assign(new Event('storage'), { key: ACCESS_KEY }));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, stored, onEnd, snapshot, elsewhere };
}

const emails = new Map([
  [kim, 'kim@example.com'],
  [kimAgain, 'kim@example.com'],
  [lee, 'lee@example.com'],
]);
const fetchProfile = async (token: string | null) => ({ email: emails.get(token ?? '') });

useFakePage();

test('clears the profile before a request when another account signs in elsewhere', {
  tags: ['@fault-11.5'],
}, async () => {
  const { session, snapshot, elsewhere } = open(kim, fetchProfile);
  await vi.advanceTimersByTimeAsync(0);
  expect(snapshot()).toEqual([0, 'kim@example.com']);
  const emails: unknown[] = [];
  session.store.subscribe(({ user }) => emails.push(user?.email ?? null));
  await elsewhere(lee);
  expect(emails).toEqual([null, null, 'lee@example.com']);
  expect(snapshot()).toEqual([1, 'lee@example.com']);
});

describe('another person’s sign-in while the profile is missing', () => {
  const follow = async () => {
    const opened = open(kim, () => Promise.reject(new ApiError('network', 0)));
    await vi.advanceTimersByTimeAsync(0);
    const statuses: string[] = [];
    opened.session.store.subscribe(({ status }) => statuses.push(status));
    return { ...opened, statuses };
  };

  test('ends the session for every subscriber', { tags: ['@fault-11.5'] }, async () => {
    const elsewhere = await follow();
    await elsewhere.elsewhere(lee);
    expect(elsewhere.statuses.slice(0, 2)).toEqual(['signed-out', 'signed-in']);
    const here = await follow();
    await here.session.signIn({ access: lee, refresh: 'r2' });
    expect(here.statuses.slice(0, 2)).toEqual(['signed-out', 'signed-in']);
    expect(here.stored.access).toBe(lee);
  });

  test('ends no session if it is the same person', async () => {
    const { session, statuses, elsewhere } = await follow();
    await elsewhere(kimAgain);
    await session.signIn({ access: kim, refresh: 'r2' });
    expect(statuses).not.toContain('signed-out');
  });
});

test('loads a missing profile when another tab renews the token', async () => {
  const { snapshot, elsewhere } = open(kim, (token) =>
    token === kim ? Promise.reject(new ApiError('network', 0)) : fetchProfile(token),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(snapshot()).toEqual([0, null]);
  await elsewhere(kimAgain);
  expect(snapshot()).toEqual([0, 'kim@example.com']);
});

test('shows no profile if the new account’s cannot be loaded', async () => {
  const { snapshot, elsewhere } = open(kim, (token) =>
    token === kim ? fetchProfile(token) : Promise.reject(new ApiError('network', 0)),
  );
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere(lee);
  expect(snapshot()).toEqual([1, null]);
});

test('keeps the profile when another tab renews the token', async () => {
  const { snapshot, elsewhere } = open(kim, fetchProfile);
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere(kimAgain);
  expect(snapshot()).toEqual([0, 'kim@example.com']);
});

test('identifies the user of opaque tokens by the profile', async () => {
  emails
    .set('opaque-kim', 'kim@example.com')
    .set('opaque-kim-renewed', 'kim@example.com')
    .set('opaque-lee', 'lee@example.com');
  const { snapshot, elsewhere } = open('opaque-kim', fetchProfile);
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere('opaque-kim-renewed');
  expect(snapshot()).toEqual([0, 'kim@example.com']);
  await elsewhere('opaque-lee');
  expect(snapshot()).toEqual([1, 'lee@example.com']);
});

test.each([
  ['a username', { id: 1, username: 'kim' }, { id: 2, username: 'lee' }, 1],
  ['no address', { id: 1 }, { id: 2 }, 1],
  ['no id', { username: 'kim' }, { username: 'lee' }, 1],
  ['more than before', { username: 'kim' }, { id: 1, username: 'kim' }, 0],
  ['no name at all', { is_coach: true }, { is_coach: false }, 0],
])('compares profiles with %s', async (_, before, after, changes) => {
  const { session, elsewhere } = open('opaque-kim', async (token) =>
    token === 'opaque-kim' ? before : after,
  );
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere('opaque-lee');
  expect([session.accountChanges.getState(), session.store.getState().user]).toEqual([
    ...[changes, after],
  ]);
});

test('hides the page of an opaque token’s user if the next profile is missing', async () => {
  const { snapshot, elsewhere } = open('opaque-kim', (token) =>
    token === 'opaque-kim' ? fetchProfile(kim) : Promise.reject(new ApiError('http', 500)),
  );
  await vi.advanceTimersByTimeAsync(0);
  await elsewhere('opaque-lee');
  expect(snapshot()).toEqual([1, null]);
});

test('removes drafts without an owner at the next sign-in', async () => {
  const opaque = open('opaque-kim', fetchProfile);
  await opaque.session.signIn({ access: 'opaque-lee', refresh: 'r2' });
  expect(opaque.onEnd.mock.calls).toEqual([[false]]);
  const visitor = open(null, fetchProfile);
  await visitor.session.signIn({ access: 'opaque-lee', refresh: 'r2' });
  const named = open(kim, fetchProfile);
  await named.session.signIn({ access: lee, refresh: 'r2' });
  expect([visitor.onEnd.mock.calls, named.onEnd.mock.calls]).toEqual([[], []]);
});

test('discards a late profile after an account change', async () => {
  let answer = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const { snapshot, elsewhere } = open(kim, (token) =>
    token === kim ? slow : fetchProfile(token),
  );
  await elsewhere(lee);
  answer({ email: 'kim@example.com' });
  await vi.advanceTimersByTimeAsync(0);
  expect(snapshot()).toEqual([1, 'lee@example.com']);
});

test('counts a sign-out as an account change: here, elsewhere, or while frozen', async () => {
  const here = open(kim, fetchProfile);
  here.session.signOut();
  expect(here.snapshot()).toEqual([1, null]);
  const there = open(kim, fetchProfile);
  await there.elsewhere(null);
  expect(there.snapshot()).toEqual([1, null]);
  const frozen = open(kim, fetchProfile);
  frozen.stored.access = null;
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(frozen.snapshot()[0]).toBe(1);
});

test('counts a sign-in only if it replaces an account', async () => {
  const { session, snapshot } = open(kim, fetchProfile);
  await session.signIn({ access: lee, refresh: 'r2' });
  await expect.poll(snapshot).toEqual([1, 'lee@example.com']);
  const fresh = open(null, fetchProfile);
  await fresh.session.signIn({ access: kim, refresh: 'r' });
  await expect.poll(fresh.snapshot).toEqual([0, 'kim@example.com']);
});

describe('the count of person changes', () => {
  const count = ({ session }: ReturnType<typeof open>) =>
    session.store.getState().personChanges ?? 0;

  test('grows at a sign-out', async () => {
    const here = open(kim, fetchProfile);
    here.session.signOut();
    const there = open(kim, fetchProfile);
    await there.elsewhere(null);
    expect([count(here), count(there)]).toEqual([1, 1]);
  });

  test('stays when the same person signs in after an expiry', async () => {
    const page = open(kim, fetchProfile);
    await page.session.refresh();
    await page.elsewhere(kimAgain);
    expect([page.session.store.getState().status, count(page)]).toEqual(['signed-in', 0]);
    await page.session.refresh();
    await page.session.signIn({ access: kim, refresh: 'r2' });
    expect(count(page)).toBe(0);
  });

  test('grows when another person signs in', async () => {
    const expired = open(kim, fetchProfile);
    await expired.session.refresh();
    await expired.elsewhere(lee);
    expect(count(expired)).toBe(1);
    const expiredHere = open(kim, fetchProfile);
    await expiredHere.session.refresh();
    await expiredHere.session.signIn({ access: lee, refresh: 'r2' });
    expect(count(expiredHere)).toBe(1);
    const replaced = open(kim, fetchProfile);
    await replaced.elsewhere(lee);
    expect(count(replaced)).toBe(1);
  });

  test('grows with an opaque token at an expiry and at another profile', async () => {
    emails.set('opaque-kim', 'kim@example.com').set('opaque-lee', 'lee@example.com');
    const expired = open('opaque-kim', fetchProfile);
    await expired.session.refresh();
    expect(count(expired)).toBe(1);
    const replaced = open('opaque-kim', fetchProfile);
    await vi.advanceTimersByTimeAsync(0);
    await replaced.elsewhere('opaque-lee');
    expect(count(replaced)).toBe(1);
  });

  test('stays at the first sign-in', async () => {
    const page = open(null, fetchProfile);
    await page.session.signIn({ access: kim, refresh: 'r' });
    expect(count(page)).toBe(0);
  });
});

describe('an expired session', () => {
  const typeText = () => window.addEventListener('beforeunload', (event) => event.preventDefault());

  test('keeps a page with unsaved changes for its user', async () => {
    const { session, snapshot, elsewhere } = open(kim, fetchProfile);
    typeText();
    await session.refresh();
    expect([session.store.getState().status, ...snapshot()]).toEqual(['signed-out', 0, null]);
    await elsewhere(kimAgain);
    expect([session.store.getState().status, ...snapshot()]).toEqual([
      ...['signed-in', 0, 'kim@example.com'],
    ]);
  });

  test('removes the page when another person signs in', async () => {
    const { session, snapshot, elsewhere } = open(kim, fetchProfile);
    typeText();
    await session.refresh();
    await elsewhere(lee);
    expect(snapshot()).toEqual([1, 'lee@example.com']);
  });

  test('keeps the pages of other tabs, unlike a sign-out', async () => {
    const expired = open(kim, fetchProfile);
    typeText();
    expired.stored.isExpired = true;
    await expired.elsewhere(null);
    expect(expired.snapshot()).toEqual([0, null]);
    const signedOut = open(kim, fetchProfile);
    await signedOut.elsewhere(null);
    expect(signedOut.snapshot()).toEqual([1, null]);
  });

  test('removes a page without changes, or of an unknown person', async () => {
    const { session, snapshot } = open(kim, fetchProfile);
    await session.refresh();
    expect(snapshot()).toEqual([1, null]);
    const opaque = open('opaque-kim', fetchProfile);
    typeText();
    await opaque.session.refresh();
    expect(opaque.snapshot()[0]).toBe(1);
  });
});
