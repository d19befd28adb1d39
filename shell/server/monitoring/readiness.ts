import type { ReleaseSet } from '../releases/release-set';

/** What `/readyz` says. */
export interface Readiness {
  /** Every live remote is served, the store answers, and the site is not about to stop. */
  ready: boolean;
  /** Remotes of which nothing can be served now. */
  missing: string[];
  /** Those of `missing` that no release is live of: never published, or retired. Of the others there is one, and it cannot be served. */
  unpublished: string[];
  stopping: boolean;
  /** `unreachable`: the store has not answered for ten seconds; what was live last is served. */
  store: 'reachable' | 'unreachable';
}

const STORE_BUDGET_MS = 10_000;

/**
 * Whether the site can serve all that it should; `partial`: whether it can serve anything, so that one lost remote, or the store,
 * does not take the others away. A remote without a live release (never published, or retired) is named, and is no fault of this site.
 */
export function readinessOf(
  releases: ReleaseSet,
  { stopping }: { stopping: boolean },
  partial: boolean,
): Readiness {
  const { records } = releases.compositionFor(null);
  const missing = [...records].flatMap(([name, record]) => (record ? [] : [name]));
  const unpublished = missing.filter((name) => !Object.hasOwn(releases.live.remotes, name));
  const isServing = records.size > missing.length;
  const isWhole = missing.length === unpublished.length;
  const isReached = Date.now() - releases.readAt < STORE_BUDGET_MS;
  return {
    ready: !stopping && isServing && (partial || (isWhole && isReached)),
    missing,
    unpublished,
    stopping,
    store: isReached ? 'reachable' : 'unreachable',
  };
}
