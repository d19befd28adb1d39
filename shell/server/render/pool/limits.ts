import { availableParallelism } from 'node:os';

export const MB = 1024 * 1024;

export const renderLimits = (
  maxBytes = 512 * MB,
  processes = Math.max(2, availableParallelism()),
) => ({
  processes,
  /** Soft limit: replaced when idle. */
  enoughBytes: maxBytes * 0.625,
  /** Hard limit: killed. */
  maxBytes,
});

export const poolDefaults = {
  ...renderLimits(),
  pagesAtOnce: 8,
  deadlineMs: 1500,
  /** Wait for a release's code and for a process that starts. Visitors of live pages wait no longer than for a render. */
  waitMs: 1500,
  cooldownMs: 5000,
  isolatedMs: 60_000,
  idleMs: 300_000,
};

export type PoolLimits = typeof poolDefaults;
