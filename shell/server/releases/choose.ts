import type { LivePointer } from '@carry/contracts/release';
import { isQuarantined, versionBefore } from '@carry/releases';

/** What is served of a remote; `why`: the reason that it is not what its pointer names. */
export interface Choice {
  version: string | null;
  why: string | null;
}

/**
 * The release to serve: the live one; where that cannot be, what is served now, else the release before. Never anything further
 * back. `failures`: why releases cannot be served, by version.
 */
export function choose(
  pointer: LivePointer,
  serving: string | null,
  failures: ReadonlyMap<string, string>,
): Choice {
  const { version, quarantine } = pointer;
  const why = isQuarantined(pointer, version)
    ? `it is in quarantine: ${quarantine?.[version]?.why}`
    : (failures.get(version) ?? null);
  if (why === null) return { version, why };
  const usable = (other: string | null) =>
    other !== null && other !== version && !isQuarantined(pointer, other) && !failures.has(other);
  return { version: [serving, versionBefore(pointer)].find(usable) ?? null, why };
}
