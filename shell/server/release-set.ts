import { ownership } from 'contracts/ownership';
import type { LiveDocument, ReleaseRecord } from 'contracts/release';
import { readLive, rollback, type Store, takeBack } from 'registry';
import type { ReleaseRef } from '../universal/boot';
import { type Composition, compose, type Records } from './composition';
import { DamagedRelease, type ReleaseFiles } from './release-files';

const COMPOSITIONS = 200;
const NOTHING: LiveDocument = { revision: -1, remotes: {} };

/** A remote that is not served at the release that its pointer names. */
export interface Deviation {
  remote: string;
  wanted: string;
  serving: string | null;
  why: string;
}

/** Follows the store's live pointers; what it could read last stays when the store fails, also over a restart. */
export class ReleaseSet {
  /** The pointers as last read. */
  live: LiveDocument = NOTHING;
  /** When the store answered last, ms since the epoch. */
  readAt = 0;
  readonly deviations = new Map<string, Deviation>();
  private base: Records = new Map();
  private canaries: Records = new Map();
  /** Releases found failing: never taken up again by this process. */
  private readonly condemned = new Set<string>();
  private readonly compositions = new Map<string, Composition>();
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private lastLine = '';

  constructor(
    private readonly store: Store,
    private readonly files: ReleaseFiles,
    private readonly coachSlug: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Reads the set once and keeps following it until {@link close}. */
  async open(): Promise<void> {
    await this.poll();
    const again = () => {
      if (this.closed) return;
      this.timer = setTimeout(() => void this.poll().finally(again), this.store.pollMs);
      this.timer.unref();
    };
    again();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Calls back when the set has changed; returns the end of it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether some visitors get a canary, so that each needs a bucket. */
  hasCanary(): boolean {
    return Object.values(this.live.remotes).some(({ canary }) => canary && canary.percent > 0);
  }

  /** The set for a visitor: what is live, the canaries of their bucket (0 to 99, or null), and what they preview. */
  compositionFor(bucket: number | null, previews: ReleaseRecord[] = [], local: ReleaseRef[] = []): Composition {
    const records = new Map(this.base);
    for (const [name, record] of this.canaries) {
      const percent = this.live.remotes[name]?.canary?.percent ?? 0;
      if (record && bucket !== null && bucket < percent) records.set(name, record);
    }
    for (const record of previews) records.set(record.name, record);
    const names = [...records].map(([name, record]) => `${name}@${record?.version}`);
    const key = [...names, ...local.map(({ name, entry, routes }) => `${name} ${entry} ${routes.map(({ path }) => path)}`)].join(' ');
    const known = this.compositions.get(key);
    this.compositions.delete(key);
    const composition = known ?? compose(records, this.coachSlug, local);
    this.compositions.set(key, composition); // the newest use is last
    const oldest = this.compositions.keys().next().value;
    if (this.compositions.size > COMPOSITIONS && oldest) this.compositions.delete(oldest);
    return composition;
  }

  /** A composition that some page was made of, by its id. */
  compositionById = (id: string) => [...this.compositions.values()].find((composition) => composition.id === id);

  /** Leaves a failing release for the one before it, here and at once, and in the store for everybody; a canary is taken back. */
  async condemn(remote: string, version: string, why: string): Promise<void> {
    const key = `${remote}@${version}`;
    const pointer = this.live.remotes[remote];
    if (this.condemned.has(key) || !pointer) return;
    const isCanary = pointer.canary?.version === version;
    if (!isCanary && pointer.version !== version) return;
    if (!isCanary && !(await this.firstSound(remote, pointer.history))) {
      this.say(`${key} is failing (${why}), and there is no sound release to fall back to`);
      return;
    }
    this.condemned.add(key);
    this.log(`${key} is failing (${why}): ${isCanary ? 'its canary is taken back' : 'falling back to the release before'}`);
    await this.take(this.live); // at once, whatever the store says
    try {
      if (isCanary) await takeBack(this.store, remote, version, { why, who: 'shell' });
      else {
        const serving = this.base.get(remote)?.version;
        await rollback(this.store, remote, serving, { why, who: 'shell', action: 'fall-back', failing: version });
      }
    } catch (error) {
      this.log(`the store keeps pointing to ${key}: ${(error as Error).message}`);
    }
  }

  private async poll(): Promise<void> {
    try {
      const live = await readLive(this.store);
      if (live.revision === 0 && this.live.revision > 0) throw new Error('it is empty');
      if (live.revision === 0 && (await this.files.lastLive())) throw new Error('it is empty');
      this.readAt = Date.now();
      if (live.revision === this.live.revision && this.deviations.size === 0 && ![...this.base.values()].includes(null)) return;
      await this.take(live);
      this.lastLine = '';
    } catch (error) {
      this.say(`the release store cannot be read, serving the last good set: ${(error as Error).message}`);
      const last = this.live.revision === -1 ? await this.files.lastLive() : null;
      await this.take(last ?? { ...this.live, revision: Math.max(this.live.revision, 0) });
    }
  }

  /** Makes the pointers the set to serve, as far as their releases are sound. */
  private async take(live: LiveDocument): Promise<void> {
    const before = this.live.revision;
    const { change } = live;
    // somebody decided for this release after it was found failing
    if (change?.to && live.revision > before && change.who !== 'shell') this.condemned.delete(`${change.remote}@${change.to}`);
    const names = [...new Set([...Object.keys(ownership), ...Object.keys(live.remotes)])];
    const base = await Promise.all(names.map(async (name) => [name, await this.choose(name, live)] as const));
    const canaries = await Promise.all(
      Object.entries(live.remotes).map(async ([name, { canary }]) => {
        const usable = canary && canary.percent > 0 && !this.condemned.has(`${name}@${canary.version}`);
        return [name, usable ? await this.sound(name, canary.version).catch(() => null) : null] as const;
      }),
    );
    this.base = new Map(base);
    this.canaries = new Map(canaries);
    this.live = live;
    if (before !== -1 && before !== live.revision) for (const listener of this.listeners) listener();
    if (live.revision > 0) await this.files.keepLive(live);
  }

  /** The release to serve of a remote: the live one, else what is served now, else the newest sound one of its history. */
  private async choose(name: string, live: LiveDocument): Promise<ReleaseRecord | null> {
    const pointer = live.remotes[name];
    if (!pointer) return null;
    const { version, history } = pointer;
    const current = this.base.get(name) ?? null;
    let why = 'it is found failing';
    if (!this.condemned.has(`${name}@${version}`)) {
      try {
        const record = current?.version === version ? current : await this.sound(name, version);
        if (record) {
          this.deviations.delete(name);
          return record;
        }
        why = 'it is not in the store';
      } catch (error) {
        why = (error as Error).message;
        if (error instanceof DamagedRelease) this.condemnLater(name, version, why);
      }
    }
    const usable = current && current.version !== version && !this.condemned.has(`${name}@${current.version}`);
    const serving = usable ? current : await this.firstSound(name, history);
    this.deviations.set(name, { remote: name, wanted: version, serving: serving?.version ?? null, why });
    this.say(`${name}@${version} cannot be served (${why}), serving ${serving?.version ?? 'nothing'}`);
    return serving;
  }

  private condemnLater(name: string, version: string, why: string): void {
    setImmediate(() => void this.condemn(name, version, why));
  }

  private async firstSound(name: string, versions: string[]): Promise<ReleaseRecord | null> {
    for (const version of versions) {
      if (this.condemned.has(`${name}@${version}`)) continue;
      const record = await this.sound(name, version).catch(() => null);
      if (record) return record;
    }
    return null;
  }

  private async sound(name: string, version: string): Promise<ReleaseRecord | null> {
    const record = await this.files.record(name, version);
    if (record) await this.files.verify(record);
    return record;
  }

  private say(line: string): void {
    if (this.lastLine === line) return;
    this.lastLine = line;
    this.log(line);
  }
}
