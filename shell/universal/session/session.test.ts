import { type ApiClient, ApiError } from '@carry/contracts/shell';
import type { SessionCalls } from '@carry/contracts/site';
import { describe, expect, test, vi } from 'vitest';
import { createSession } from './session';
import { useFakePage } from './test/fake-page';
import { ACCESS_KEY, createTokenStore, REFRESH_KEY, readExpiry } from './tokens';

const sessionCalls = {
  profile: '/api/me/',
  renew: '/api/token/refresh/',
  revoke: '/api/token/revoke/',
};

class MemoryStorage {
  private readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

const tokenFor = (seconds: number, mark = '') =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, mark }))}.s`;

function setUp(
  answers: { me?: () => Promise<unknown>; refresh?: (body: unknown) => Promise<unknown> } = {},
  paths: SessionCalls | null = sessionCalls,
) {
  const storage = new MemoryStorage();
  const tokens = createTokenStore(storage as unknown as Storage);
  const calls: string[] = [];
  const client = {
    get: async (path: string) => {
      calls.push(path);
      return (await (answers.me ?? (async () => ({ email: 'kim@example.com' })))()) as never;
    },
    post: async (path: string, body: unknown) => {
      calls.push(path);
      if (path === '/api/token/revoke/') return null as never;
      return (await (
        answers.refresh ?? (async () => ({ access: tokenFor(600, 'new'), refresh: 'second' }))
      )(body)) as never;
    },
  } as unknown as ApiClient;
  const onEnd = vi.fn();
  const session = createSession({
    calls: paths,
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd: onEnd,
  });
  return { storage, tokens, calls, session, onEnd };
}

const listeners = new EventTarget();
useFakePage(listeners);

describe('session', () => {
  test('restores a stored session on start and fetches the profile', {
    tags: ['@spec-3.1', '@spec-4.1', '@spec-4.2', '@spec-7.2'],
  }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    expect(session.store.getState().status).toBe('unknown');
    session.start();
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState().user).toEqual({ email: 'kim@example.com' });
    expect(calls).toEqual(['/api/me/']);
  });

  test('keeps the token after a failed profile call', {
    tags: ['@spec-4.3', '@spec-8.5'],
  }, async () => {
    const { storage, session } = setUp({ me: () => Promise.reject(new ApiError('http', 500)) });
    storage.setItem(ACCESS_KEY, tokenFor(600));
    session.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: null });
    expect(storage.getItem(ACCESS_KEY)).not.toBeNull();
  });

  test.each(['kim', 7, true, [[]]])('leaves the user empty for the profile %j', async (profile) => {
    const { storage, session } = setUp({ me: async () => profile });
    storage.setItem(ACCESS_KEY, tokenFor(600));
    session.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: null });
    expect(console.warn).toHaveBeenCalledOnce();
  });

  test('signs in without waiting for the profile', async () => {
    const { session } = setUp({ me: () => new Promise(() => {}) });
    await session.signIn({ access: tokenFor(600), refresh: 'first' });
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: null });
  });

  test('refreshes 60 seconds before expiry and stores the new tokens', {
    tags: ['@spec-4.24', '@spec-4.26', '@spec-7.7', '@spec-9.9'],
  }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(600_000 - 60_000 - 2000);
    expect(calls).not.toContain('/api/token/refresh/');
    await vi.advanceTimersByTimeAsync(2500);
    expect(calls.filter((path) => path.includes('refresh'))).toHaveLength(1);
    expect(storage.getItem(REFRESH_KEY)).toBe('second');
    expect(readExpiry(storage.getItem(ACCESS_KEY) ?? '')).toBeGreaterThan(Date.now());
  });

  test('refreshes an expired token at once', { tags: ['@spec-4.24'] }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(-10));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.filter((path) => path.includes('refresh'))).toHaveLength(1);
  });

  test.each([
    ['focus', () => listeners.dispatchEvent(new Event('focus')), 1],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange')), 1],
    [
      'it is hidden',
      () =>
        Object.assign(document, { visibilityState: 'hidden' }).dispatchEvent(
          new Event('visibilitychange'),
        ),
      0,
    ],
  ])('checks the token after sleep: %s', { tags: ['@spec-4.25'] }, async (_, wake, refreshes) => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(1);
    vi.setSystemTime(Date.now() + 550_000);
    wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.filter((path) => path.includes('refresh'))).toHaveLength(refreshes);
  });

  test('does not refresh a two-month token at once', async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(60 * 24 * 3600));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter((path) => path.includes('refresh'))).toEqual([]);
  });

  test('follows sign-out and sign-in of another tab', async () => {
    const { storage, session, onEnd } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    session.start();
    const changeStorage = (key: string | null) =>
      listeners.dispatchEvent(Object.assign(new Event('storage'), { key }));
    storage.removeItem(ACCESS_KEY);
    changeStorage('theme');
    expect(session.store.getState().status).toBe('signed-in');
    changeStorage(ACCESS_KEY);
    expect(session.store.getState().status).toBe('signed-out');
    expect(onEnd).not.toHaveBeenCalled(); // the other tab has removed the drafts
    storage.setItem(ACCESS_KEY, tokenFor(600));
    changeStorage(ACCESS_KEY);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toMatchObject({
      status: 'signed-in',
      user: { email: 'kim@example.com' },
    });
    storage.removeItem(ACCESS_KEY);
    changeStorage(null);
    expect(session.store.getState().status).toBe('signed-out');
  });

  test('stays signed out if a refresh completes after sign-out', async () => {
    let answer = (_: unknown) => {};
    const { storage, session } = setUp({
      refresh: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    storage.setItem(ACCESS_KEY, tokenFor(600));
    storage.setItem(REFRESH_KEY, 'first');
    const renewed = session.refresh();
    await vi.advanceTimersByTimeAsync(0);
    session.signOut();
    answer({ access: tokenFor(600, 'late'), refresh: 'second' });
    expect(await renewed).toBe('refused');
    expect([storage.getItem(ACCESS_KEY), storage.getItem(REFRESH_KEY)]).toEqual([null, null]);
  });

  test.each([
    ['a network error', new ApiError('network', 0), 'signed-in'],
    ['a 503', new ApiError('http', 503), 'signed-in'],
    ['a 400', new ApiError('http', 400), 'signed-out'],
    ['a 401', new ApiError('http', 401), 'signed-out'],
  ])('handles %s from the refresh call: %s', { tags: ['@fault-D4'] }, async (_, error, status) => {
    const { storage, session, onEnd } = setUp({ refresh: () => Promise.reject(error) });
    storage.setItem(ACCESS_KEY, tokenFor(-1));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(session.store.getState().status).toBe(status);
    expect(onEnd).toHaveBeenCalledTimes(status === 'signed-out' ? 1 : 0);
    expect(storage.getItem(REFRESH_KEY)).toBe(status === 'signed-out' ? null : 'first');
  });

  test('retries the refresh after a network error', {
    tags: ['@fault-D4'],
  }, async () => {
    let down = true;
    const { storage, session, calls } = setUp({
      refresh: async () => {
        if (down) throw new ApiError('network', 0);
        return { access: tokenFor(600, 'new') };
      },
    });
    storage.setItem(ACCESS_KEY, tokenFor(-1));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(1);
    down = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(calls.filter((path) => path.includes('refresh'))).toHaveLength(2);
    expect(readExpiry(storage.getItem(ACCESS_KEY) ?? '')).toBeGreaterThan(Date.now());
  });

  test('skips a due refresh if another tab stored a new token', async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(-1));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    storage.setItem(ACCESS_KEY, tokenFor(600, 'by another tab'));
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.filter((path) => path.includes('refresh'))).toEqual([]);
  });

  test('makes one refresh for concurrent callers', { tags: ['@fault-D3'] }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    storage.setItem(REFRESH_KEY, 'first');
    expect(await Promise.all(Array.from({ length: 10 }, () => session.refresh()))).toEqual(
      Array(10).fill('renewed'),
    );
    expect(calls).toEqual(['/api/token/refresh/']);
  });

  test('does not renew a token that another tab has renewed', {
    tags: ['@fault-D2'],
  }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600, 'by another tab'));
    storage.setItem(REFRESH_KEY, 'first');
    expect(await session.refresh(tokenFor(600, 'refused'))).toBe('renewed');
    expect(calls).toEqual([]);
  });
});

describe('configured session calls', () => {
  test('uses the paths of the configuration', async () => {
    const paths = { profile: '/who', renew: '/session/renew', revoke: '/session/end' };
    const { session, tokens, calls } = setUp({}, paths);
    tokens.save({ access: tokenFor(600), refresh: 'first' });
    session.start();
    await session.refresh();
    session.signOut();
    expect(new Set(calls)).toEqual(new Set(['/who', '/session/renew', '/session/end']));
  });

  test('omits calls that are not configured', async () => {
    const some = setUp({}, { profile: '/who', renew: '/session/renew' });
    some.tokens.save({ access: tokenFor(600), refresh: 'first' });
    some.session.start();
    some.session.signOut();
    expect(some.calls).toEqual(['/who']);
    const withoutCalls = setUp({}, null);
    withoutCalls.tokens.save({ access: tokenFor(600), refresh: 'first' });
    withoutCalls.session.start();
    expect(await withoutCalls.session.refresh()).toBe('refused');
    withoutCalls.session.signOut();
    expect(withoutCalls.calls).toEqual([]);
    expect(withoutCalls.session.store.getState().status).toBe('signed-out');
  });
});
