import { isDeepStrictEqual } from 'node:util';
import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import {
  appended,
  isCanary,
  movedAlong,
  servedVersion,
  versionBefore,
} from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { type Change, changeLive, liveRecords, readLive, readServable } from './live';
import { assertNoOtherCanary, assertNoRollout, assertNotReplaced } from './rollout';
import {
  assertNotQuarantined,
  assertServable,
  assertUnlocked,
  renewPointer,
  withoutDistrusted,
} from './servable';

interface Reason extends Pick<Change, 'assertSeen'> {
  why: string;
  /** Default: the account that runs this. */
  who?: string | undefined;
  /** Versions of the shell's shared modules; default: those in site.json. */
  provided?: Record<string, string>;
}

const EMPTY: LiveDocument = { revision: 0, remotes: {} };

/** Returns true if sites refuse the signature of a live pointer, such as after its signer was removed. */
const isRefused = ({ trustedLive }: Store, remote: string, live: LiveDocument): boolean =>
  trustedLive !== undefined && !trustedLive(live, EMPTY).remotes[remote];

/** Returns the live release and the running canary of a remote if sites refuse them after a change of its signers. */
export async function listRefused(store: Store, remote: string): Promise<string[]> {
  const live = await readLive(store);
  const pointer = live.remotes[remote];
  if (!pointer) return [];
  const { canary } = pointer;
  const served = [servedVersion(pointer), canary && canary.percent > 0 ? canary.version : null];
  const versions = served.filter((version) => version !== null);
  if (isRefused(store, remote, live)) return versions;
  const records = await Promise.all(versions.map((one) => readServable(store, remote, one)));
  return versions.filter((_, index) => !records[index]);
}

/** Makes a stored release live. Signs a refused pointer again if the release is live already. With `expected`, only while that release (null: none) is live. */
export async function promote(
  store: Store,
  remote: string,
  {
    version,
    provided,
    expected,
    ...reason
  }: Reason & { version: string; expected?: string | null | undefined },
): Promise<LiveDocument> {
  return changeLive(store, {
    ...reason,
    remote,
    async next(pointer, live) {
      assertUnlocked(remote, pointer);
      const now = pointer?.version ?? null;
      if (expected !== undefined && now !== expected && now !== version) {
        throw new ReleaseConflict(
          `${remote} changed to ${now} during this publish; check that release, then publish again`,
        );
      }
      assertNotReplaced(remote, pointer, version);
      assertNotQuarantined(remote, pointer, version);
      await assertServable({ store, remote, version, live, provided });
      if (pointer?.version === version)
        return renewPointer(store, remote, { pointer, isRefused: isRefused(store, remote, live) });
      const next = { ...appended(pointer, version), rolledBack: undefined };
      return withoutDistrusted(store, remote, next);
    },
  });
}

interface Rollback extends Reason {
  /** Default: the previous release. `latest`: the one that was live before the rollbacks. */
  version?: string | undefined;
  /** Rolls back only while this release is live. */
  failing?: string;
}

function findTarget(
  remote: string,
  pointer: LivePointer | undefined,
  version: string | undefined,
): string | null | undefined {
  if (version !== 'latest') return version ?? (pointer && versionBefore(pointer));
  if (!pointer?.ahead) throw new ReleaseRefused(`${remote} has no rollback to return from`);
  return pointer.ahead.at(-1);
}

/** Rolls back to an earlier release. Newer releases stay ahead. */
export async function rollback(
  store: Store,
  remote: string,
  { version, provided, failing, ...reason }: Rollback,
): Promise<LiveDocument> {
  return changeLive(store, {
    ...reason,
    remote,
    async next(before, live) {
      if (failing && before?.version !== failing) return null;
      assertUnlocked(remote, before);
      const pointer = before && (await withoutDistrusted(store, remote, before));
      const target = findTarget(remote, pointer, version);
      if (!pointer || !target)
        throw new ReleaseRefused(
          `${remote} has no earlier release to roll back to; choose one with 'promote'`,
        );
      assertNotReplaced(remote, pointer, target);
      assertNotQuarantined(remote, pointer, target);
      await assertServable({ store, remote, version: target, live, provided });
      return target === pointer.version
        ? null
        : { ...movedAlong(pointer, target), rolledBack: undefined };
    },
  });
}

interface CanaryChange extends Reason {
  version: string;
  percent: number;
  /** Default: true. False: refused while another release is a canary. */
  replace?: boolean | undefined;
}

/** Starts a canary: serves a stored release to a share of the visitors (0 to 100 percent); 0 ends it. Refused during a rollout. */
export async function setCanary(
  store: Store,
  remote: string,
  { version, percent, provided, replace, ...reason }: CanaryChange,
): Promise<LiveDocument> {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new ReleaseRefused(`--percent is a whole number from 0 to 100, not ${percent}`);
  return changeLive(store, {
    ...reason,
    remote,
    async next(pointer, live) {
      assertUnlocked(remote, pointer);
      if (!pointer)
        throw new ReleaseRefused(
          `${remote} has no live release to compare a canary with; publish it without --percent first`,
        );
      if (pointer.version === version)
        throw new ReleaseRefused(`${remote}@${version} is live already`);
      assertReplaceable(remote, pointer, { version, percent, replace });
      if (percent > 0) {
        assertNotQuarantined(remote, pointer, version);
        await assertServable({ store, remote, version, live, provided });
      }
      const canary = { version, percent, takenBack: false };
      return isDeepStrictEqual(pointer.canary, canary) ? null : { ...pointer, canary };
    },
  });
}

/** Ends a canary while another release is live. Returns false if either has changed. */
export async function endCanary(
  store: Store,
  remote: string,
  { version, live, ...reason }: Pick<Reason, 'why'> & { version: string; live: string },
): Promise<boolean> {
  let ended = false;
  await changeLive(store, {
    ...reason,
    remote,
    next(pointer) {
      ended = pointer?.version === live && isCanary(pointer, version);
      if (!pointer || !ended) return null;
      assertUnlocked(remote, pointer);
      assertNotReplaced(remote, pointer, live);
      return { ...pointer, canary: { version, percent: 0, takenBack: false } };
    },
  });
  return ended;
}

export function assertReplaceable(
  remote: string,
  pointer: LivePointer,
  { version, percent, replace = true }: Pick<CanaryChange, 'version' | 'percent' | 'replace'>,
): void {
  assertNoRollout(remote, pointer);
  const { canary } = pointer;
  if (!canary || canary.version === version) return;
  assertNotReplaced(remote, pointer, version);
  if (percent === 0 && canary.percent > 0)
    throw new ReleaseConflict(`the canary of ${remote} is ${canary.version}, not ${version}`);
  if (!replace) assertNoOtherCanary(remote, pointer, version);
}

/** Locks a remote: rejects every change of its live release until {@link unlock}. */
export const lock = (
  store: Store,
  remote: string,
  { who, ...reason }: Reason & { who: string },
): Promise<LiveDocument> =>
  changeLive(store, {
    ...reason,
    remote,
    who,
    next(pointer) {
      if (!pointer) throw new ReleaseRefused(`${remote} has no live release to lock`);
      assertUnlocked(remote, pointer);
      return { ...pointer, lock: { who, why: reason.why, at: new Date().toISOString() } };
    },
  });

/** Ends a lock, if there is one. */
export const unlock = (store: Store, remote: string, reason: Reason): Promise<LiveDocument> =>
  changeLive(store, {
    ...reason,
    remote,
    next: (pointer) => (pointer?.lock ? { ...pointer, lock: undefined } : null),
  });

/** Removes a remote from the site. Its releases stay in the store. */
export const retire = (store: Store, remote: string, reason: Reason): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    why: reason.why,
    who: reason.who,
    async next(pointer, live) {
      if (!pointer) throw new ReleaseRefused(`${remote} has no live release to retire`);
      assertUnlocked(remote, pointer);
      await assertNotShown(store, live, remote);
      return 'retired' as const;
    },
  });

/** Throws {@link ReleaseRefused} if another live release shows a slot of the remote. */
export async function assertNotShown(
  store: Store,
  live: LiveDocument,
  remote: string,
): Promise<void> {
  for (const { name, consumes = [] } of await liveRecords(store, live, remote)) {
    const slot = consumes.find((shown) => shown.startsWith(`${remote}.`));
    if (slot)
      throw new ReleaseRefused(
        `${name} shows the slot ${slot}; publish ${name} without it before you retire ${remote}`,
      );
  }
}
