import { userInfo } from 'node:os';
import {
  type AuditEntry,
  auditEntry,
  type LiveDocument,
  type LivePointer,
  liveDocument,
  type ReleaseRecord,
  releaseRecord,
} from 'contracts/release';
import { ReleaseConflict } from './errors';
import type { Store } from './store';

const LIVE = 'live.json';
const ATTEMPTS = 30;
export const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** What a change does: the next pointer of its remote, or null to leave everything as it is. */
export interface Change {
  remote: string;
  action: AuditEntry['action'];
  why: string;
  who?: string;
  percent?: number;
  /** Called again with fresh pointers when somebody else wrote in between; throws to refuse. */
  next(pointer: LivePointer | undefined): LivePointer | null;
}

const parse = (content: Buffer | null): LiveDocument =>
  content ? liveDocument.parse(JSON.parse(content.toString())) : { revision: 0, remotes: {} };

/** The live pointers; an empty store has revision 0 and no remote. Throws on a malformed document. */
export const readLive = async (store: Store): Promise<LiveDocument> => parse(await store.read(LIVE));

/** Moves one remote's pointer by compare-and-swap and writes the audit entry; answers what is live now. */
export async function changeLive(store: Store, change: Change): Promise<LiveDocument> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const content = await store.read(LIVE);
    const live = parse(content);
    const before = live.remotes[change.remote];
    const after = change.next(before);
    if (!after) return live;
    const revision = live.revision + 1;
    const entry: AuditEntry = {
      at: new Date().toISOString(),
      who: change.who ?? whoAmI(),
      action: change.action,
      remote: change.remote,
      from: before?.version ?? null,
      to: change.action === 'canary' || change.action === 'take-back' ? (after.canary?.version ?? null) : after.version,
      why: change.why,
      ...(change.percent === undefined ? {} : { percent: change.percent }),
      revision,
    };
    const next: LiveDocument = { revision, remotes: { ...live.remotes, [change.remote]: after }, change: entry };
    if (live.change) await writeAudit(store, live.change); // its writer may have died before it could
    if (!(await store.compareAndSwap(LIVE, content, encode(next)))) continue;
    await writeAudit(store, entry);
    return next;
  }
  throw new ReleaseConflict('live.json changes too often; try again');
}

const auditPath = ({ at, action, remote, revision }: AuditEntry) =>
  `audit/${revision === undefined ? '' : `${String(revision).padStart(8, '0')}-`}${at.replaceAll(/[:.]/g, '-')}-${action}-${remote}.json`;

/** Writes an audit entry; the same entry twice is one. */
export const writeAudit = (store: Store, entry: AuditEntry) => store.compareAndSwap(auditPath(entry), null, encode(entry));

/** The audit entries of all remotes or of one, oldest first. */
export async function readAudit(store: Store, remote?: string): Promise<AuditEntry[]> {
  const paths = (await store.list('audit')).filter((path) => !remote || path.endsWith(`-${remote}.json`));
  const contents = await Promise.all(paths.map((path) => store.read(path)));
  const entries = contents.flatMap((content) => (content ? [auditEntry.parse(JSON.parse(content.toString()))] : []));
  return entries.filter((entry) => !remote || entry.remote === remote).sort((a, b) => a.at.localeCompare(b.at));
}

/** The record of a release, or null when the store has none. Throws on a malformed record. */
export async function readRelease(store: Store, name: string, version: string): Promise<ReleaseRecord | null> {
  const content = await store.read(`${name}/${version}/release.json`);
  if (!content) return null;
  const record = releaseRecord.parse(JSON.parse(content.toString()));
  if (record.name !== name || record.version !== version)
    throw new Error(`${name}/${version} holds the record of ${record.name}@${record.version}`);
  return record;
}

/** The versions of a remote in the store. */
export async function listVersions(store: Store, name: string): Promise<string[]> {
  const records = (await store.list(name)).filter((path) => path.endsWith('/release.json'));
  return records.map((path) => path.split('/')[1] ?? '');
}

/** Who changes something: `RELEASES_USER`, or the name of the account. */
export const whoAmI = () => process.env.RELEASES_USER || process.env.USER || userInfo().username || 'unknown';
