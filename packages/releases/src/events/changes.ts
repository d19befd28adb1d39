import type {
  AuditEntry,
  LiveDocument,
  PreviewDocument,
  ReadEntry,
} from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { canonical } from '../documents/canonical';
import { MalformedDocument } from '../documents/document';
import {
  auditPath,
  listAudit,
  markUnverified,
  readLive,
  readVerifiedEntry,
  writeAudit,
} from '../pointers/live';
import { getChanges, listChannels, readPreviews } from '../pointers/previews';
import { readSite } from '../pointers/site';
import { Untrusted } from '../signing/signature';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';
import { deriveEntries } from './derive-entries';
import {
  type AuditName,
  isNewPreview,
  type Position,
  parseAuditName,
  passPreviews,
  previewId,
} from './position';
import { StorePoll } from './store-poll';

const MAX_CHANGES = 200;
const MAX_DERIVED = 1000;
/** Interval at which entries of crashed writers are completed, ms. */
const COMPLETE_MS = 60_000;

export interface StoreChange {
  id: string;
  entry: ReadEntry;
  position: Position;
}

interface Documents {
  live: LiveDocument;
  site: Pick<SiteDocument, 'revision' | 'change'>;
  names: AuditName[];
}

const START: Position = { live: 0, site: 0, floor: 0, previews: [] };

/** All changes of a store, those of one remote in order. Reads the documents and the audit log, so a change of a crashed writer is found, too. */
export class Changes {
  private readonly store: Store;
  private readonly log: (line: string) => void;
  readonly poll: StorePoll;
  private last: LiveDocument | undefined;
  private readonly derived = new Map<number, ReadEntry[]>();
  /** Paths of entries that are not announced at this revision of the site, whose keys decide. */
  private refused = { revision: 0, paths: new Set<string>() };
  private completedAt = Number.NEGATIVE_INFINITY;
  /** Last read, which all followers share until the version changes. */
  private shared: { version: number; documents: Promise<Documents> } | undefined;

  /** @param store A signed store ignores changes without a trusted signature. */
  constructor(store: Store, log: (line: string) => void = () => {}) {
    this.store = store;
    this.log = log;
    this.poll = new StorePoll(store);
  }

  poke = (): void => this.poll.wake();

  async end(): Promise<Position> {
    const { live, site, names } = await this.read();
    const previews = names.filter(({ kind }) => kind === 'preview');
    return passPreviews({ ...START, live: live.revision, site: site.revision }, previews);
  }

  /** Returns the changes after a position, oldest first, and the position after them. */
  async after(before: Position): Promise<{ changes: StoreChange[]; position: Position }> {
    const { live, site, names } = await this.readShared();
    let position = {
      ...before,
      live: findStart(before.live, live.revision),
      site: findStart(before.site, site.revision),
    };
    const streams = await Promise.all([
      this.liveAfter(position.live, live, names),
      this.siteAfter(position.site, site, names),
      this.previewsAfter(position, names),
    ]);
    const changes = mergeByTime(streams)
      .slice(0, MAX_CHANGES)
      .map(({ id, entry, advance }) => {
        position = advance(position);
        return { id, entry, position };
      });
    return { changes, position };
  }

  /** Yields changes as they are made. `after`: the default is now. Store failures are logged and retried. */
  async *follow({
    after,
    signal,
  }: {
    after?: Position | undefined;
    signal: AbortSignal;
  }): AsyncGenerator<StoreChange> {
    let position = after;
    const stop = this.poll.start();
    try {
      while (!signal.aborted) {
        const { version } = this.poll;
        const read = await this.next(position).catch((error: Error) => {
          this.log(`changes cannot be read, trying again: ${error.message}`);
          return { changes: [], position };
        });
        for (const change of read.changes) {
          if (signal.aborted) return;
          yield change;
        }
        ({ position } = read);
        if (read.changes.length === 0) await this.poll.changed(version, signal);
      }
    } finally {
      stop();
    }
  }

  private async next(position: Position | undefined) {
    return position ? this.after(position) : { changes: [], position: await this.end() };
  }

  /** Lists the audit log once for all followers of a version. Without followers, the version is not updated. */
  private readShared(): Promise<Documents> {
    const { version, isFollowed } = this.poll;
    if (!isFollowed) return this.read();
    if (this.shared?.version === version) return this.shared.documents;
    const documents = this.read();
    this.shared = { version, documents };
    documents.catch(() => {
      if (this.shared?.documents === documents) this.shared = undefined;
    });
    return documents;
  }

  private async read(): Promise<Documents> {
    const [read, site] = await Promise.all([readLive(this.store), this.readSite()]);
    const live = this.store.trustedLive?.(read, this.last) ?? read;
    const names = (await this.listCompleteAudit()).flatMap((path) => parseAuditName(path) ?? []);
    this.derive(live);
    const revision = site?.revision ?? 0;
    if (revision !== this.refused.revision) this.refused = { revision, paths: new Set() };
    return { live, site: site ?? { revision: 0 }, names };
  }

  private async listCompleteAudit(): Promise<string[]> {
    const paths = await listAudit(this.store);
    if (performance.now() - this.completedAt <= COMPLETE_MS) return paths;
    this.completedAt = performance.now();
    return [...paths, ...(await completePreviewAudit(this.store, paths))];
  }

  private async readSite(): Promise<SiteDocument | null> {
    try {
      return await readSite(this.store);
    } catch (error) {
      if (!(error instanceof Untrusted || error instanceof MalformedDocument)) throw error;
      this.log(error.message);
      return null;
    }
  }

  private derive(live: LiveDocument): void {
    const { last } = this;
    if (last?.revision === live.revision) return;
    this.last = live;
    if (last?.revision !== live.revision - 1) return;
    const entries = deriveEntries(last, live);
    if (entries.length === 0)
      this.log(`revision ${live.revision} of live.json changes no remote; it is not announced`);
    this.derived.set(
      live.revision,
      entries.map((entry) => markUnverified(this.store, entry)),
    );
    this.derived.delete(live.revision - MAX_DERIVED);
  }

  private async liveAfter(
    revision: number,
    { revision: newest, change }: LiveDocument,
    names: readonly AuditName[],
  ): Promise<Found[]> {
    const changes: Found[] = [];
    for (let next = revision + 1; next <= newest && changes.length < MAX_CHANGES; next++) {
      const documentEntry =
        change?.revision === next ? markUnverified(this.store, change) : undefined;
      const entries = this.derived.get(next) ?? [
        documentEntry ?? (await this.findEntry('live', next, names)),
      ];
      const present = entries.filter((entry) => entry !== null);
      for (const [index, entry] of present.entries())
        changes.push({
          id: `${getId('live', next, entry)}${index > 0 ? `-${index + 1}` : ''}`,
          entry,
          // the step counts as read after its last entry
          advance: (at) => ({ ...at, live: index === present.length - 1 ? next : next - 1 }),
        });
    }
    return changes;
  }

  private async siteAfter(
    revision: number,
    { revision: newest, change }: Documents['site'],
    names: readonly AuditName[],
  ): Promise<Found[]> {
    const changes: Found[] = [];
    for (let next = revision + 1; next <= newest && changes.length < MAX_CHANGES; next++) {
      const documentEntry = change?.site === next ? markUnverified(this.store, change) : undefined;
      const entry = documentEntry ?? (await this.findEntry('site', next, names));
      const advance = (at: Position) => ({ ...at, site: next });
      if (entry) changes.push({ id: getId('site', next, entry), entry, advance });
    }
    return changes;
  }

  private async previewsAfter(position: Position, names: readonly AuditName[]): Promise<Found[]> {
    const { paths } = this.refused;
    const fresh = names
      .filter((name) => name.kind === 'preview' && !paths.has(name.path))
      .filter((name) => isNewPreview(name, position))
      .sort((a, b) => a.at - b.at);
    for (let start = 0; start < fresh.length; start += MAX_CHANGES) {
      const batch = fresh.slice(start, start + MAX_CHANGES);
      const changes = await inBatches(batch, (name) => this.findPreview(name));
      const present = changes.filter((change) => change !== null);
      if (present.length > 0) return present;
    }
    return [];
  }

  /** Returns an announced entry without a revision; null, from then on without reading it again, for any other. */
  private async findPreview(name: AuditName): Promise<Found | null> {
    const { paths } = this.refused;
    const entry = await this.recorded(ownEntry(name, await this.readEntry(name.path)));
    if (entry)
      return { id: previewId(name), entry, advance: (position) => passPreviews(position, [name]) };
    paths.add(name.path);
    return null;
  }

  /** Returns an entry that is signed, or that its channel's document has: sites may write to `audit`, but not to `previews`. */
  private async recorded(entry: ReadEntry | null): Promise<ReadEntry | null> {
    if (!entry || !PREVIEW_ACTIONS.includes(entry.action)) return entry;
    const document = await this.readChannel(entry.channel ?? '');
    const { unverified: _, unsigned: __, ...written } = entry;
    const text = canonical(written);
    if (getChanges(document).some((change) => canonical(change) === text)) return entry;
    this.log(`${auditPath(entry)} is in no document of a channel; it is not announced`);
    return null;
  }

  private async readChannel(channel: string): Promise<PreviewDocument | null> {
    try {
      return await readPreviews(this.store, channel);
    } catch (error) {
      if (!(error instanceof MalformedDocument)) throw error;
      return null;
    }
  }

  private async findEntry(
    kind: AuditName['kind'],
    revision: number,
    names: readonly AuditName[],
  ): Promise<ReadEntry | null> {
    const paths = names.filter((one) => one.kind === kind && one.revision === revision);
    const read = await Promise.all(paths.map(({ path }) => this.readEntry(path)));
    const entries = read.filter((entry) => entry !== null);
    return entries.find(({ unverified }) => !unverified) ?? entries[0] ?? null;
  }

  private async readEntry(path: string): Promise<ReadEntry | null> {
    try {
      return await readVerifiedEntry(this.store, path);
    } catch (error) {
      if (!(error instanceof MalformedDocument)) throw error;
      this.log(error.message);
      return null;
    }
  }
}

interface Found {
  id: string;
  entry: ReadEntry;
  advance(position: Position): Position;
}

/** Writes the audit entries of previews whose writers crashed before it. Returns their paths. */
async function completePreviewAudit(store: Store, paths: readonly string[]): Promise<string[]> {
  const written = new Set(paths);
  const completed: string[] = [];
  const documents = await inBatches(await listChannels(store), (channel) =>
    readPreviews(store, channel).catch(() => null),
  );
  for (const change of documents.flatMap(getChanges)) {
    if (written.has(auditPath(change))) continue;
    await writeAudit(store, change);
    completed.push(auditPath(change));
  }
  return completed;
}

/** Actions that a channel's document records; the others without a revision are signed. */
const PREVIEW_ACTIONS: readonly AuditEntry['action'][] = ['preview', 'preview-end'];

/** Actions whose entries have no revision, because they change no pointer. */
const WITHOUT_REVISION = /^(?:preview(?:-[a-z]+)?|rollout-(?:hold|waiting|finished))$/;

/** Returns an entry without a revision; null for the entry of another change under its name. */
const ownEntry = ({ path }: AuditName, entry: ReadEntry | null): ReadEntry | null =>
  entry && WITHOUT_REVISION.test(entry.action) && auditPath(entry) === path ? entry : null;

/** Returns a stable id. It contains the time, because a restored store counts its revisions again. */
const getId = (kind: string, revision: number, { at }: AuditEntry) =>
  `${kind}-${revision}-${Date.parse(at)}`;

/** Returns the revision after which to read: a restored document starts at its own, a missing one keeps the position. */
const findStart = (revision: number, newest: number) =>
  newest === 0 ? revision : Math.min(revision, newest);

function mergeByTime(streams: Found[][]): Found[] {
  const rest = streams.map((stream) => [...stream]);
  const merged: Found[] = [];
  for (;;) {
    const heads = rest.filter((stream) => stream.length > 0);
    heads.sort(([a], [b]) => (a?.entry.at ?? '').localeCompare(b?.entry.at ?? ''));
    const next = heads[0]?.shift();
    if (!next) return merged;
    merged.push(next);
  }
}
