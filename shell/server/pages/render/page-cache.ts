import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../../render/protocol/protocol';
import { SharedRender } from './shared-render';

const FRESH_MS = 10_000;
const MAX_STALE_WHILE_REVALIDATE_MS = 60_000;
const MAX_STALE_IF_ERROR_MS = 3_600_000;
const RETRY_MS = 5000;
const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_PAGES = 5000;

/** Longest render; changes are remembered this long. */
const MAX_RENDER_MS = 60_000;
const MAX_DROPPED = 10_000;

export type DatedPage = RenderedPage & {
  inlineStyles?: string[];
  slots?: { remote: string; slot: string }[];
  /** True if its release failed to render it; it has no HTML then. */
  failed?: boolean;
  /** Remotes whose releases failed to render a slot of it. */
  failedSlots?: string[];
  renderedAt: number;
};
export type Render = (signal: AbortSignal) => Promise<DatedPage | null>;

interface Entry {
  page: DatedPage;
  release: string;
  /** Monotonic time (`performance.now()`). */
  at: number;
  retryAt: number;
  /** Number of the last change before its render began. */
  lastChange: number;
}

interface Change {
  number: number;
  at: number;
  affects(page: DatedPage): boolean;
  /** The data was deleted, so stale pages must not be served. */
  gone: boolean;
}

export interface Answer {
  page: DatedPage | null;
  outcome: 'hit' | 'stale' | 'miss';
  staleSeconds: number | null;
}

interface PageKey {
  key: string;
  release: string;
  pathname?: string;
}

/** Cache of complete pages: stale-while-revalidate for a minute, stale-if-error for an hour. */
export class PageCache {
  readonly counts = { hit: 0, stale: 0, miss: 0 };
  private readonly entries = new LRUCache<string, Entry>({
    max: MAX_PAGES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ page }, key) =>
      key.length + page.html.length + JSON.stringify({ ...page, html: '' }).length,
  });
  /** Renders in flight (singleflight). */
  private readonly running = new Map<string, SharedRender<DatedPage | null>>();

  private readonly isServed: (release: string) => boolean;
  private readonly log: (line: string) => void;
  private changes: Change[] = [];
  /** Paths of deleted data, each with the number of its last change, oldest first. */
  private readonly dropped = new Map<string, number>();
  /** Number of the last change that is no longer in `dropped`. */
  private forgotten = 0;
  private lastChange = 0;

  constructor(
    isServed: (release: string) => boolean = () => true,
    log: (line: string) => void = () => {},
  ) {
    this.isServed = isServed;
    this.log = log;
  }

  async get(pageKey: PageKey, render: Render, signal?: AbortSignal): Promise<Answer> {
    const { key } = pageKey;
    const entry = this.entries.get(key);
    const age = entry ? performance.now() - entry.at : Number.POSITIVE_INFINITY;
    if (entry && age < FRESH_MS)
      return this.count({ page: entry.page, outcome: 'hit', staleSeconds: null });
    const backsOff = entry !== undefined && performance.now() < entry.retryAt;
    if (entry && age < MAX_STALE_IF_ERROR_MS && (backsOff || age < MAX_STALE_WHILE_REVALIDATE_MS)) {
      if (!backsOff) void this.renew(pageKey, render).join();
      return this.count(staleAnswer(entry));
    }
    const joins = this.joinable(key) !== null;
    const page = await this.renew(pageKey, render).join(signal);
    const old = page?.complete ? undefined : this.entries.get(key);
    if (old && performance.now() - old.at < MAX_STALE_IF_ERROR_MS)
      return this.count(staleAnswer(old));
    return this.count({
      page,
      outcome: joins && page && !page.failed ? 'hit' : 'miss',
      staleSeconds: null,
    });
  }

  dropUnserved(): void {
    for (const [key, { release }] of [...this.entries])
      if (!this.isServed(release)) this.entries.delete(key);
  }

  /** Invalidates pages under these prefixes: served only if their render fails. Drops "not found" pages, whose data may exist now. */
  invalidate(paths: string[]): void {
    this.apply((page) => dependsOn(page, paths), false);
  }

  dropUnder(paths: string[]): void {
    this.apply((page) => dependsOn(page, paths), true);
  }

  /** Removes pages of deleted data at these paths, except those rendered without it. */
  drop(paths: ReadonlySet<string>): void {
    const number = ++this.lastChange;
    for (const path of paths) {
      this.dropped.delete(path); // keeps the map in order
      this.dropped.set(path, number);
    }
    for (const [path, change] of this.dropped) {
      if (this.dropped.size <= MAX_DROPPED) break;
      this.dropped.delete(path);
      this.forgotten = change;
    }
    this.remove((page) => shows(page, (path) => paths.has(path)), true);
  }

  private apply(affects: Change['affects'], gone: boolean): void {
    const at = performance.now();
    this.changes = this.changes.filter((change) => at - change.at < MAX_RENDER_MS);
    this.changes.push({ number: ++this.lastChange, at, affects, gone });
    this.remove(affects, gone);
  }

  /** Deletes affected pages, or marks those stale whose data is not gone. */
  private remove(affects: Change['affects'], gone: boolean): void {
    const affected = [...this.entries].filter(([, { page }]) => affects(page));
    for (const [key, entry] of affected) {
      if (gone || isError(entry)) this.entries.delete(key);
      else markStale(entry);
    }
    if (!gone || affected.length > 0) this.running.clear(); // renders in flight may predate the change
  }

  private count(answer: Answer): Answer {
    this.counts[answer.outcome]++;
    return answer;
  }

  private renew(
    { key, release, pathname = '' }: PageKey,
    render: Render,
  ): SharedRender<DatedPage | null> {
    const joined = this.joinable(key);
    if (joined) return joined;
    const running = new SharedRender(render);
    const { lastChange } = this;
    this.running.set(key, running);
    void running.outcome
      .then((page) => running.abandoned || this.store({ key, release }, page, lastChange))
      .catch((error: Error) =>
        this.log(`${release} ${pathname}: page not cached: ${error.message}`),
      )
      .finally(() => this.running.get(key) === running && this.running.delete(key));
    return running;
  }

  private joinable(key: string): SharedRender<DatedPage | null> | null {
    const running = this.running.get(key);
    return running && !running.abandoned ? running : null;
  }

  private store({ key, release }: PageKey, page: DatedPage | null, lastChange: number): void {
    if (!this.isServed(release)) return;
    const at = performance.now();
    if (page?.complete) {
      if (this.wasDropped(page, lastChange)) return;
      const entry: Entry = { page, release, at, retryAt: 0, lastChange: lastChange };
      const since = this.changes.filter(
        ({ number, affects }) => number > lastChange && affects(page),
      );
      if (since.some(({ gone }) => gone)) return;
      const isOld = since.length > 0;
      const isOlder = (this.entries.peek(key)?.lastChange ?? -1) > lastChange;
      if (isOld && (isError(entry) || isOlder)) return;
      if (isOld) markStale(entry);
      return void this.entries.set(key, entry);
    }
    const entry = this.entries.peek(key);
    if (entry) entry.retryAt = at + RETRY_MS;
  }

  /** Returns true if a page may show data that was deleted after a change. */
  private wasDropped(page: DatedPage, lastChange: number): boolean {
    return (
      lastChange < this.forgotten ||
      shows(page, (path) => (this.dropped.get(path) ?? 0) > lastChange)
    );
  }
}

/** Returns true if a page shows data of such a path, and not its absence. */
const shows = ({ reads, gone }: DatedPage, isSuch: (path: string) => boolean) =>
  reads.some((path) => isSuch(path) && !gone.includes(path));

const dependsOn = ({ reads }: DatedPage, prefixes: string[]) =>
  reads.some((path) => prefixes.some((prefix) => path.startsWith(prefix)));

const isError = ({ page }: Entry): boolean => page.status >= 400;

function markStale(entry: Entry): void {
  entry.at = Math.min(entry.at, performance.now() - MAX_STALE_WHILE_REVALIDATE_MS);
  entry.retryAt = 0;
}

const staleAnswer = ({ page, at }: Entry): Answer => ({
  page,
  outcome: 'stale',
  staleSeconds: Math.round((performance.now() - at) / 1000),
});
