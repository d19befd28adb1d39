import type { LiveDocument, LivePointer, ReleaseRecord } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import type { SiteDocument } from '@carry/contracts/site';
import {
  assertPointerTrusted,
  isQuarantined,
  quarantine,
  ReleaseConflict,
  type Store,
  type Trust,
  trustOf,
} from '@carry/releases';
import { LRUCache } from 'lru-cache';
import type { ReleaseRef } from '../../universal/boot';
import { type Composition, compose, type Records } from '../composition';
import { bucketOf } from '../visitor';
import { choose } from './choose';
import { Follower } from './follower';
import { PendingVerdicts, type Verdict } from './pending-verdicts';
import { DamagedRelease, type ReleaseFiles } from './release-files';

const NOBODY = trustOf(null, []);
const MAX_COMPOSITIONS = 200;
/** How often a verdict is offered to a store that did not take it. */
const STORE_RETRY_MS = 5000;
/** How often a release that could not be served is tried again while nothing else changes. */
const RELEASE_RETRY_MS = 2000;

/** A remote that is not served at the release that its pointer names. */
export interface Deviation {
  remote: string;
  wanted: string;
  serving: string | null;
  why: string;
}

interface Parts {
  store: Store;
  files: ReleaseFiles;
  /** The site as pages know it, of what its document says. */
  siteOf(document: SiteDocument): SiteConfig;
  /** Public keys of the operators; null: signatures do not count here. */
  operators?: readonly string[] | null;
  log(line: string): void;
  /** Told of a live release or canary whose files in the store are not those of its record. */
  onDamage(remote: string, version: string, why: string): void;
}

/** What this shell serves: the live releases and canaries of the store, as far as they are intact and not in quarantine. */
export class ReleaseSet {
  private readonly follower: Follower;
  private readonly verdicts = new PendingVerdicts();
  private readonly compositions = new LRUCache<string, Composition>({ max: MAX_COMPOSITIONS });
  private readonly listeners = new Set<() => void>();
  private base: Records = new Map();
  private canaries = new Map<string, { percent: number; record: ReleaseRecord }>();
  private deviating = new Map<string, Deviation>();
  private served: { revision: number; pending: number; site: number } | null = null;
  private taking: Promise<unknown> = Promise.resolve();
  /** The revision of the last order that was followed, by remote. */
  private readonly orders = new Map<string, number>();
  private storeRetryAt = 0;
  private releaseRetryAt = 0;

  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.follower = new Follower(parts.store, parts.files, parts.log);
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

  get deviations(): Deviation[] {
    return [...this.deviating.values()];
  }

  /** The pointer of a remote, with what this shell knows of it before the store does. */
  pointerOf = (remote: string): LivePointer | undefined => this.verdicts.applyTo(this.live)[remote];

  /** Whether some visitor without a preview gets this `name@version`. */
  serves = (release: string): boolean => {
    const [name = '', version] = release.split('@');
    return (
      this.base.get(name)?.version === version ||
      this.canaries.get(name)?.record.version === version
    );
  };

  /** Calls back when the set has changed; returns the end of it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether some visitors get a canary, so that each needs an id. */
  hasCanary = (): boolean => this.canaries.size > 0;

  /** The set for a visitor: what is live, the canaries that their id (null: none) falls into, and what they preview. */
  compositionFor(
    visitor: string | null,
    previews: ReleaseRecord[] = [],
    local: ReleaseRef[] = [],
  ): Composition {
    const records = new Map(this.base);
    for (const [name, { percent, record }] of this.canaries) {
      if (visitor !== null && bucketOf(visitor, name) < percent) records.set(name, record);
    }
    for (const record of previews) records.set(record.name, record);
    const names = [...records].map(([name, record]) => `${name}@${record?.version}`);
    const key = [
      this.site.revision,
      ...names,
      ...local.map(
        ({ name, entry, routes }) => `${name} ${entry} ${routes.map(({ path }) => path)}`,
      ),
    ].join(' ');
    const composition =
      this.compositions.get(key) ??
      compose(records, this.parts.siteOf(this.site), this.site, local);
    this.compositions.set(key, composition);
    return composition;
  }

  /** A composition that some page was made of, by its id. */
  compositionById = (id: string) =>
    [...this.compositions.values()].find((composition) => composition.id === id);

  /** Puts a failing release into quarantine: here at once, and in the store for everybody. Throws when the rules forbid it. */
  async quarantine(remote: string, verdict: Verdict): Promise<void> {
    this.verdicts.add(remote, verdict);
    this.storeRetryAt = Date.now() + STORE_RETRY_MS;
    await this.update(this.live); // at once, whatever the store says
    await this.store(remote, verdict);
  }

  private async store(remote: string, { version, why, to }: Verdict): Promise<void> {
    try {
      await quarantine(this.parts.store, remote, version, { why, who: 'shell', to });
    } catch (error) {
      this.parts.log(
        `the verdict on ${remote}@${version} is not in the store: ${(error as Error).message}`,
      );
      if (!(error instanceof ReleaseConflict)) return; // it is tried again
      this.verdicts.drop(remote);
      await this.update(this.live);
      throw error;
    }
  }

  /** Takes pointers up, one set after the other. */
  private update(live: LiveDocument): Promise<void> {
    const next = this.taking.then(() => this.take(live));
    this.taking = next.catch(() => {});
    return next;
  }

  private async take(live: LiveDocument): Promise<void> {
    const remotes = this.verdicts.applyTo(live);
    const { size: pending } = this.verdicts;
    const { revision: site } = this.site;
    if (pending > 0 && Date.now() > this.storeRetryAt) {
      this.storeRetryAt = Date.now() + STORE_RETRY_MS;
      for (const [remote, verdict] of this.verdicts.all())
        void this.store(remote, verdict).catch(() => {});
    }
    const same =
      this.served?.revision === live.revision &&
      this.served.pending === pending &&
      this.served.site === site;
    const complete = this.deviating.size === 0 && ![...this.base.values()].includes(null);
    if (same && (complete || Date.now() < this.releaseRetryAt)) return;
    this.releaseRetryAt = Date.now() + RELEASE_RETRY_MS;
    const names = [...new Set([...Object.keys(this.site.owners), ...Object.keys(remotes)])];
    const distrusted = new Map(names.map((name) => [name, this.distrust(name, live)]));
    this.base = new Map(
      await Promise.all(
        names.map(
          async (name) =>
            [name, await this.chosen(name, remotes[name], distrusted.get(name) ?? null)] as const,
        ),
      ),
    );
    const trusted = Object.entries(remotes).filter(([name]) => !distrusted.get(name));
    this.canaries = new Map(
      (await Promise.all(trusted.map((entry) => this.canaryOf(...entry)))).flat(),
    );
    const changed = this.served !== null && !same;
    this.served = { revision: live.revision, pending, site };
    if (changed) for (const listener of this.listeners) listener();
    if (live.revision > 0 && !same) await this.parts.files.keepLive(live);
  }

  /** Why what the store says of a remote is not followed: nobody signed it who may, or it is older than what was followed before. */
  private distrust(name: string, live: LiveDocument): string | null {
    try {
      assertPointerTrusted(name, live, this.trust, this.orders.get(name));
    } catch (error) {
      return (error as Error).message;
    }
    const { order } = live.remotes[name] ?? {};
    if (order) this.orders.set(name, order.revision);
    return null;
  }

  private async chosen(
    name: string,
    pointer: LivePointer | undefined,
    distrusted: string | null,
  ): Promise<ReleaseRecord | null> {
    const serving = this.base.get(name) ?? null;
    if (pointer && distrusted) {
      this.note(name, {
        remote: name,
        wanted: pointer.version,
        serving: serving?.version ?? null,
        why: distrusted,
      });
      return serving;
    }
    if (!pointer) {
      this.deviating.delete(name);
      return null;
    }
    const failures = new Map<string, string>();
    for (;;) {
      const { version, why } = choose(pointer, serving?.version ?? null, failures);
      const record =
        version === null || version === serving?.version
          ? serving
          : await this.intact(name, version, failures);
      if (version !== null && !record) continue;
      this.note(
        name,
        why === null ? null : { remote: name, wanted: pointer.version, serving: version, why },
      );
      return version === null ? null : record;
    }
  }

  private async canaryOf(
    name: string,
    { canary, ...pointer }: LivePointer,
  ): Promise<[string, { percent: number; record: ReleaseRecord }][]> {
    if (!canary?.percent || isQuarantined(pointer, canary.version)) return [];
    const record = await this.intact(name, canary.version, new Map());
    return record ? [[name, { percent: canary.percent, record }]] : [];
  }

  /** The record of a release whose files can all be served; null, with the reason in `failures`, when they cannot. */
  private async intact(
    name: string,
    version: string,
    failures: Map<string, string>,
  ): Promise<ReleaseRecord | null> {
    try {
      const record = await this.parts.files.record(name, version);
      if (record) await this.parts.files.verify(record);
      else failures.set(version, 'it is not in the store');
      return record;
    } catch (error) {
      const { message } = error as Error;
      failures.set(version, message);
      if (error instanceof DamagedRelease) this.parts.onDamage(name, version, message);
      return null;
    }
  }

  private note(name: string, deviation: Deviation | null): void {
    const known = this.deviating.get(name);
    if (!deviation) return void this.deviating.delete(name);
    this.deviating.set(name, deviation);
    if (known?.why === deviation.why && known.serving === deviation.serving) return;
    this.parts.log(
      `${name}@${deviation.wanted} cannot be served (${deviation.why}), serving ${deviation.serving ?? 'nothing'}`,
    );
  }
}
