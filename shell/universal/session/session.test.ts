import { type ApiClient, ApiError } from '@carry/contracts/shell';
import type { SessionCalls } from '@carry/contracts/site';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession } from './session';
import { ACCESS_KEY, createTokenStore, expiryOf, REFRESH_KEY } from './tokens';

const ours = {
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
  paths: SessionCalls | null = ours,
) {
  const storage = new MemoryStorage();
  const tokens = createTokenStore(storage as unknown as Storage);
  const calls: string[] = [];
  const client: ApiClient = {
    get: async (path) => {
      calls.push(path);
      return (await (answers.me ?? (async () => ({ email: 'kim@example.com' })))()) as never;
    },
    post: async (path, body) => {
      calls.push(path);
      if (path === '/api/token/revoke/') return null as never;
      return (await (
        answers.refresh ?? (async () => ({ access: tokenFor(600, 'new'), refresh: 'second' }))
      )(body)) as never;
    },
    patch: async () => null as never,
  };
  const left = vi.fn();
  const session = createSession({
    calls: paths,
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd: left,
  });
  return { storage, tokens, calls, session, left };
}

const listeners = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('window', listeners);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('session', () => {
  test('unknown until started; a stored token restores the session and fetches the profile', {
    tags: ['@spec-3.1', '@spec-4.1', '@spec-4.2', '@spec-7.2'],
  }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    expect(session.store.getState().status).toBe('unknown');
    session.start();
    expect(session.store.getState()).toEqual({ status: 'signed-in', user: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState().user).toEqual({ email: 'kim@example.com' });
    expect(calls).toEqual(['/api/me/']);
  });

  test('a failed profile call leaves the user empty and the token in place', {
    tags: ['@spec-4.3', '@spec-8.5'],
  }, async () => {
    const { storage, session } = setUp({ me: () => Promise.reject(new ApiError('http', 500)) });
    storage.setItem(ACCESS_KEY, tokenFor(600));
    session.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toEqual({ status: 'signed-in', user: null });
    expect(storage.getItem(ACCESS_KEY)).not.toBeNull();
  });

  test('refreshes 60 seconds before expiry, not earlier, and stores what comes back', {
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
    expect(expiryOf(storage.getItem(ACCESS_KEY) ?? '')).toBeGreaterThan(Date.now());
  });

  test('an expired token is refreshed at once', { tags: ['@spec-4.24'] }, async () => {
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
  ])(
    'a device that slept, and whose timers did too: %s',
    { tags: ['@spec-4.25'] },
    async (_, wake, refreshes) => {
      const { storage, session, calls } = setUp();
      storage.setItem(ACCESS_KEY, tokenFor(600));
      storage.setItem(REFRESH_KEY, 'first');
      session.start();
      await vi.advanceTimersByTimeAsync(1);
      vi.setSystemTime(Date.now() + 550_000); // the clock went on, the timers did not
      wake();
      await vi.advanceTimersByTimeAsync(1);
      expect(calls.filter((path) => path.includes('refresh'))).toHaveLength(refreshes);
    },
  );

  test('a token that lives for two months is not refreshed at once', async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(60 * 24 * 3600));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter((path) => path.includes('refresh'))).toEqual([]);
  });

  test('what another tab does: it signs out, it signs in', async () => {
    const { storage, session, left } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    session.start();
    const tell = (key: string | null) =>
      listeners.dispatchEvent(Object.assign(new Event('storage'), { key }));
    storage.removeItem(ACCESS_KEY);
    tell('theme');
    expect(session.store.getState().status).toBe('signed-in'); // another key says nothing
    tell(ACCESS_KEY);
    expect(session.store.getState().status).toBe('signed-out');
    expect(left).not.toHaveBeenCalled(); // the other tab has seen to the drafts
    storage.setItem(ACCESS_KEY, tokenFor(600));
    tell(ACCESS_KEY);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toEqual({
      status: 'signed-in',
      user: { email: 'kim@example.com' },
    });
    storage.removeItem(ACCESS_KEY);
    tell(null); // everything was cleared
    expect(session.store.getState().status).toBe('signed-out');
  });

  test('who signs out while a refresh is under way stays signed out', async () => {
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
    expect(await renewed).toBe(false);
    expect([storage.getItem(ACCESS_KEY), storage.getItem(REFRESH_KEY)]).toEqual([null, null]);
  });

  test.each([
    ['a network error', new ApiError('network', 0), 'signed-in'],
    ['a 503', new ApiError('http', 503), 'signed-in'],
    ['a 400', new ApiError('http', 400), 'signed-out'],
    ['a 401', new ApiError('http', 401), 'signed-out'],
  ])('%s from the refresh call: %s', { tags: ['@fault-D4'] }, async (_, error, status) => {
    const { storage, session, left } = setUp({ refresh: () => Promise.reject(error) });
    storage.setItem(ACCESS_KEY, tokenFor(-1));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(session.store.getState().status).toBe(status);
    expect(left).toHaveBeenCalledTimes(status === 'signed-out' ? 1 : 0);
    expect(storage.getItem(REFRESH_KEY)).toBe(status === 'signed-out' ? null : 'first');
  });

  test('after a network error the refresh is tried again by itself', {
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
    expect(expiryOf(storage.getItem(ACCESS_KEY) ?? '')).toBeGreaterThan(Date.now());
  });

  test('a refresh that was due for one token leaves another one that came meanwhile alone', async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(-1));
    storage.setItem(REFRESH_KEY, 'first');
    session.start();
    storage.setItem(ACCESS_KEY, tokenFor(600, 'by another tab'));
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.filter((path) => path.includes('refresh'))).toEqual([]);
  });

  test('many callers at once make one refresh', { tags: ['@fault-D3'] }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600));
    storage.setItem(REFRESH_KEY, 'first');
    expect(await Promise.all(Array.from({ length: 10 }, () => session.refresh()))).toEqual(
      Array(10).fill(true),
    );
    expect(calls).toEqual(['/api/token/refresh/']);
  });

  test('a token that another tab has renewed meanwhile is not renewed again', {
    tags: ['@fault-D2'],
  }, async () => {
    const { storage, session, calls } = setUp();
    storage.setItem(ACCESS_KEY, tokenFor(600, 'by another tab'));
    storage.setItem(REFRESH_KEY, 'first');
    expect(await session.refresh(tokenFor(600, 'refused'))).toBe(true);
    expect(calls).toEqual([]);
  });
});

describe('the calls are those of the installation', () => {
  test('another API is asked under its own names', async () => {
    const paths = { profile: '/who', renew: '/session/renew', revoke: '/session/end' };
    const { session, tokens, calls } = setUp({}, paths);
    tokens.save({ access: tokenFor(600), refresh: 'first' });
    session.start();
    await session.refresh();
    session.signOut();
    expect(new Set(calls)).toEqual(new Set(['/who', '/session/renew', '/session/end']));
  });

  test('one that cannot revoke is not asked to, and one without any call is asked nothing', async () => {
    const some = setUp({}, { profile: '/who', renew: '/session/renew' });
    some.tokens.save({ access: tokenFor(600), refresh: 'first' });
    some.session.start();
    some.session.signOut();
    expect(some.calls).toEqual(['/who']);
    const none = setUp({}, null);
    none.tokens.save({ access: tokenFor(600), refresh: 'first' });
    none.session.start();
    expect(await none.session.refresh()).toBe(false);
    none.session.signOut();
    expect(none.calls).toEqual([]);
    expect(none.session.store.getState().status).toBe('signed-out');
  });
});
