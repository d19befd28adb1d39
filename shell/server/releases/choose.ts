import type { LivePointer } from '@carry/contracts/release';
import { isQuarantined, versionBefore } from '@carry/releases';

export interface Choice {
  version: string | null;
  why: string | null;
}

/** Returns the live release, else the served one, else the previous one, never an older one. `failures`: reasons by version. */
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
  const isUsable = (other: string | null) =>
    other !== null && other !== version && !isQuarantined(pointer, other) && !failures.has(other);
  return { version: [serving, versionBefore(pointer)].find(isUsable) ?? null, why };
}
