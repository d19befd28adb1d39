import { expect, test } from 'vitest';
import { printMetrics } from './metrics';

test('counts a remote once if its live release and canary deviate', async () => {
  const pool = {
    ...{ processes: 1, releases: 1, isolated: 0, memoryBytes: 1, queued: 0 },
    ...{ starts: 1, stops: 0, evictions: 0, moved: 0, givenUp: 0 },
  };
  const deviation = { remote: 'mf-help', serving: null, why: 'timed out' };
  const status = {
    ...{ uptimeSeconds: 1, memoryBytes: 1, revision: 1, storeLagSeconds: 0, reports: 'alone' },
    remotes: {},
    deviations: [
      { ...deviation, wanted: '2.0.0' },
      { ...deviation, wanted: '3.0.0' },
    ],
    ...{ ignoredEntries: [], decisions: [], releases: [] },
    ...{ pageCache: { hit: 1, stale: 1, miss: 1 }, csp: { stopped: [], refusedReports: 0 } },
    rendering: { live: pool, preview: pool },
  } as unknown as Parameters<typeof printMetrics>[0];
  expect(await printMetrics(status)).toMatch(/^carry_deviating_remotes 1$/m);
});
