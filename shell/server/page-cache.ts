import { LRUCache } from 'lru-cache';
import type { Rendered } from './render/protocol';
import { SharedRender } from './render/shared-render';

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

/** A page and the server time at which it was rendered. */
export type DatedPage = Rendered & { renderedAt: number };
export type Render = (wanted: AbortSignal) => Promise<DatedPage | null>;

interface Entry {
  page: DatedPage;
  release: string;
  /** By the clock that nobody sets, like all times here. */
  at: number;
  /** Earliest next try, once one has failed. */
  retryAt: number;
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

  private count(answer: Answer): Answer {
    this.counts[answer.outcome]++;
    return answer;
  }

  private renew(key: string, release: string, render: Render): SharedRender<DatedPage | null> {
    const joined = this.joinable(key);
    if (joined) return joined;
    const running = new SharedRender(render);
    this.running.set(key, running);
    void running.outcome
      .then((page) => running.abandoned || this.take(key, release, page))
      .finally(() => this.running.get(key) === running && this.running.delete(key));
    return running;
  }

  private joinable(key: string): SharedRender<DatedPage | null> | null {
    const running = this.running.get(key);
    return running && !running.abandoned ? running : null;
  }

  private take(key: string, release: string, page: DatedPage | null): void {
    if (!this.isServed(release)) return;
    const at = performance.now();
    if (page?.complete) return void this.entries.set(key, { page, release, at, retryAt: 0 });
    const entry = this.entries.peek(key);
    if (entry) entry.retryAt = at + RETRY_MS;
  }
}

const staleAnswer = ({ page, at }: Entry): Answer => ({
  page,
  outcome: 'stale',
  staleSeconds: Math.round((performance.now() - at) / 1000),
});
