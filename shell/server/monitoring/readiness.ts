import type { ReleaseSet } from '../releases/release-set';

/** What `/readyz` says. */
export interface Readiness {
  /** Every remote is served and the site is not about to stop. */
  ready: boolean;
  /** Remotes of which nothing can be served now. */
  missing: string[];
  /** Those of `missing` that no release is live of: never published, or retired. Of the others there is one, and it cannot be served. */
  unpublished: string[];
  stopping: boolean;
}

/** Whether the site can serve all that it should; `partial`: whether it can serve anything, so that one lost remote does not take the others away. */
export function readinessOf(
  releases: ReleaseSet,
  { stopping }: { stopping: boolean },
  partial: boolean,
): Readiness {
  const { records } = releases.compositionFor(null);
  const missing = [...records].flatMap(([name, record]) => (record ? [] : [name]));
  const served = records.size - missing.length;
  return {
    ready: !stopping && served > 0 && (partial || missing.length === 0),
    missing,
    unpublished: missing.filter((name) => !Object.hasOwn(releases.live.remotes, name)),
    stopping,
  };
}
