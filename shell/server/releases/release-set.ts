import type { LiveDocument, LivePointer, ReleaseRecord } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { deriveTrust, type Store, type Trust } from '@carry/releases';
import type { LogLine } from 'server-kit/log';
import type { RemoteFlags } from '../../universal/page/boot';
import type { Composition, LocalRemote, Records } from '../composition/composition';
import { getBucket } from '../http/visitor';
import { Compositions, type SiteOf } from './compositions';
import { Drift, type RemoteDrift } from './drift';
import {
  evaluateFlags,
  type FlagOverrides,
  type FlagShares,
  hasShare,
  listExposures,
} from './feature-flags';
import { IgnoredEntries } from './ignored-entries';
import type { Decision } from './pending-decisions';
import { PointerWatcher } from './pointer-watcher';
import { Quarantine } from './quarantine';
import type { ReleaseFiles } from './release-files';
import { ReleaseSnapshot } from './release-snapshot';
import { type Canary, Servable } from './servable';

const NO_TRUST = deriveTrust(null, []);
const RELEASE_RETRY_MS = 2000;

export type { RemoteDrift };

interface Parts {
  store: Store;
  files: ReleaseFiles;
  getSite: SiteOf;
  /** Public keys of the operators; null disables signature checks. */
  operators?: readonly string[] | null;
  siteUrl?: string;
  log: LogLine;
  /** Called if a live release or canary fails its integrity check. */
  onDamage(remote: string, version: string, why: string): void;
}

interface Served {
  records: Records;
  canaries: ReadonlyMap<string, Canary>;
  flags: FlagShares;
  /** Revision of the pointers, changes of pending decisions, revision of `site.json`: the cache key. */
  revision: number;
  decisionChanges: number;
  site: number;
  retryAt: number;
}

interface ChosenReleases {
  name: string;
  record: ReleaseRecord | null;
  canary: Canary | null;
  deviations: RemoteDrift[];
}

/** The releases that this shell serves: live releases and canaries that are intact and not quarantined. */
export class ReleaseSet {
  private readonly watcher: PointerWatcher;
  private readonly quarantined: Quarantine;
  private readonly snapshot = new ReleaseSnapshot();
  private readonly compositions: Compositions;
  private readonly drift: Drift;
  private readonly ignored: IgnoredEntries;
  private readonly servable: Servable;
  private readonly listeners = new Set<() => void>();
  private served: Served | null = null;
  private effective: Record<string, LivePointer> | null = null;
  private following: Promise<unknown> = Promise.resolve();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.compositions = new Compositions(parts.getSite);
    this.drift = new Drift(parts.log);
    this.servable = new Servable(parts.files, parts.onDamage);
    this.ignored = new IgnoredEntries(parts.log);
    this.watcher = new PointerWatcher(parts.store, parts.files, {
      log: parts.log,
      trust: () => this.trust,
      siteUrl: parts.operators?.length ? (parts.siteUrl ?? '') : '',
      onIgnored: this.noteIgnored,
    });
    this.quarantined = new Quarantine(parts.store, parts.log, () => this.update(this.live));
  }

  open = (): Promise<void> => this.watcher.follow((live) => this.update(live));
  close = (): void => this.watcher.close();
  get live(): LiveDocument {
    return this.watcher.live ?? { revision: -1, remotes: {} };
  }

  get site(): SiteDocument {
    return this.watcher.site;
  }

  get trust(): Trust {
    const { operators = [] } = this.parts;
    return operators === null ? NO_TRUST : deriveTrust(this.watcher.site, operators);
  }

  get readAt(): number | null {
    return this.watcher.readAt;
  }

  get storeRefusal(): string | null {
    return this.watcher.refusal;
  }

  get ignoredEntries(): { document: string; why: string }[] {
    return this.ignored.all();
  }

  noteIgnored: IgnoredEntries['set'] = (...about) => this.ignored.set(...about);

  get deviations(): RemoteDrift[] {
    return this.drift.all();
  }

  get pointers(): Record<string, LivePointer> {
    return this.quarantined.applyTo({ ...this.live, remotes: this.effective ?? this.live.remotes });
  }

  getPointer = (remote: string): LivePointer | undefined => this.pointers[remote];

  private get records(): Records {
    return this.served?.records ?? new Map();
  }

  serves = (release: string): boolean => {
    const [name = '', version] = release.split('@');
    return (
      this.records.get(name)?.version === version ||
      this.served?.canaries.get(name)?.record.version === version
    );
  };

  getRoutes = (remote: string): { path: string }[] =>
    [this.records.get(remote), this.served?.canaries.get(remote)?.record].flatMap(
      (record) => record?.routes ?? [],
    );

  onChange = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  hasCanary = (): boolean => Boolean(this.served?.canaries.size);

  needsVisitor = (): boolean => this.hasCanary() || hasShare(this.served?.flags ?? new Map());

  flagsFor = (
    composition: Composition,
    visitor: string | null,
    overrides: FlagOverrides,
  ): RemoteFlags =>
    evaluateFlags(composition, { shares: this.served?.flags ?? new Map(), visitor, overrides });

  getExposures = (record: ReleaseRecord | null | undefined, values: RemoteFlags) =>
    listExposures(record, this.served?.flags ?? new Map(), values);

  /** Composes the site for a visitor: live releases, canaries by visitor id (null: without canaries) and previews. */
  compositionFor(
    visitor: string | null,
    previews: ReleaseRecord[] = [],
    local: LocalRemote[] = [],
  ): Composition {
    const records = new Map(this.records);
    for (const [name, { percent, record }] of this.served?.canaries ?? []) {
      if (visitor !== null && getBucket(visitor, name) < percent) records.set(name, record);
    }
    for (const record of previews) records.set(record.name, record);
    return this.compositions.of(records, this.site, local);
  }

  compositionById = (id: string): Composition | undefined => this.compositions.byId(id);

  /** Quarantines a failing release: locally at once, then in the store for all sites. Throws if the rules reject it. */
  async quarantine(remote: string, decision: Decision): Promise<void> {
    this.quarantined.add(remote, decision);
    await this.update(this.live);
    await this.quarantined.store(remote, decision);
  }

  /** Serialized: one update at a time. */
  private update(live: LiveDocument): Promise<void> {
    const next = this.following.then(() => this.follow(live));
    this.following = next.catch(() => {});
    return next;
  }

  private isSame = (live: LiveDocument): boolean =>
    this.served?.revision === live.revision &&
    this.served.decisionChanges === this.quarantined.changes &&
    this.served.site === this.site.revision;

  private isDue(live: LiveDocument): boolean {
    const complete = this.drift.size === 0 && ![...this.records.values()].includes(null);
    return !this.isSame(live) || (!complete && performance.now() >= (this.served?.retryAt ?? 0));
  }

  private async follow(live: LiveDocument): Promise<void> {
    const { revision: site } = this.site;
    this.quarantined.retryPending();
    if (this.quarantined.size === 0 && !this.isDue(live)) return;
    if (!this.served) this.snapshot.restore(await this.parts.files.lastLive(), this.trust);
    const { distrusted, remotes } = this.readPointers(live);
    if (!this.isDue(live)) return;
    const same = this.isSame(live);
    const decisionChanges = this.quarantined.changes;
    const retryAt = performance.now() + RELEASE_RETRY_MS;
    const names = [...new Set([...Object.keys(this.site.owners), ...Object.keys(remotes)])];
    const choices = await Promise.all(
      names.map((name) => this.chooseReleases(name, remotes[name], distrusted.get(name) ?? null)),
    );
    const records: Records = new Map(choices.map(({ name, record }) => [name, record]));
    const canaries = new Map(
      choices.flatMap(({ name, canary }) => (canary ? [[name, canary]] : [])),
    );
    this.drift.set(choices.flatMap(({ deviations }) => deviations));
    const changed = this.served !== null && !same;
    const flags: FlagShares = new Map(
      names.map((name) => {
        const pointer = distrusted.get(name) ? this.snapshot.getPointer(name) : remotes[name];
        return [name, pointer?.flags ?? {}];
      }),
    );
    const { revision } = live;
    this.served = { records, canaries, flags, revision, decisionChanges, site, retryAt };
    if (changed) for (const listener of this.listeners) listener();
    if (revision > 0 && !same)
      await this.parts.files.keepLive(
        this.snapshot.createLastGood(live, (name) => !distrusted.get(name)),
        [...records.values(), ...[...canaries.values()].map(({ record }) => record)].filter(
          (record) => record !== null,
        ),
      );
  }

  private readPointers(live: LiveDocument) {
    const names = Object.keys(this.site.owners);
    const { effective, distrusted } = this.snapshot.readAll(
      { owners: names, live, trust: this.trust },
      this.ignored,
    );
    this.effective = effective;
    return { distrusted, remotes: this.quarantined.applyTo({ ...live, remotes: effective }) };
  }

  /** Returns the release that an untrusted pointer leaves in place: the served one, else the local copy. */
  private async getLastServed(
    name: string,
    served: ReleaseRecord | null,
  ): Promise<ReleaseRecord | null> {
    const pointer = this.snapshot.getPointer(name);
    return served ?? (pointer ? (await this.servable.first(name, pointer, null)).record : null);
  }

  private async chooseReleases(
    name: string,
    pointer: LivePointer | undefined,
    distrusted: string | null,
  ): Promise<ChosenReleases> {
    if (!pointer) return { name, record: null, canary: null, deviations: [] };
    const served = this.records.get(name) ?? null;
    const servedCanary = this.served?.canaries.get(name)?.record ?? null;
    const live = distrusted
      ? { record: await this.getLastServed(name, served), why: distrusted }
      : await this.servable.first(name, pointer, served);
    const { canary, why } = distrusted
      ? { canary: null, why: null }
      : await this.servable.canary(name, pointer, servedCanary);
    const { record } = live;
    const serving = record?.version ?? null;
    const deviations: RemoteDrift[] = [];
    if (live.why !== null)
      deviations.push({ remote: name, wanted: pointer.version, serving, why: live.why });
    if (pointer.canary && why !== null)
      deviations.push({ remote: name, wanted: pointer.canary.version, serving, why });
    return { name, record, canary, deviations };
  }
}
