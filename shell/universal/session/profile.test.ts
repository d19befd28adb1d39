import { type ApiClient, ApiError } from '@carry/contracts/shell';
import { expect, test, vi } from 'vitest';
import { createSession } from './session';
import { useFakePage } from './test/fake-page';
import { ACCESS_KEY, type TokenStore } from './tokens';

useFakePage();

const jwt = (count: number) =>
  `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600, sub: '1', jti: count }))}.s`;
const opaque = (count: number) => `opaque-${count}`;

/** Opens tabs whose tokens are shared and whose calls renew a refused token as the API client does. */
function openTabs(count: number, createToken: (count: number) => string) {
  const stored = { access: createToken(0), refresh: 'r0' };
  const counts = { renewals: 0, profiles: 0 };
  const server = { getProfile: (): unknown => Promise.reject(new ApiError('http', 401)) };
  const windows = Array.from({ length: count }, () => new EventTarget());
  const sessions = windows.map((own) => {
    const tokens: TokenStore = {
      access: () => stored.access,
      refresh: () => stored.refresh,
      save: (fresh) => {
        Object.assign(stored, fresh);
        for (const other of windows.filter((window) => window !== own))
          setTimeout(() =>
            other.dispatchEvent(Object.assign(new Event('storage'), { key: ACCESS_KEY })),
          );
      },
      clear: () => {},
      isExpired: () => false,
    };
    const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
    const getProfile = async () => {
      counts.profiles += 1;
      await wait();
      return server.getProfile();
    };
    const client = {
      get: () => {
        const refused = stored.access;
        return getProfile().catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 401) throw error;
          await session.refresh(refused);
          return getProfile();
        });
      },
      post: async () => {
        counts.renewals += 1;
        const next = counts.renewals;
        await wait();
        return { access: createToken(next), refresh: `r${next}` };
      },
    } as unknown as ApiClient;
    const session = createSession({
      calls: { profile: '/api/me/', renew: '/api/token/refresh/' },
      tokens,
      now: Date.now,
      open: client,
      asUser: () => client,
      onEnd: () => {},
    });
    const start = () => {
      vi.stubGlobal('window', own);
      session.start();
    };
    setTimeout(start, 100 * windows.indexOf(own));
    return session;
  });
  const emails = () => sessions.map(({ store }) => store.getState().user?.email ?? null);
  return { counts, server, sessions, emails };
}

test.each([
  ['two tabs', 2, jwt],
  ['two tabs with opaque tokens', 2, opaque],
  ['one tab with opaque tokens', 1, opaque],
])('a profile that is always refused renews few tokens: %s', async (_, tabs, createToken) => {
  const { counts } = openTabs(tabs, createToken);
  await vi.advanceTimersByTimeAsync(1000);
  expect(counts.renewals).toBeLessThanOrEqual(3);
});

test.each([
  ['a token', jwt],
  ['an opaque token', opaque],
])('loads a refused profile with the next renewal of %s', async (_, createToken) => {
  const { server, sessions, emails } = openTabs(2, createToken);
  await vi.advanceTimersByTimeAsync(20_000);
  server.getProfile = () => ({ email: 'kim@example.com' });
  void sessions[0]?.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  expect(emails()).toEqual(['kim@example.com', 'kim@example.com']);
});
