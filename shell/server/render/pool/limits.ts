import { availableParallelism } from 'node:os';

export const MB = 1024 * 1024;

/** What a machine and its operator decide of a pool. */
export const renderLimits = (
  maxBytes = 512 * MB,
  processes = Math.max(2, availableParallelism()),
) => ({
  processes,
  /** From here on a process is replaced as soon as it owes nothing … */
  enoughBytes: maxBytes * 0.625,
  /** … and from here on at once. */
  maxBytes,
});

export const poolDefaults = {
  ...renderLimits(),
  pagesAtOnce: 8,
  deadlineMs: 1500,
  cooldownMs: 5000,
  confinedMs: 60_000,
  idleMs: 300_000,
};

export type PoolLimits = typeof poolDefaults;
