import { userInfo } from 'node:os';
import {
  type AuditEntry,
  auditActions,
  auditEntry,
  type LiveDocument,
  type LivePointer,
  liveDocument,
  type ReadEntry,
  type ReleaseRecord,
  releaseRecord,
} from '@carry/contracts/release';
import {
  encode,
  MAX_DOCUMENT_BYTES,
  MalformedDocument,
  parseDocument,
} from '../documents/document';
import { contentHash } from '../documents/integrity';
import { servedVersion } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { Untrusted } from '../signing/signature';
import { inBatches } from '../stores/batches';
import { type Store, TooLarge } from '../stores/store';
import { describeChange } from './describe-change';

const LIVE = 'live.json';
const MAX_ATTEMPTS = 30;
/** Faults of a record itself. A failed read is none: the release may be fine. */
const UNREADABLE = [MalformedDocument, TooLarge, Untrusted];
/** Characters; longer reasons are cut. */
export const MAX_WHY = 500;
const MAX_WHO = 500;

export interface Change {
  remote: string;
  why: string;
  who?: string | undefined;
  /** Throws if the pointer is not the one that a person saw. Called before `next`, also after a lost race. */
  assertSeen?: ((pointer: LivePointer | undefined) => void) | undefined;
  /** Returns the next pointer; null keeps it, 'retired' removes the remote. Runs again with fresh pointers after a lost race. Throws to refuse. */
  next(
    pointer: LivePointer | undefined,
    live: LiveDocument,
  ): Promise<LivePointer | 'retired' | null> | LivePointer | 'retired' | null;
}

const parse = (content: Buffer | null): LiveDocument =>
  content ? parseDocument(LIVE, liveDocument, content) : { revision: 0, remotes: {} };

/** Returns the live pointers; an empty store has revision 0 and no remotes. Throws on a malformed document. */
export const readLive = async (store: Store): Promise<LiveDocument> =>
  parse(await store.read(LIVE, MAX_DOCUMENT_BYTES.live));

/** Returns true once anything was published to the store, even a preview. */
export async function storeExists(store: Store): Promise<boolean> {
  if (await store.read(LIVE, MAX_DOCUMENT_BYTES.live)) return true;
  return (await Promise.all(['audit', 'previews'].map((folder) => store.list(folder)))).some(
    (paths) => paths.length > 0,
  );
}

/** Moves one remote's pointer by compare-and-swap and writes the audit entry. Returns the new live document. */
export async function changeLive(store: Store, change: Change): Promise<LiveDocument> {
  await store.assertFit();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const content = await store.read(LIVE, MAX_DOCUMENT_BYTES.live);
    const read = parse(content);
    const live = store.trustedLive?.(read) ?? read; // drops unsigned changes
    const { [change.remote]: before, ...rest } = live.remotes;
    change.assertSeen?.(before);
    const after = await change.next(before, live);
    if (!after) return live;
    const revision = live.revision + 1;
    const remotes = after === 'retired' ? rest : { ...live.remotes, [change.remote]: after };
    const unsigned: AuditEntry = {
      at: new Date().toISOString(),
      who: (change.who ?? whoAmI(store)).slice(0, MAX_WHO),
      ...doneBy(live, { ...live, remotes }, change.remote),
      why: change.why.slice(0, MAX_WHY),
      revision,
    };
    const entry = signEntryAt(store, unsigned);
    const next: LiveDocument = { ...live, revision, remotes, change: entry };
    if (live.change) await writeAudit(store, live.change);
    if (!(await store.compareAndSwap(LIVE, content, encode(next)))) continue;
    await writeAudit(store, entry);
    return next;
  }
  throw new ReleaseConflict('live.json changes too often; try again');
}

/** Returns the only action of a change; undefined for a new signature. */
function doneBy(before: LiveDocument, after: LiveDocument, remote: string) {
  const [part, ...more] = describeChange(before, after);
  const version = after.remotes[remote]?.version ?? null;
  if (!part) return { action: 'sign', remote, from: version, to: version } as const;
  const { action } = part;
  if (action !== 'rewrite' && more.length === 0) return { ...part, action };
  const actions = [part, ...more].map((each) => each.action).join(', ');
  throw new ReleaseRefused(`a change of ${remote} has exactly one action, this one has ${actions}`);
}

export const auditPath = ({ at, action, remote, revision, site }: AuditEntry) =>
  `audit/${revision === undefined ? '' : `${String(revision).padStart(8, '0')}-`}${at.replaceAll(/[:.]/g, '-')}${site === undefined ? '' : `-${String(site).padStart(8, '0')}`}-${action}-${remote}.json`;

const AUDIT_NAME =
  /^audit\/(?:(?<revision>\d{8})-)?(?<at>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(?:-\d{8})?-(?<action>[a-z-]+?)-(?<remote>mf-[a-z0-9-]+|site)\.json$/;

export interface AuditName {
  /** Revision of the live document; null for an entry of another document. */
  revision: number | null;
  /** Time with hyphens in place of colons and dots. */
  at: string;
  action: string;
  remote: string;
}

export function parseAuditPath(path: string): AuditName | null {
  const { revision, at = '', action = '', remote = '' } = AUDIT_NAME.exec(path)?.groups ?? {};
  return at ? { revision: revision ? Number(revision) : null, at, action, remote } : null;
}

export const signEntryAt = (store: Store, entry: AuditEntry): AuditEntry =>
  store.signEntry?.(entry) ?? entry;

/** Writes an audit entry. Idempotent: each change first completes the entry of a crashed writer. */
export const writeAudit = (store: Store, entry: AuditEntry) =>
  store.compareAndSwap(auditPath(entry), null, encode(entry));

export interface AuditQuery {
  limit?: number | undefined;
  paths?: readonly string[] | undefined;
}

/** Returns the paths of all audit entries; not the times that sites have agreed on. */
export const listAudit = async (store: Store): Promise<string[]> =>
  (await store.list('audit')).filter((path) => path.endsWith('.json'));

/** Returns audit entries in the order of their revisions; entries of previews have no revision and are placed by time. */
export async function readAudit(
  store: Store,
  remote?: string,
  { limit, paths: listed }: AuditQuery = {},
): Promise<ReadEntry[]> {
  const paths = (listed ?? (await listAudit(store))).filter(
    (path) => !remote || path.endsWith(`-${remote}.json`),
  );
  const entryPaths = limit === undefined ? paths : findNewest(paths, limit);
  const entries = await inBatches(entryPaths, (path) => readVerifiedEntry(store, path));
  const present = entries.filter((entry) => entry !== null);
  const ordered = inOrder(present.filter((entry) => !remote || entry.remote === remote));
  return limit === undefined ? ordered : ordered.slice(-limit);
}

/** Returns null for an entry whose action only newer versions know. */
const ownAuditEntry = {
  parse(value: unknown): AuditEntry | null {
    const { action } = (value ?? {}) as { action?: unknown };
    const isNewer =
      typeof action === 'string' && !(auditActions as readonly string[]).includes(action);
    return isNewer ? null : auditEntry.parse(value);
  },
};

/** Returns an audit entry, or null for one that is missing, untrusted or of a newer version. Throws on a malformed one. */
export async function readAuditEntry(store: Store, path: string): Promise<AuditEntry | null> {
  const content = await store.read(path, MAX_DOCUMENT_BYTES.audit).catch((error: Error) => {
    if (error instanceof Untrusted) return null;
    throw error;
  });
  return content && parseDocument(path, ownAuditEntry, content);
}

/** Like {@link readAuditEntry}, but marks an entry that is not verified, or has the name of another one. */
export async function readVerifiedEntry(store: Store, path: string): Promise<ReadEntry | null> {
  const entry = await readAuditEntry(store, path);
  return entry && markUnverified(store, entry, path);
}

export function markUnverified(
  store: Store,
  entry: AuditEntry,
  path = auditPath(entry),
): ReadEntry {
  if (!store.checkEntry) return entry;
  const state = auditPath(entry) === path ? store.checkEntry(entry) : 'unverified';
  if (state === 'verified') return entry;
  return { ...entry, unverified: true, ...(state === 'unsigned' && { unsigned: true }) };
}

const isNumbered = (path: string) => /^audit\/\d{8}-/.test(path);

/** Sorts paths of entries, newest first: by revision; an entry without one follows the revisions of its time. */
export function newestFirst(paths: readonly string[]): string[] {
  const sort = (some: string[]) => some.sort().reverse();
  const unnumbered = sort(paths.filter((path) => !isNumbered(path)));
  const sorted: string[] = [];
  let next = 0;
  for (const path of sort(paths.filter(isNumbered))) {
    for (; next < unnumbered.length && timeIn(unnumbered[next] ?? '') >= timeIn(path); next++)
      sorted.push(unnumbered[next] ?? '');
    sorted.push(path);
  }
  return [...sorted, ...unnumbered.slice(next)];
}

const timeIn = (path: string) => parseAuditPath(path)?.at ?? '';

function findNewest(paths: readonly string[], limit: number): string[] {
  const newest = (some: string[]) => some.sort().slice(-limit);
  return [
    ...newest(paths.filter(isNumbered)),
    ...newest(paths.filter((path) => !isNumbered(path))),
  ];
}

function inOrder(entries: ReadEntry[]): ReadEntry[] {
  const numbered = entries
    .filter(({ revision }) => revision !== undefined)
    .sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
  for (const entry of entries
    .filter(({ revision }) => revision === undefined)
    .sort((a, b) => a.at.localeCompare(b.at))) {
    const before = numbered.findLastIndex(({ at }) => at <= entry.at);
    numbered.splice(before + 1, 0, entry);
  }
  return numbered;
}

/** Returns the record of a release, or null if the store lacks it. Throws on a malformed record. */
export async function readRelease(
  store: Store,
  name: string,
  version: string,
): Promise<ReleaseRecord | null> {
  const path = `${name}/${version}/release.json`;
  const content = await store.read(path, MAX_DOCUMENT_BYTES.record);
  if (!content) return null;
  const record = parseDocument(path, releaseRecord, content);
  if (record.name !== name || record.version !== version)
    throw new MalformedDocument(
      `${name}/${version} contains the record of ${record.name}@${record.version}`,
    );
  // the version contains the content hash: other files make another release
  if (!version.endsWith(`-${contentHash(record.files)}`))
    throw new MalformedDocument(`${path} lists files that do not match its version`);
  return record;
}

/** Returns true for a missing signature or a damaged record, and false for a failed read of the store. */
export const isUnreadable = (error: unknown): boolean =>
  UNREADABLE.some((type) => error instanceof type);

/** Handles the error of a read: returns null if {@link isUnreadable}, else throws it. */
export function nullIfUnreadable(error: unknown): null {
  if (isUnreadable(error)) return null;
  throw error;
}

/** Like {@link readRelease}, but returns null for a release that no site serves: damaged or untrusted. */
export const readServable = (
  store: Store,
  name: string,
  version: string,
): Promise<ReleaseRecord | null> => readRelease(store, name, version).catch(nullIfUnreadable);

/** Returns the releases that sites serve to all visitors, without that of a remote. One that is damaged is not served either. */
export async function liveRecords(
  store: Store,
  { remotes }: LiveDocument,
  except?: string,
): Promise<ReleaseRecord[]> {
  const entries = Object.entries(remotes).filter(([name]) => name !== except);
  const records = await Promise.all(
    entries.map(([name, pointer]) => {
      const version = servedVersion(pointer);
      return version ? readServable(store, name, version) : null;
    }),
  );
  return records.filter((record) => record !== null);
}

async function canaryRecords(store: Store, { remotes }: LiveDocument): Promise<ReleaseRecord[]> {
  const records = await Promise.all(
    Object.entries(remotes).map(([name, { canary }]) =>
      canary && canary.percent > 0 ? readServable(store, name, canary.version) : null,
    ),
  );
  return records.filter((record) => record !== null);
}

/** Returns the live releases and the running canaries; an empty list for a malformed live document. */
export async function readServedReleases(store: Store): Promise<ReleaseRecord[]> {
  try {
    const live = await readLive(store);
    return [...(await liveRecords(store, live)), ...(await canaryRecords(store, live))];
  } catch (error) {
    if (error instanceof MalformedDocument) return [];
    throw error;
  }
}

export async function listVersions(store: Store, name: string): Promise<string[]> {
  const records = (await store.list(name)).filter((path) => path.endsWith('/release.json'));
  return records.map((path) => path.split('/')[1] ?? '');
}

/** Returns the author of a change: the signing key, else `RELEASES_USER`, else the account name. */
export const whoAmI = ({ actor }: Pick<Store, 'actor'>) =>
  actor || process.env['RELEASES_USER'] || process.env['USER'] || userInfo().username || 'unknown';
