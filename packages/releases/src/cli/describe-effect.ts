import type { Flags } from './flags';

/** Returns what a change did, or with `--dry-run` what it would do. */
export const describeEffect = (flags: Flags, done: string, would: string): string =>
  flags['dry-run'] ? `${would}; nothing is changed` : done;
