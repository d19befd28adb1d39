import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { encode } from '../documents/document';
import type { Store } from '../stores/store';
import { auditPath, listAudit, readLive, readVerifiedEntry } from './live';

/** Author of the steps and holds of sites. */
const SITE = 'shell';
/** Entries of changes of a rollout start with their revision; those of holds with the time of a site. */
const DECISION = /^audit\/\d{8}-.+Z-rollout(?:-(?:step|resume|abort))?-(mf-[a-z0-9-]+)\.json$/;
const patternOf = (action: Notice['action']) =>
  new RegExp(`^audit/\\d{4}-.+Z-${action}-(mf-[a-z0-9-]+)\\.json$`);
const MAX_ENTRIES = 10;

export interface RolloutHold {
  remote: string;
  version: string;
  percent: number;
  why: string;
  /** Revision of the live document that the site saw. */
  liveRevision: number;
}

interface Notice extends RolloutHold {
  action: 'rollout-hold' | 'rollout-waiting' | 'rollout-finished';
}

/** Holds a rollout at its step until a person decides. Sites write it; on signed remotes with their key. */
export const holdRollout = (store: Store, hold: RolloutHold): Promise<void> =>
  writeNotice(store, { ...hold, action: 'rollout-hold' });

/** Announces once that a step waits for approval, or that the last one is done. Sites write it, like a hold. */
export async function announceRollout(
  store: Store,
  notice: Notice & { action: 'rollout-waiting' | 'rollout-finished' },
): Promise<void> {
  const { action, remote, version, percent } = notice;
  const paths = await listAudit(store);
  const last = await findNoticeIn(store, { action, remote, version, paths });
  if (last?.percent !== percent) await writeNotice(store, notice);
}

async function writeNotice(
  store: Store,
  { action, remote, version, percent, why, liveRevision }: Notice,
): Promise<void> {
  const at = new Date().toISOString();
  const about = { at, who: SITE, action, remote } as const;
  const entry: AuditEntry = { ...about, from: null, to: version, percent, why, liveRevision };
  await store.compareAndSwap(auditPath(entry), null, encode(entry));
}

/** Returns the hold of a release's rollout; null once a person has resumed it, raised it or started it again. */
export const findRolloutHold = async (
  store: Store,
  remote: string,
  version: string,
): Promise<AuditEntry | null> =>
  findNoticeIn(store, { action: 'rollout-hold', remote, version, paths: await listAudit(store) });

/** Returns true if the step of a rollout waits for approval. */
export async function isRolloutWaiting(
  store: Store,
  remote: string,
  { version, percent, paths }: { version: string; percent: number; paths?: readonly string[] },
): Promise<boolean> {
  const about = { action: 'rollout-waiting', remote, version } as const;
  const listed = paths ?? (await listAudit(store));
  return (await findNoticeIn(store, { ...about, paths: listed }))?.percent === percent;
}

/** Finds the latest notice of a rollout in listed audit entries; null once a person has decided after it. */
export async function findNoticeIn(
  store: Store,
  {
    action,
    remote,
    version,
    paths,
  }: Pick<Notice, 'action' | 'remote' | 'version'> & { paths: readonly string[] },
): Promise<AuditEntry | null> {
  const newest = (pattern: RegExp) =>
    paths
      .filter((path) => pattern.exec(path)?.[1] === remote)
      .sort()
      .reverse()
      .slice(0, MAX_ENTRIES);
  const find = async (
    pattern: RegExp,
    isWanted: (entry: ReadEntry) => boolean | Promise<boolean>,
  ) => {
    for (const path of newest(pattern)) {
      const entry = await readVerifiedEntry(store, path);
      if (entry?.to === version && (await isWanted(entry))) return entry;
    }
    return null;
  };
  const decision = await find(
    DECISION,
    async (entry) => entry.who !== SITE && isProven(entry, store),
  );
  return find(patternOf(action), (notice) => !decision || isAfter(notice, decision));
}

/** Returns true for a verified decision, or one that the signed pointer includes: commands of older versions sign no entries. */
async function isProven({ remote, revision = 0, unverified }: ReadEntry, store: Store) {
  if (!unverified) return true;
  const read = await readLive(store);
  const { order } = (store.trustedLive?.(read) ?? read).remotes[remote] ?? {};
  return revision <= (order?.revision ?? 0);
}

/** Compares by revision, independent of clocks. Sites of older versions wrote holds without one. */
function isAfter({ liveRevision, at }: AuditEntry, decision: AuditEntry): boolean {
  return liveRevision === undefined ? at > decision.at : liveRevision >= (decision.revision ?? 0);
}
