import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { z } from 'zod';
import { encode, MAX_DOCUMENT_BYTES } from '../documents/document';
import { SITE_AUTHOR } from '../signing/audit-entries';
import type { Store } from '../stores/store';
import { auditPath, listAudit, readLive, readVerifiedEntry } from './live';

/** Entries of changes of a rollout start with their revision; those of holds with the time of a site. */
const DECISION = /^audit\/\d{8}-.+Z-rollout(?:-(?:step|resume|abort))?-(mf-[a-z0-9-]+)\.json$/;
const patternOf = (action: Notice['action']) =>
  new RegExp(`^audit/\\d{4}-.+Z-${action}-(mf-[a-z0-9-]+)\\.json$`);
const MAX_ENTRIES = 10;
/** Time in which sites announce the same. A notice whose first writer crashed before it is written later. */
const SAME_NOTICE_MS = 60_000;

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

async function writeNotice(store: Store, notice: Notice): Promise<void> {
  const { action, remote, version, percent, why, liveRevision } = notice;
  const at = await agreeOnTime(store, notice);
  const about = { at, who: SITE_AUTHOR, action, remote } as const;
  const entry: AuditEntry = { ...about, from: null, to: version, percent, why, liveRevision };
  await store.compareAndSwap(auditPath(entry), null, encode(entry));
}

/**
 * Returns the time of a notice, which its name contains. The first site writes it to a file named after the notice, so sites that
 * announce the same at once write one entry. The file decides nothing else, since it is not signed. It looks like an entry of a newer
 * version, which older ones skip.
 */
async function agreeOnTime(
  store: Store,
  { action, remote, version, percent, liveRevision }: Notice,
): Promise<string> {
  const now = new Date().toISOString();
  const path = `audit/${action}-${remote}-${version}-${percent}-${liveRevision}`;
  const file = encode({ action: 'agreed-time', at: now });
  if (await store.compareAndSwap(path, null, file)) return now;
  const first = parseTime(await store.read(path, MAX_DOCUMENT_BYTES.audit).catch(() => null));
  return Math.abs(Date.parse(first) - Date.parse(now)) < SAME_NOTICE_MS ? first : now;
}

const agreedTime = z.object({ at: z.iso.datetime() });

function parseTime(file: Buffer | null): string {
  try {
    return agreedTime.parse(JSON.parse(file?.toString() ?? '')).at;
  } catch {
    return ''; // false, because sites write only whole files
  }
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
    async (entry) => entry.who !== SITE_AUTHOR && isProven(entry, store),
  );
  return find(patternOf(action), (notice) => !decision || isAfter(notice, decision));
}

/** Returns true for a verified decision, or one that the signed pointer includes: commands of older versions sign no entries. */
async function isProven(
  { remote, revision = 0, unverified, signature }: ReadEntry,
  store: Store,
): Promise<boolean> {
  if (!unverified || signature) return !unverified;
  const read = await readLive(store);
  const { order } = (store.trustedLive?.(read) ?? read).remotes[remote] ?? {};
  return revision <= (order?.revision ?? 0);
}

/** Compares by revision, independent of clocks. Sites of older versions wrote holds without one. */
function isAfter({ liveRevision, at }: AuditEntry, decision: AuditEntry): boolean {
  return liveRevision === undefined ? at > decision.at : liveRevision >= (decision.revision ?? 0);
}
