import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../../render/protocol/protocol';
import { SharedRender } from './shared-render';

const FRESH_MS = 10_000;
/** Up to this age a page is served at once while one render renews it; an older one only where that render fails … */
const MAX_STALE_WHILE_RENEWED_MS = 60_000;
/** … and from this age on not even then. */
const MAX_STALE_IF_ERROR_MS = 3_600_000;
/** Between two tries to renew a page that could not be renewed. */
const RETRY_MS = 5000;
/** Of all pages, in characters. */
const MAX_SIZE = 32 * 1024 * 1024;
const MAX_PAGES = 5000;

/** How long a render may take: so long it is known what has changed meanwhile. */
const MAX_RENDER_MS = 60_000;

/** A page, the CSP hashes of its inline styles, and the server time at which it was rendered. */
export type DatedPage = RenderedPage & { inlineStyles?: string[]; renderedAt: number };
export type Render = (wanted: AbortSignal) => Promise<DatedPage | null>;

interface Entry {
  page: DatedPage;
  release: string;
  /** By the clock that nobody sets, like all times here. */
  at: number;
  /** Earliest next try, once one has failed. */
  retryAt: number;
  /** The last change of which it was known when its render began. */
  knew: number;
}

/** A change of the API's data. */
interface Change {
  number: number;
  at: number;
  /** Whether a page is made of what has changed. */
  affects(page: DatedPage): boolean;
  /** Whether the data is gone, so that no page made of it may stand in. */
  gone: boolean;
}

export interface Answer {
  page: DatedPage | null;
  outcome: 'hit' | 'stale' | 'miss';
  /** How old it is, where it should have been renewed by now. */
  staleSeconds: number | null;
}

/** Pages that were rendered completely. An old one is served while it is renewed, and for an hour where that fails. */
export class PageCache {
  readonly counts = { hit: 0, stale: 0, miss: 0 };
  private readonly entries = new LRUCache<string, Entry>({
    max: MAX_PAGES,
    maxSize: MAX_SIZE,
    sizeCalculation: ({ page }) =>
      page.html.length + JSON.stringify([page.head, page.loaderData]).length,
  });
  /** Pages being rendered: who asks for one meanwhile gets the same. */
  private readonly running = new Map<string, SharedRender<DatedPage | null>>();

  private readonly isServed: (release: string) => boolean;
  /** What of the API has changed of late, by the beginning of its paths. */
  private changes: Change[] = [];
  private lastChange = 0;

  constructor(isServed: (release: string) => boolean = () => true) {
    this.isServed = isServed;
  }

  /** The page of a release by its key, rendered where none is kept; null where that fails. */
  async get(key: string, release: string, render: Render, signal?: AbortSignal): Promise<Answer> {
    const entry = this.entries.get(key);
    const age = entry ? performance.now() - entry.at : Number.POSITIVE_INFINITY;
    if (entry && age < FRESH_MS)
      return this.count({ page: entry.page, outcome: 'hit', staleSeconds: null });
    const waits = entry !== undefined && performance.now() < entry.retryAt;
    if (entry && age < MAX_STALE_IF_ERROR_MS && (waits || age < MAX_STALE_WHILE_RENEWED_MS)) {
      if (!waits) void this.renew(key, release, render).join();
      return this.count(staleAnswer(entry));
    }
    const joins = this.joinable(key) !== null;
    const page = await this.renew(key, release, render).join(signal);
    const old = page?.complete ? undefined : this.entries.get(key);
    if (old && performance.now() - old.at < MAX_STALE_IF_ERROR_MS)
      return this.count(staleAnswer(old));
    return this.count({ page, outcome: joins && page ? 'hit' : 'miss', staleSeconds: null });
  }

  /** Forgets the pages of releases that are served no more. */
  dropUnserved(): void {
    for (const [key, { release }] of [...this.entries])
      if (!this.isServed(release)) this.entries.delete(key);
  }

  /** What the API answers under these beginnings of paths has changed: pages made of it are rendered anew, and stand in only where that fails. */
  outdate(paths: string[]): void {
    this.apply((page) => isOf(page, paths), false);
  }

  /** Drops pages made of data under these beginnings of paths, which is gone: no such page stands in for a failed render. */
  dropUnder(paths: string[]): void {
    this.apply((page) => isOf(page, paths), true);
  }

  /** Drops pages made of what the API has at these paths no longer. Pages that were rendered without it stay. */
  drop(paths: string[]): void {
    this.apply(
      ({ reads, gone }) => paths.some((path) => reads.includes(path) && !gone.includes(path)),
      true,
    );
  }

  private apply(affects: Change['affects'], gone: boolean): void {
    const at = performance.now();
    this.changes = this.changes.filter((change) => at - change.at < MAX_RENDER_MS);
    this.changes.push({ number: ++this.lastChange, at, affects, gone });
    const affected = [...this.entries].filter(([, { page }]) => affects(page));
    for (const [key, entry] of affected) {
      if (gone) this.entries.delete(key);
      else outdate(entry);
    }
    if (!gone || affected.length > 0) this.running.clear(); // a render under way may predate the change; no other visitor joins it
  }

  private count(answer: Answer): Answer {
    this.counts[answer.outcome]++;
    return answer;
  }

  private renew(key: string, release: string, render: Render): SharedRender<DatedPage | null> {
    const joined = this.joinable(key);
    if (joined) return joined;
    const running = new SharedRender(render);
    const { lastChange } = this;
    this.running.set(key, running);
    void running.outcome
      .then((page) => running.abandoned || this.store(key, release, page, lastChange))
      .finally(() => this.running.get(key) === running && this.running.delete(key));
    return running;
  }

  private joinable(key: string): SharedRender<DatedPage | null> | null {
    const running = this.running.get(key);
    return running && !running.abandoned ? running : null;
  }

  private store(key: string, release: string, page: DatedPage | null, lastChange: number): void {
    if (!this.isServed(release)) return;
    const at = performance.now();
    if (page?.complete) {
      const entry: Entry = { page, release, at, retryAt: 0, knew: lastChange };
      const since = this.changes.filter(
        ({ number, affects }) => number > lastChange && affects(page),
      );
      if (since.some(({ gone }) => gone)) return;
      const isOld = since.length > 0;
      if (isOld && (this.entries.peek(key)?.knew ?? -1) > lastChange) return; // a newer one is there already
      if (isOld) outdate(entry);
      return void this.entries.set(key, entry);
    }
    const entry = this.entries.peek(key);
    if (entry) entry.retryAt = at + RETRY_MS;
  }
}

const isOf = ({ reads }: DatedPage, beginnings: string[]) =>
  reads.some((path) => beginnings.some((beginning) => path.startsWith(beginning)));

/** From now on it is shown where it cannot be rendered anew, and nowhere else. */
function outdate(entry: Entry): void {
  entry.at = Math.min(entry.at, performance.now() - MAX_STALE_WHILE_RENEWED_MS);
  entry.retryAt = 0;
}

const staleAnswer = ({ page, at }: Entry): Answer => ({
  page,
  outcome: 'stale',
  staleSeconds: Math.round((performance.now() - at) / 1000),
});
