import { type AuditEntry, MAX_NOTE, type NotePlace } from '@carry/contracts/release';
import { encode } from '../documents/document';
import { ReleaseConflict } from '../errors/errors';
import type { Store } from '../stores/store';
import { agreeOnTime } from './agreed-time';
import { auditPath, listAudit, nullIfUnreadable, readAuditEntry } from './live';

const MAX_NAME = 60;
const MAX_ATTEMPTS = 10;
/** Newest entries of a remote's previews that are searched for one. */
const MAX_ENTRIES = 1000;
const BATCH = 50;
/** Newest notes of a remote that are searched for one that was sent before. */
const MAX_REPEATS = 50;

export interface PreviewNote {
  remote: string;
  channel: string;
  version: string;
  text: string;
  /** Name that the reviewer gave; it is not verified. */
  name?: string | undefined;
  place: NotePlace;
}

/** Writes a reviewer's note to the audit log; on signed remotes with a site's key. Returns the stored entry if `place.id` was sent before. */
export async function addPreviewNote(
  store: Store,
  { remote, channel, version, text, name, place }: PreviewNote,
): Promise<AuditEntry> {
  await store.assertFit();
  const stored = place.id ? await findNote(store, remote, place.id) : undefined;
  if (stored) return stored;
  const start = Date.parse(await readTime(store, remote, place));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const entry: AuditEntry = {
      at: new Date(start + attempt).toISOString(), // the time is the name of the entry
      who: name ? `reviewer ${name.slice(0, MAX_NAME)}` : 'a reviewer',
      action: 'preview-note',
      remote,
      from: null,
      to: version,
      why: text.slice(0, MAX_NOTE),
      channel,
      note: place,
    };
    if (await store.compareAndSwap(auditPath(entry), null, encode(entry))) return entry;
    const other = place.id
      ? await readAuditEntry(store, auditPath(entry)).catch(nullIfUnreadable)
      : null;
    if (other && other.note?.id === place.id) return other; // another site stored it meanwhile
  }
  throw new ReleaseConflict(`too many notes on ${remote} at once; try again`);
}

const readTime = async (store: Store, remote: string, { id }: NotePlace): Promise<string> =>
  id ? agreeOnTime(store, `audit/preview-note-${remote}-${id}`) : new Date().toISOString();

async function findNote(store: Store, remote: string, id: string) {
  const paths = (await listAudit(store)).filter((path) =>
    path.endsWith(`-preview-note-${remote}.json`),
  );
  const newest = paths.sort().slice(-MAX_REPEATS);
  const entries = await Promise.all(
    newest.map((path) => readAuditEntry(store, path).catch(nullIfUnreadable)),
  );
  return entries.find((entry) => entry?.note?.id === id);
}

/** Returns the newest audit entry that pointed a preview at a release, or null. Calls `onCut` if older entries were not searched. */
export async function findPreviewAuthor(
  store: Store,
  { remote, channel, version }: Pick<PreviewNote, 'remote' | 'channel' | 'version'>,
  onCut: (searched: number) => void = () => {},
): Promise<AuditEntry | null> {
  const paths = (await listAudit(store)).filter((path) => path.endsWith(`-preview-${remote}.json`));
  const newest = paths.sort().slice(-MAX_ENTRIES).reverse();
  for (let start = 0; start < newest.length; start += BATCH) {
    const entries = await Promise.all(
      newest
        .slice(start, start + BATCH)
        .map((path) => readAuditEntry(store, path).catch(nullIfUnreadable)),
    );
    const publication = entries.find(
      (entry) => entry?.channel === channel && entry.to === version && entry.from !== version,
    );
    if (publication) return publication;
  }
  if (paths.length > newest.length) onCut(newest.length);
  return null;
}
