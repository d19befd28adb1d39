import { ownership } from 'contracts/ownership';
import type { ReleaseRecord } from 'contracts/release';
import { readLive, readRelease, type Store } from 'registry';
import type { ReleaseRef } from '../src/boot';

/** A remote as the shell serves it: its record, or null when the store has none that can be read. */
export interface LiveRemote {
  ref: ReleaseRef;
  record: ReleaseRecord | null;
}

const POLL_MS = 500;

/** Follows the store's live pointers; what it could read last stays when the store fails. */
export class ReleaseSet {
  remotes = new Map<string, LiveRemote>();
  private revision = -1;
  private timer: NodeJS.Timeout | undefined;
  private failing = '';
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly store: Store,
    private readonly coachSlug: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Reads the set once and keeps following it until {@link close}. */
  async open(): Promise<void> {
    await this.poll();
    const again = () => {
      this.timer = setTimeout(() => void this.poll().finally(again), POLL_MS);
      this.timer.unref();
    };
    again();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Calls back when the set has changed; returns the end of it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  refs(): ReleaseRef[] {
    return [...this.remotes.values()].map(({ ref }) => ref);
  }

  private async poll(): Promise<void> {
    try {
      const live = await readLive(this.store);
      const incomplete = [...this.remotes.values()].some(({ record }) => record === null);
      if (live.revision === this.revision && !incomplete) return;
      const names = new Set([...Object.keys(ownership), ...Object.keys(live.remotes)]);
      const entries = await Promise.all(
        [...names].map(async (name) => [name, await this.read(name, live.remotes[name]?.version)] as const),
      );
      this.remotes = new Map(entries);
      const changed = this.revision !== -1 && this.revision !== live.revision;
      this.revision = live.revision;
      if (changed) for (const listener of this.listeners) listener();
      this.failing = '';
    } catch (error) {
      this.say(`the release store cannot be read, serving the last good set: ${(error as Error).message}`);
    }
  }

  private async read(name: string, version: string | undefined): Promise<LiveRemote> {
    const current = this.remotes.get(name);
    if (current?.record && current.record.version === version) return current;
    try {
      const record = version ? await readRelease(this.store, name, version) : null;
      if (record) return { record, ref: this.refOf(record) };
      if (version) this.say(`${name}@${version} is live but not in the store`);
    } catch (error) {
      this.say(`${name}@${version} has an unreadable record: ${(error as Error).message}`);
    }
    return current?.record ? current : absent(name, this.coachSlug);
  }

  private refOf(record: ReleaseRecord): ReleaseRef {
    const { name, version, entry, expose, files, routes } = record;
    const url = (file: string) => `/remotes/${name}/${version}/${file}`;
    return {
      name,
      version,
      entry: url(entry),
      integrity: files[entry]?.integrity ?? '',
      expose: expose.map(url),
      routes: routes.map(({ path, files }) => ({ path: path.replace('{coachSlug}', this.coachSlug), files: files.map(url) })),
    };
  }

  private say(line: string): void {
    if (this.failing === line) return;
    this.failing = line;
    this.log(line);
  }
}

/** A remote without a release still owns its paths: they answer that it is missing, not that the page does not exist. */
function absent(name: string, coachSlug: string): LiveRemote {
  const routes = (ownership[name] ?? []).flatMap((prefix) => {
    const path = prefix.replace('{coachSlug}', coachSlug);
    return (path === '/' ? [path] : [path, `${path}/*`]).map((path) => ({ path, files: [] }));
  });
  return { record: null, ref: { name, version: '', entry: '', integrity: '', expose: [], routes } };
}
