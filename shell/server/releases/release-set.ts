import type { LiveDocument, LivePointer, ReleaseRecord } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { type Store, type Trust, trustOf } from '@carry/releases';
import type { ReleaseRef } from '../../universal/page/boot';
import type { Composition, Records } from '../composition/composition';
import { bucketOf } from '../http/visitor';
import { Compositions, type SiteOf } from './compositions';
import { Drift, type RemoteDrift } from './drift';
import { IgnoredEntries } from './ignored-entries';
import type { Verdict } from './pending-verdicts';
import { PointerWatcher } from './pointer-watcher';
import { Quarantine } from './quarantine';
import type { ReleaseFiles } from './release-files';
import { ReleaseSnapshot } from './release-snapshot';
import { type Canary, Servable } from './servable';

const NOBODY = trustOf(null, []);
/** How often a release that could not be served is tried again while nothing else changes. */
const RELEASE_RETRY_MS = 2000;

export type { RemoteDrift };

interface Parts {
  store: Store;
  files: ReleaseFiles;
  siteOf: SiteOf;
  /** Public keys of the operators; null: signatures do not count here. */
  operators?: readonly string[] | null;
  /** Origin of the site, which a signed `site.json` has to name where it is public. */
  siteUrl?: string;
  log(line: string): void;
  /** Told of a live release or canary whose files in the store are not those of its record. */
  onDamage(remote: string, version: string, why: string): void;
}

/** What is served since the pointers were followed last. */
interface Served {
  records: Records;
  canaries: ReadonlyMap<string, Canary>;
  /** Of the pointers, of the verdicts that the store does not hold, and of what the site is. */
  revision: number;
  pending: number;
  site: number;
  /** When a release that could not be served is tried again, ms since the epoch. */
  retryAt: number;
}

/** What this shell serves: the live releases and canaries of the store, as far as they are intact and not in quarantine. */
export class ReleaseSet {
  private readonly follower: PointerWatcher;
  private readonly quarantined: Quarantine;
  private readonly followed = new ReleaseSnapshot();
  private readonly compositions: Compositions;
  private readonly deviating: Drift;
  private readonly ignored: IgnoredEntries;
  private readonly servable: Servable;
  private readonly listeners = new Set<() => void>();
  private served: Served | null = null;
  /** What counts of each pointer, as last followed. */
  private counted: Record<string, LivePointer> | null = null;
  private following: Promise<unknown> = Promise.resolve();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.compositions = new Compositions(parts.siteOf);
    this.deviating = new Drift(parts.log);
    this.servable = new Servable(parts.files, parts.onDamage);
    this.ignored = new IgnoredEntries(parts.log);
    this.follower = new PointerWatcher(parts.store, parts.files, {
      log: parts.log,
      trust: () => this.trust,
      siteUrl: parts.operators?.length ? (parts.siteUrl ?? '') : '',
      onIgnored: this.noteIgnored,
    });
    this.quarantined = new Quarantine(parts.store, parts.log, () => this.update(this.live));
  }

  /** Reads the set once and keeps following it until {@link close}. */
  open = (): Promise<void> => this.follower.follow((live) => this.update(live));
  close = (): void => this.follower.close();
  /** The pointers as last read. */
  get live(): LiveDocument {
    return this.follower.live ?? { revision: -1, remotes: {} };
  }

  /** What the site is, as last read. */
  get site(): SiteDocument {
    return this.follower.site;
  }

  /** Whose signatures count. */
  get trust(): Trust {
    const { operators = [] } = this.parts;
    return operators === null ? NOBODY : trustOf(this.follower.site, operators);
  }

  /** When the store answered last, ms since the epoch. */
  get readAt(): number {
    return this.follower.readAt;
  }

  /** Why the store refuses this site for good; null: it does not. */
  get storeRefusal(): string | null {
    return this.follower.refusal;
  }

  /** What the store says without a signature of somebody who may. */
  get ignoredEntries(): { document: string; why: string }[] {
    return this.ignored.all();
  }

  /** Notes why a document of the store is ignored; no reason: it is not. */
  noteIgnored: IgnoredEntries['set'] = (...about) => this.ignored.set(...about);

  get deviations(): RemoteDrift[] {
    return this.deviating.all();
  }

  /** The pointer of a remote, with what this shell knows of it before the store does. */
  pointerOf = (remote: string): LivePointer | undefined =>
    this.quarantined.applyTo({ ...this.live, remotes: this.counted ?? this.live.remotes })[remote];

  private get records(): Records {
    return this.served?.records ?? new Map();
  }

  /** Whether some visitor without a preview gets this `name@version`. */
  serves = (release: string): boolean => {
    const [name = '', version] = release.split('@');
    return (
      this.records.get(name)?.version === version ||
      this.served?.canaries.get(name)?.record.version === version
    );
  };

  /** Calls back when the set has changed; returns the end of it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether some visitors get a canary, so that each needs an id. */
  hasCanary = (): boolean => Boolean(this.served?.canaries.size);

  /** The set for a visitor: what is live, the canaries that their id (null: none) falls into, and what they preview. */
  compositionFor(
    visitor: string | null,
    previews: ReleaseRecord[] = [],
    local: ReleaseRef[] = [],
  ): Composition {
    const records = new Map(this.records);
    for (const [name, { percent, record }] of this.served?.canaries ?? []) {
      if (visitor !== null && bucketOf(visitor, name) < percent) records.set(name, record);
    }
    for (const record of previews) records.set(record.name, record);
    return this.compositions.of(records, this.site, local);
  }

  /** A composition that some page was made of, by its id. */
  compositionById = (id: string): Composition | undefined => this.compositions.byId(id);

  /** Puts a failing release into quarantine: here at once, and in the store for everybody. Throws when the rules forbid it. */
  async quarantine(remote: string, verdict: Verdict): Promise<void> {
    this.quarantined.add(remote, verdict);
    await this.update(this.live); // at once, whatever the store says
    await this.quarantined.store(remote, verdict);
  }

  /** Follows pointers, one set after the other. */
  private update(live: LiveDocument): Promise<void> {
    const next = this.following.then(() => this.follow(live));
    this.following = next.catch(() => {});
    return next;
  }

  private isSame = (live: LiveDocument): boolean =>
    this.served?.revision === live.revision &&
    this.served.pending === this.quarantined.size &&
    this.served.site === this.site.revision;

  /** Whether something else may be served now than before. */
  private isDue(live: LiveDocument): boolean {
    const complete = this.deviating.size === 0 && ![...this.records.values()].includes(null);
    return !this.isSame(live) || (!complete && Date.now() >= (this.served?.retryAt ?? 0));
  }

  private async follow(live: LiveDocument): Promise<void> {
    const { revision: site } = this.site;
    this.quarantined.offerAgain();
    if (this.quarantined.size === 0 && !this.isDue(live)) return;
    if (!this.served) this.followed.recall(await this.parts.files.lastLive(), this.trust);
    const { distrusted, remotes } = this.count(live);
    if (!this.isDue(live)) return;
    const same = this.isSame(live);
    const pending = this.quarantined.size;
    const retryAt = Date.now() + RELEASE_RETRY_MS;
    const names = [...new Set([...Object.keys(this.site.owners), ...Object.keys(remotes)])];
    const choose = async (name: string) =>
      [name, await this.chosen(name, remotes[name], distrusted.get(name) ?? null)] as const;
    const records: Records = new Map(await Promise.all(names.map(choose)));
    const trusted = Object.entries(remotes).filter(([name]) => !distrusted.get(name));
    const found = await Promise.all(
      trusted.map(
        async ([name, pointer]) => [name, await this.servable.canary(name, pointer)] as const,
      ),
    );
    const canaries = new Map(found.flatMap(([name, canary]) => (canary ? [[name, canary]] : [])));
    const changed = this.served !== null && !same;
    this.served = { records, canaries, revision: live.revision, pending, site, retryAt };
    if (changed) for (const listener of this.listeners) listener();
    if (live.revision > 0 && !same)
      await this.parts.files.keepLive(
        this.followed.lastGoodOf(live, (name) => !distrusted.get(name)),
      );
  }

  /** What counts of each pointer, with the verdicts of this site; of a pointer that is not followed, why. */
  private count(live: LiveDocument) {
    const names = Object.keys(this.site.owners);
    const { counted, distrusted } = this.followed.count(names, live, this.trust, this.ignored);
    this.counted = counted;
    return { distrusted, remotes: this.quarantined.applyTo({ ...live, remotes: counted }) };
  }

  /** What is served of a remote whose pointer is not followed: what is already, or what this machine has kept. */
  private async servedBefore(
    name: string,
    served: ReleaseRecord | null,
  ): Promise<ReleaseRecord | null> {
    const pointer = this.followed.pointerOf(name);
    return served ?? (pointer ? (await this.servable.first(name, pointer, null)).record : null);
  }

  private async chosen(
    name: string,
    pointer: LivePointer | undefined,
    distrusted: string | null,
  ): Promise<ReleaseRecord | null> {
    if (!pointer) {
      this.deviating.end(name);
      return null;
    }
    const served = this.records.get(name) ?? null;
    const { record, why } = distrusted
      ? { record: await this.servedBefore(name, served), why: distrusted }
      : await this.servable.first(name, pointer, served);
    if (why === null) this.deviating.end(name);
    else {
      const serving = record?.version ?? null;
      this.deviating.note({ remote: name, wanted: pointer.version, serving, why });
    }
    return record;
  }
}
