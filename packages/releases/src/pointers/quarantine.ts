import { type LiveDocument, type LivePointer, MAX_QUARANTINE } from '@carry/contracts/release';
import { isCanary, isQuarantined, movedAlong, versionBefore } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { type Change, changeLive, MAX_WHY, whoAmI } from './live';
import { assertServable } from './servable';

interface Reason extends Pick<Change, 'assertSeen'> {
  why: string;
  who?: string;
}

/**
 * Puts a failing release in quarantine and rolls back: a canary ends, a live release is replaced by the previous one. On a locked remote
 * only the decision is written, and shells serve `servedVersion`. Idempotent; ignores a release that is not served as what it was judged.
 * Throws {@link ReleaseConflict} without a previous release, or if no person has decided since the last automatic rollback.
 * @param to The previous release that the caller has tested; unset for a canary, so a release that a person makes live meanwhile stays.
 */
export function quarantine(
  store: Store,
  remote: string,
  { version, why, who, to }: Reason & { version: string; to?: string | undefined },
): Promise<LiveDocument> {
  const decision = {
    who: who ?? whoAmI(store),
    at: new Date().toISOString(),
    why: why.slice(0, MAX_WHY),
  };
  return changeLive(store, {
    remote,
    why,
    who,
    async next(pointer, live) {
      if (!pointer || isQuarantined(pointer, version)) return null;
      const decisions = Object.entries(pointer.quarantine ?? {}).slice(1 - MAX_QUARANTINE);
      const judged: LivePointer = {
        ...pointer,
        quarantine: { ...Object.fromEntries(decisions), [version]: decision },
      };
      if (to === undefined)
        return isCanary(pointer, version)
          ? { ...judged, canary: { version, percent: 0, takenBack: true } }
          : null;
      if (pointer.version !== version) return null;
      const before = findFallback(remote, judged, to);
      await assertServable({ store, remote, version: before, live });
      return { ...(pointer.lock ? judged : movedAlong(judged, before)), rolledBack: true };
    },
  });
}

function findFallback(remote: string, judged: LivePointer, expected: string): string {
  if (judged.rolledBack)
    throw new ReleaseConflict(
      `${remote} was already rolled back automatically; a person must choose the live release`,
    );
  const before = versionBefore(judged);
  if (!before) throw new ReleaseConflict(`${remote} has no earlier release to roll back to`);
  if (expected !== before)
    throw new ReleaseConflict(`${remote} would roll back to ${before}, not to ${expected}`);
  return before;
}

/** Lifts a quarantine: the release may be served again. Reserved for people. */
export const lift = (
  store: Store,
  remote: string,
  { version, ...reason }: Reason & { version: string },
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    next(pointer) {
      if (!pointer || !isQuarantined(pointer, version))
        throw new ReleaseRefused(`${remote}@${version} is not in quarantine`);
      const { [version]: _, ...rest } = pointer.quarantine ?? {};
      return {
        ...pointer,
        rolledBack: undefined,
        quarantine: Object.keys(rest).length > 0 ? rest : undefined,
      };
    },
  });
