import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { answerStatus } from './answer-status';
import type { StatusParts } from './status';

const idle = {
  ...{ processes: 0, releases: 0, isolated: 0, memoryBytes: 0, queued: 0 },
  ...{ starts: 0, stops: 0, evictions: 0, moved: 0, givenUp: 0 },
};
const readStatus = async (
  statusToken: string,
  authorization?: string,
  readAt: number | null = null,
) => {
  const parts = {
    config: { statusToken },
    channel: { state: 'alone' },
    releases: { live: { revision: 7, remotes: {} }, readAt, deviations: [], ignoredEntries: [] },
    renderer: {
      cache: { counts: { hit: 0, stale: 0, miss: 0 } },
      stats: () => ({ live: idle, preview: idle }),
    },
    health: { all: () => [], frameFailures: 3 },
    rollbackController: { decisions: new Map([['mf-booking shared', 2]]) },
    rolloutController: { getProgress: () => [] },
    assets: { size: 0 },
    csp: { all: () => [], refused: 0 },
  } as unknown as StatusParts;
  const app = new Hono().get('/', (context) => answerStatus(context, parts));
  return app.request('/?format=prometheus', {
    headers: authorization === undefined ? {} : { authorization },
  });
};

test('requires the token over the network', {
  tags: ['@fault-11.27'],
}, async () => {
  expect((await readStatus('')).status).toBe(404);
  expect((await readStatus('', 'Bearer ')).status).toBe(404);
  expect((await readStatus('secret')).status).toBe(404);
  expect((await readStatus('secret', 'Bearer secre')).status).toBe(404);
  expect((await readStatus('secret', 'Bearer secret')).status).toBe(200);
});

test('measures the store lag by a monotonic clock', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const readAt = performance.now();
  vi.advanceTimersByTime(40_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  const text = await (await readStatus('secret', 'Bearer secret', readAt)).text();
  vi.useRealTimers();
  expect(text).toMatch(/^carry_store_lag_seconds 40$/m);
});

test('exports store lag and rollback decisions', {
  tags: ['@fault-11.26'],
}, async () => {
  const text = await (await readStatus('secret', 'Bearer secret')).text();
  expect(text).toMatch(/^carry_store_lag_seconds [\d.]+$/m);
  expect(text).toMatch(/^carry_frame_failures_total 3$/m);
  expect(text).toContain('carry_shell_decisions_total{remote="mf-booking",decision="shared"} 2\n');
});
