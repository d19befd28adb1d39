import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { encode } from '../documents/document';
import { SITE_AUTHOR } from '../signing/audit-entries';
import type { Store } from '../stores/store';
import { agreeOnTime } from './agreed-time';
import { auditPath, listAudit, markUnverified, readLive, readVerifiedEntry } from './live';

/** Entries of changes of a rollout start with their revision; those of holds with the time of a site. */
const DECISION = /^audit\/\d{8}-.+Z-rollout(?:-(?:step|resume|abort))?-(mf-[a-z0-9-]+)\.json$/;
const START_OR_END = /^audit\/\d{8}-.+Z-rollout(?:-abort)?-(mf-[a-z0-9-]+)\.json$/;
const getPattern = (action: Notice['action']) =>
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

/** Announces once that a step waits for approval, or that the rollout is finished. Sites write it, like a hold. */
export async function announceRollout(
  store: Store,
  notice: Notice & { action: 'rollout-waiting' | 'rollout-finished' },
): Promise<void> {
  const { action, remote, version, percent } = notice;
  const paths = await listAudit(store);
  const last = await findNotice(store, { action, remote, version, paths });
  if (last?.percent !== percent) await writeNotice(store, notice);
}

async function writeNotice(store: Store, notice: Notice): Promise<void> {
  const { action, remote, version, percent, why, liveRevision } = notice;
  const file = `audit/${action}-${remote}-${version}-${percent}-${liveRevision}`;
  const at = await agreeOnTime(store, file);
  const about = { at, who: SITE_AUTHOR, action, remote } as const;
  const entry: AuditEntry = { ...about, from: null, to: version, percent, why, liveRevision };
  await store.compareAndSwap(auditPath(entry), null, encode(entry));
}

/** Returns the hold of a release's rollout; null once a person has resumed it, raised it or started it again. */
export const findRolloutHold = async (
  store: Store,
  remote: string,
  version: string,
): Promise<AuditEntry | null> =>
  findNotice(store, { action: 'rollout-hold', remote, version, paths: await listAudit(store) });

export interface RolloutDecisions {
  /** Revision of the last decision of a person: a start, a step, a resume or an end; null without one. */
  last: number | null;
  /** Another value after a decision that starts a new comparison: a start, an end, or one that ended a hold. */
  comparison: string;
}

/** Returns the decisions of people about a release's rollout. A step or a resume without a hold keeps the comparison. */
export async function readRolloutDecisions(
  store: Store,
  remote: string,
  version: string,
): Promise<RolloutDecisions> {
  const about = { remote, version, paths: await listAudit(store) };
  const last = await findDecision(store, about);
  const [begin, endedHold] = await Promise.all([
    findDecision(store, about, START_OR_END),
    last && findEndedHold(store, about, last),
  ]);
  return {
    last: last?.revision ?? null,
    comparison: `${begin?.revision ?? ''} ${endedHold ?? ''}`,
  };
}

/** Returns the highest revision of the holds that a decision ended; of holds of older versions, which lack one, the latest time. */
async function findEndedHold(
  store: Store,
  about: ListedEntries,
  decision: ReadEntry,
): Promise<number | string | undefined> {
  const ended: ReadEntry[] = [];
  for await (const notice of readNewest(store, { ...about, pattern: getPattern('rollout-hold') }))
    if (!isAfter(notice, decision)) ended.push(notice);
  const revisions = ended.flatMap(({ liveRevision }) => liveRevision ?? []);
  return revisions.length > 0 ? Math.max(...revisions) : ended[0]?.at;
}

export interface RolloutState {
  hold: AuditEntry | null;
  waits: boolean;
  finished: boolean;
}

/** Returns what sites have announced about the step of a rollout. While they hold it, nothing else counts. */
export async function readRolloutState(
  store: Store,
  remote: string,
  { version, percent, paths }: { version: string; percent: number; paths?: readonly string[] },
): Promise<RolloutState> {
  const about = { remote, version, paths: paths ?? (await listAudit(store)) };
  const decision = await findDecision(store, about);
  const [hold = null, waiting, finished] = await Promise.all(
    (['rollout-hold', 'rollout-waiting', 'rollout-finished'] as const).map((action) =>
      findNoticeAfter(store, decision, { ...about, action }),
    ),
  );
  const isOfStep = (notice: AuditEntry | null | undefined) =>
    hold === null && notice?.percent === percent;
  return { hold, waits: isOfStep(waiting), finished: isOfStep(finished) };
}

type NoticeQuery = ListedEntries & Pick<Notice, 'action'>;

/** Finds the latest notice of a rollout in listed audit entries; null once a person has decided after it. */
const findNotice = async (store: Store, query: NoticeQuery): Promise<AuditEntry | null> =>
  findNoticeAfter(store, await findDecision(store, query), query);

const findNoticeAfter = (
  store: Store,
  decision: ReadEntry | null,
  { action, ...about }: NoticeQuery,
): Promise<ReadEntry | null> =>
  findEntry(store, {
    ...about,
    pattern: getPattern(action),
    isWanted: (notice) => !decision || isAfter(notice, decision),
  });

interface ListedEntries {
  remote: string;
  version: string;
  paths: readonly string[];
}

type EntryQuery = ListedEntries & { pattern: RegExp };

async function findDecision(
  store: Store,
  about: ListedEntries,
  pattern = DECISION,
): Promise<ReadEntry | null> {
  const isWanted = async (entry: ReadEntry) =>
    entry.who !== SITE_AUTHOR && (await isProven(entry, store));
  const { change } = await readLive(store); // its entry may not be written yet
  if (change?.to === about.version && pattern.exec(auditPath(change))?.[1] === about.remote) {
    const last = markUnverified(store, change);
    if (await isWanted(last)) return last;
  }
  return findEntry(store, { ...about, pattern, isWanted });
}

async function findEntry(
  store: Store,
  {
    isWanted,
    ...query
  }: EntryQuery & {
    isWanted(entry: ReadEntry): boolean | Promise<boolean>;
  },
): Promise<ReadEntry | null> {
  for await (const entry of readNewest(store, query)) if (await isWanted(entry)) return entry;
  return null;
}

async function* readNewest(
  store: Store,
  { remote, version, paths, pattern }: EntryQuery,
): AsyncGenerator<ReadEntry> {
  const newest = paths
    .filter((path) => pattern.exec(path)?.[1] === remote)
    .sort()
    .reverse()
    .slice(0, MAX_ENTRIES);
  for (const path of newest) {
    const entry = await readVerifiedEntry(store, path);
    if (entry?.to === version) yield entry;
  }
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
