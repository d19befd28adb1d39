import { type ApiClient, ApiError } from '@carry/contracts/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSession } from './session';
import type { TokenStore } from './tokens';

function setUp(post: (path: string, body: unknown) => Promise<unknown>) {
  const stored: Record<string, string | null> = { access: 'x', refresh: 'y' };
  const tokens: TokenStore = {
    access: () => stored['access'] ?? null,
    refresh: () => stored['refresh'] ?? null,
    save: (fresh) => void Object.assign(stored, fresh),
    clear: () => void Object.assign(stored, { access: null, refresh: null }),
    isExpired: () => false,
  };
  const revoke = vi.fn(post);
  const client = { get: async () => null, post: revoke } as unknown as ApiClient;
  return {
    stored,
    revoke,
    session: createSession({
      calls: { profile: '/api/me/', renew: '/api/token/refresh/', revoke: '/api/token/revoke/' },
      tokens,
      now: Date.now,
      open: client,
      asUser: () => client,
      onEnd: () => {},
    }),
  };
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['supports revocation', async () => null],
  ['does not support it', () => Promise.reject(new ApiError('http', 404))],
  ['does not respond', () => new Promise(() => {})],
])(
  'removes both tokens at once with a server that %s',
  { tags: ['@spec-4.5', '@fault-11.5'] },
  (_, post) => {
    const { stored, revoke, session } = setUp(post);
    session.signOut();
    expect(stored).toEqual({ access: null, refresh: null });
    expect(revoke.mock.calls).toEqual([
      ['/api/token/revoke/', { refresh: 'y' }, { keepalive: true }],
    ]);
    expect(session.store.getState().status).toBe('signed-out');
  },
);

test('does not revoke a session that the server has ended', async () => {
  const { revoke, session } = setUp(() => Promise.reject(new ApiError('http', 401)));
  expect(await session.refresh()).toBe('refused');
  expect(session.store.getState().status).toBe('signed-out');
  expect(revoke.mock.calls.map(([path]) => path)).toEqual(['/api/token/refresh/']);
});
