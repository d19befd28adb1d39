import { RENEWAL_PAUSE_MS, RENEWAL_REPEAT_MS, REUSE_LEEWAY_MS } from '@carry/contracts/limits';
import { type ApiClient, ApiError } from '@carry/contracts/shell';
import { describe, expect, test, vi } from 'vitest';
import { createSession } from './session';
import { useFakePage } from './test/fake-page';
import type { TokenStore } from './tokens';

const createToken = (claims: object) =>
  `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600, ...claims }))}.s`;
const kim = createToken({ sub: '1' });
const kimAgain = createToken({ sub: '1', jti: 'renewed' });
const lee = createToken({ sub: '2' });
const fresh = { access: kimAgain, refresh: 'second' };
const lost = new ApiError('network', 0);
const refused = new ApiError('http', 401);

/** A request to the server: when it was sent, and its reply. */
interface Sent {
  at: number;
  reply(tokens: object): void;
  fail(error: Error): void;
}

function open(getProfile: () => Promise<unknown> = async () => ({ id: 1 })) {
  const stored: { access: string | null; refresh: string | null } = {
    ...{ access: kim, refresh: 'first' },
  };
  const tokens: TokenStore = {
    access: () => stored.access,
    refresh: () => stored.refresh,
    save: (next) => void Object.assign(stored, next),
    clear: () => void Object.assign(stored, { access: null, refresh: null }),
    isExpired: () => false,
  };
  const sent: Sent[] = [];
  const start = Date.now();
  const client = {
    get: getProfile,
    post: () => new Promise((reply, fail) => sent.push({ at: Date.now() - start, reply, fail })),
  } as unknown as ApiClient;
  const session = createSession({
    calls: { profile: '/api/me/', renew: '/api/token/refresh/' },
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd: () => {},
  });
  session.start();
  return { session, stored, sent, request: (index: number) => sent[index] as Sent };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

useFakePage();

describe('a lost reply', () => {
  test.each([
    ['a network error', lost],
    ['a timeout', new ApiError('timeout', 0)],
    ['a 504 of a proxy', new ApiError('http', 504)],
  ])('is asked for again after %s', { tags: ['@fault-D1', '@fault-D4'] }, async (_, error) => {
    const { session, stored, sent, request } = open();
    const renewal = session.refresh();
    await wait(100);
    request(0).fail(error);
    await wait(RENEWAL_PAUSE_MS);
    request(1).reply(fresh);
    expect([await renewal, stored.access]).toEqual(['renewed', kimAgain]);
    expect(sent.map(({ at }) => at)).toEqual([0, 100 + RENEWAL_PAUSE_MS]);
  });

  test('is asked for again within half of the leeway', { tags: ['@fault-D1'] }, async () => {
    const { session, stored, sent, request } = open();
    const renewal = session.refresh();
    await wait(RENEWAL_REPEAT_MS - 1);
    request(0).fail(lost);
    await wait(1);
    request(1).reply(fresh);
    expect([await renewal, stored.refresh]).toEqual(['renewed', 'second']);
    expect(sent[1]?.at).toBeLessThan(REUSE_LEEWAY_MS / 2);
  });

  test('is asked for again while the server accepts it', { tags: ['@fault-D1'] }, async () => {
    const { session, stored, sent, request } = open();
    const renewal = session.refresh();
    for (const index of [0, 1, 2]) {
      await wait(100);
      request(index).fail(lost);
      await wait(RENEWAL_PAUSE_MS);
    }
    request(3).reply(fresh);
    expect([await renewal, stored.refresh]).toEqual(['renewed', 'second']);
    expect(sent.map(({ at }) => at)).toEqual([0, 2100, 4200, 6300]);
  });

  test('is not asked for near the end of the leeway', { tags: ['@fault-D4'] }, async () => {
    const { session, stored, sent, request } = open();
    const renewal = session.refresh();
    await wait(RENEWAL_REPEAT_MS);
    await wait(REUSE_LEEWAY_MS / 2);
    request(0).fail(lost);
    request(1).fail(lost);
    expect([await renewal, stored.refresh]).toEqual(['failed', 'first']);
    await wait(15_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 4000, 24_000]);
  });

  test('is not asked for again after a sign-out', async () => {
    const { session, sent, request } = open();
    const renewal = session.refresh();
    await wait(0);
    request(0).fail(lost);
    session.signOut();
    await wait(RENEWAL_REPEAT_MS);
    expect([await renewal, sent.length]).toEqual(['refused', 1]);
  });
});

test.each([500, 503, 429])('does not repeat a renewal that got %i', async (status) => {
  const { session, sent, request } = open();
  const renewal = session.refresh();
  await wait(0);
  request(0).fail(new ApiError('http', status));
  expect(await renewal).toBe('failed');
  await wait(15_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 15_000]);
});

describe('a slow reply', () => {
  test('counts if it arrives first', async () => {
    const { session, stored, request } = open();
    const renewal = session.refresh();
    await wait(RENEWAL_REPEAT_MS + 1000);
    request(1).fail(refused); // a server without a leeway
    await wait(1000);
    request(0).reply(fresh);
    expect([await renewal, stored.access]).toEqual(['renewed', kimAgain]);
  });

  test('ends the session if both are refused', async () => {
    const { session, request } = open();
    const renewal = session.refresh();
    await wait(RENEWAL_REPEAT_MS);
    request(0).fail(lost);
    request(1).fail(refused);
    expect(await renewal).toBe('refused');
    expect(session.store.getState().status).toBe('signed-out');
  });
});

test.each([
  ['failed', 0, 'signed-in'],
  ['failed', 503, 'signed-in'],
  ['failed', 408, 'signed-in'],
  ['failed', 429, 'signed-in'],
  ['refused', 400, 'signed-out'],
  ['refused', 401, 'signed-out'],
  ['refused', 403, 'signed-in'],
  ['refused', 404, 'signed-in'],
])(
  'reports %s after a status of %i (%s)',
  { tags: ['@fault-D4'] },
  async (result, code, status) => {
    const { session, sent } = open();
    const renewal = session.refresh();
    const error = new ApiError(code ? 'http' : 'network', code);
    await wait(0);
    sent[0]?.fail(error);
    for (const index of [1, 2, 3]) {
      await wait(RENEWAL_PAUSE_MS);
      sent[index]?.fail(error);
    }
    expect([await renewal, session.store.getState().status]).toEqual([result, status]);
  },
);

test('reports failed after a reply without tokens', async () => {
  const { session, stored, request } = open();
  const renewal = session.refresh();
  await wait(0);
  request(0).reply({});
  expect([await renewal, stored.access]).toEqual(['failed', kim]);
});

test('refuses without a refresh token', async () => {
  const { session, stored, sent } = open();
  stored.refresh = null;
  expect([await session.refresh(), sent]).toEqual(['refused', []]);
});

describe('a login during the renewal', () => {
  test.each([
    ['the same person', kimAgain, 'renewed'],
    ['another person', lee, 'refused'],
  ])('of %s survives a late 401', async (_, access, result) => {
    const { session, stored, request } = open();
    const renewal = session.refresh();
    await wait(0);
    await session.signIn({ access, refresh: 'login' });
    request(0).fail(refused);
    expect(await renewal).toBe(result);
    expect([session.store.getState().status, stored]).toEqual([
      ...['signed-in', { access, refresh: 'login' }],
    ]);
  });

  test('keeps the schedule of its own token', async () => {
    const { session, sent, request } = open();
    const renewal = session.refresh();
    await wait(0);
    await session.signIn({ access: lee, refresh: 'login' });
    request(0).fail(new ApiError('http', 429));
    await renewal;
    await wait(600_000 - 60_000);
    expect(sent).toHaveLength(2);
  });
});

test('lets no other person’s token repeat a refused call', async () => {
  const { session, stored, sent } = open();
  Object.assign(stored, { access: lee, refresh: 'login' });
  expect([await session.refresh(kim), sent]).toEqual(['refused', []]);
  Object.assign(stored, { access: 'opaque' });
  expect(await session.refresh(kim)).toBe('renewed');
});

test('loads a missing profile after the renewal', async () => {
  const answers = [() => Promise.reject(lost), async () => ({ id: 1 })];
  const { session, request } = open(() => (answers.shift() ?? (async () => null))());
  await wait(0);
  expect(session.store.getState().user).toBeNull();
  const renewal = session.refresh();
  await wait(0);
  request(0).reply(fresh);
  await renewal;
  await wait(0);
  expect(session.store.getState().user).toEqual({ id: 1 });
  expect(answers).toEqual([]);
});
