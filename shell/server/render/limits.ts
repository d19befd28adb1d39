import { availableParallelism } from 'node:os';

export const MB = 1024 * 1024;

export const poolDefaults = {
  processes: Math.max(2, availableParallelism()),
  pagesAtOnce: 8,
  deadlineMs: 1500,
  cooldownMs: 5000,
  confinedMs: 60_000,
  idleMs: 300_000,
  /** From here on a process is replaced as soon as it owes nothing … */
  enoughBytes: 320 * MB,
  /** … and from here on at once. */
  maxBytes: 512 * MB,
};

export type PoolLimits = typeof poolDefaults;
