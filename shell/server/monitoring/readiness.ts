import type { ReleaseSet } from '../releases/release-set';

export interface Readiness {
  ready: boolean;
  missing: string[];
  /** Remotes in `missing` without a live release. The others have one that cannot be served. */
  unpublished: string[];
  stopping: boolean;
  /** `unreachable`: no response for 10 s; the site serves the last good set. */
  store: 'reachable' | 'unreachable';
}

const STORE_BUDGET_MS = 10_000;

/** Checks whether the site can serve every live remote. With `partial`, one is enough and the store may be unreachable. */
export function checkReadiness(
  releases: ReleaseSet,
  { stopping }: { stopping: boolean },
  partial: boolean,
): Readiness {
  const { records } = releases.compositionFor(null);
  const missing = [...records].flatMap(([name, record]) => (record ? [] : [name]));
  const unpublished = missing.filter((name) => !Object.hasOwn(releases.live.remotes, name));
  const isServing = records.size > missing.length;
  const isWhole = missing.length === unpublished.length;
  const { readAt } = releases;
  const isReached = readAt !== null && performance.now() - readAt < STORE_BUDGET_MS;
  return {
    ready: !stopping && isServing && (partial || (isWhole && isReached)),
    missing,
    unpublished,
    stopping,
    store: isReached ? 'reachable' : 'unreachable',
  };
}
