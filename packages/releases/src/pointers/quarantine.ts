import { type LiveDocument, type LivePointer, MAX_QUARANTINE } from '@carry/contracts/release';
import { isQuarantined, movedAlong, versionBefore } from '../documents/line';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { changeLive, MAX_WHY, whoAmI } from './live';
import { assertServable } from './servable';

interface Reason {
  why: string;
  who?: string;
}

/**
 * Records that a release fails, and takes it out of service: a canary ends, a live one gives way to the release before it.
 * On a locked remote only the verdict is written, and shells serve `servedVersion` of the pointer. Nothing happens when the
 * verdict is there already or the release is neither live nor the canary. Throws {@link ReleaseConflict} when there is nothing
 * to go back to, or when the remote already fell back and no person has decided since. `to`: the release before, as the caller
 * found it to work.
 */
export function quarantine(
  store: Store,
  remote: string,
  version: string,
  { why, who, to }: Reason & { to?: string | undefined },
): Promise<LiveDocument> {
  const verdict = {
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
      const known = Object.entries(pointer.quarantine ?? {}).slice(1 - MAX_QUARANTINE);
      const judged: LivePointer = {
        ...pointer,
        quarantine: { ...Object.fromEntries(known), [version]: verdict },
      };
      if (pointer.canary?.version === version)
        return { ...judged, canary: { version, percent: 0, takenBack: true } };
      if (pointer.version !== version) return null;
      const before = fallbackOf(remote, judged, to);
      await assertServable(store, remote, before, live);
      return { ...(pointer.lock ? judged : movedAlong(judged, before)), rolledBack: true };
    },
  });
}

/** The release to fall back to; throws where there is none, or where a person has to decide. */
function fallbackOf(remote: string, judged: LivePointer, expected: string | undefined): string {
  if (judged.rolledBack)
    throw new ReleaseConflict(
      `${remote} already fell back once; a person must decide what is live`,
    );
  const before = versionBefore(judged);
  if (!before) throw new ReleaseConflict(`${remote} has no earlier release to fall back to`);
  if (expected && expected !== before)
    throw new ReleaseConflict(`${remote} would fall back to ${before}, not to ${expected}`);
  return before;
}

/** Ends a verdict: the release may be served again. Only a person does this. */
export const lift = (
  store: Store,
  remote: string,
  version: string,
  reason: Reason,
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    next(pointer) {
      if (!pointer || !isQuarantined(pointer, version))
        throw new ReleaseRefused(`${remote}@${version} is not in quarantine`);
      const { [version]: _, ...others } = pointer.quarantine ?? {};
      return {
        ...pointer,
        rolledBack: undefined,
        quarantine: Object.keys(others).length > 0 ? others : undefined,
      };
    },
  });
