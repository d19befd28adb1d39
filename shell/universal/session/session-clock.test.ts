import type { ApiClient } from '@carry/contracts/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSession } from './session';
import type { TokenStore } from './tokens';

const DAY_S = 86_400;
const tokenFor = (expires: number, mark = '') =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(expires / 1000), mark }))}.s`;

function startSession(access: string, refresh: () => string, now: () => number) {
  const stored = { access, refresh: 'first' };
  const tokens: TokenStore = {
    access: () => stored.access,
    refresh: () => stored.refresh,
    save: (fresh) => Object.assign(stored, fresh),
    clear: () => {},
    isExpired: () => false,
  };
  const renewals = vi.fn(async () => ({ access: refresh() }));
  const client = { get: async () => ({}), post: renewals } as unknown as ApiClient;
  createSession({
    calls: { profile: '/api/me/', renew: '/api/token/refresh/', revoke: '/api/token/revoke/' },
    tokens,
    now,
    open: client,
    asUser: () => client,
    onEnd: () => {},
  }).start();
  return renewals;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([1, -1, 366, -366])(
  'renews on time with a browser clock %i days off',
  { tags: ['@fault-11.15'] },
  async (days) => {
    const now = () => Date.now() + days * DAY_S * 1000;
    const renewals = startSession(
      tokenFor(now() + 600_000),
      () => tokenFor(now() + 1_200_000, 'new'),
      now,
    );
    await vi.advanceTimersByTimeAsync(600_000 - 60_000 - 2000);
    expect(renewals).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2500);
    expect(renewals).toHaveBeenCalledTimes(1);
  },
);

test('limits refreshes if a server issues expired tokens', async () => {
  let count = 0;
  const renewals = startSession(tokenFor(1000), () => tokenFor(1000, String(count++)), Date.now);
  await vi.advanceTimersByTimeAsync(0);
  expect(renewals).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewals.mock.calls.length).toBeLessThanOrEqual(5);
});
