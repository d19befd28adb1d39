import type { AuditEntry } from '@carry/contracts/release';
import { encode } from '../documents/document';
import type { Store } from '../stores/store';
import { auditPath, listAudit, readAuditEntry } from './live';

/** Author of the steps and holds of sites. */
const SITE = 'shell';
/** Entries of changes of a rollout start with their revision; those of holds with the time of a site. */
const DECISION = /^audit\/\d{8}-.+Z-rollout(?:-(?:step|resume|abort))?-(mf-[a-z0-9-]+)\.json$/;
const HOLD = /^audit\/\d{4}-.+Z-rollout-hold-(mf-[a-z0-9-]+)\.json$/;
const MAX_ENTRIES = 10;

export interface RolloutHold {
  remote: string;
  version: string;
  percent: number;
  why: string;
  /** Revision of the live document that the site saw. */
  liveRevision: number;
}

/** Holds a rollout at its step until a person decides. Sites write it; on signed remotes with their key. */
export async function holdRollout(
  store: Store,
  { remote, version, percent, why, liveRevision }: RolloutHold,
): Promise<void> {
  const at = new Date().toISOString();
  const about = { at, who: SITE, action: 'rollout-hold', remote } as const;
  const entry: AuditEntry = { ...about, from: null, to: version, percent, why, liveRevision };
  await store.compareAndSwap(auditPath(entry), null, encode(entry));
}

/** Returns the hold of a release's rollout; null once a person has resumed it, raised it or started it again. */
export const findRolloutHold = async (
  store: Store,
  remote: string,
  version: string,
): Promise<AuditEntry | null> =>
  findHoldIn(store, { remote, version, paths: await listAudit(store) });

/** Finds the hold of a rollout in listed audit entries. */
export async function findHoldIn(
  store: Store,
  {
    remote,
    version,
    paths,
  }: Pick<RolloutHold, 'remote' | 'version'> & { paths: readonly string[] },
): Promise<AuditEntry | null> {
  const newest = (pattern: RegExp) =>
    paths
      .filter((path) => pattern.exec(path)?.[1] === remote)
      .sort()
      .reverse()
      .slice(0, MAX_ENTRIES);
  const find = async (pattern: RegExp, isWanted: (entry: AuditEntry) => boolean) => {
    for (const path of newest(pattern)) {
      const entry = await readAuditEntry(store, path);
      if (entry?.to === version && isWanted(entry)) return entry;
    }
    return null;
  };
  const decision = await find(DECISION, ({ who }) => who !== SITE);
  return find(HOLD, (hold) => !decision || isAfter(hold, decision));
}

/** Compares by revision, independent of clocks. Sites of older versions wrote holds without one. */
function isAfter({ liveRevision, at }: AuditEntry, decision: AuditEntry): boolean {
  return liveRevision === undefined ? at > decision.at : liveRevision >= (decision.revision ?? 0);
}
