import type { Page } from './page';

/** An abandoned page frees its slot after this time. */
const ABANDONED_MS = 2000;

/** A process's pages: waiting, in flight, and abandoned ones that it still renders. */
export class PageQueue {
  private readonly inFlight = new Map<number, Page>();
  private readonly waiting = new Map<string, Page[]>();
  private readonly abandoned = new Map<number, number>();

  private readonly pagesAtOnce: number;

  constructor(pagesAtOnce: number) {
    this.pagesAtOnce = pagesAtOnce;
  }

  get length(): number {
    return this.inFlight.size + this.queued;
  }

  get queued(): number {
    let count = 0;
    for (const pages of this.waiting.values()) count += pages.length;
    return count;
  }

  countActive = (key: string): number => this.pagesOf(key).length + this.abandoned.size;

  pagesOf = (key: string): Page[] => this.pages().filter((page) => page.key === key);

  pages = (): Page[] => [...this.inFlight.values(), ...[...this.waiting.values()].flat()];

  has = (key: string): boolean => this.pages().some((page) => page.key === key);

  isAlone = (page: Page): boolean => this.inFlight.size === 1 && this.inFlight.has(page.id);

  add(page: Page): void {
    const pages = this.waiting.get(page.key);
    if (pages) pages.push(page);
    else this.waiting.set(page.key, [page]);
  }

  /** Removes a page. A page in flight keeps its slot for a while, because the process still renders it. */
  remove(page: Page): void {
    const pages = this.waiting.get(page.key)?.filter((other) => other !== page) ?? [];
    if (pages.length > 0) this.waiting.set(page.key, pages);
    else this.waiting.delete(page.key);
    if (this.inFlight.delete(page.id)) this.abandoned.set(page.id, performance.now());
  }

  removeOthers(key: string): Page[] {
    const pages = this.pages().filter((page) => page.key !== key);
    for (const page of pages) this.remove(page);
    return pages;
  }

  /** Returns the pages to send, round-robin by release. */
  dequeue(): Page[] {
    const since = performance.now() - ABANDONED_MS;
    const abandonedSlots = [...this.abandoned.values()].filter((at) => at > since).length;
    const next: Page[] = [];
    for (const [key, pages] of this.waiting) {
      if (this.inFlight.size + abandonedSlots >= this.pagesAtOnce) break;
      const page = pages.shift();
      this.waiting.delete(key);
      if (pages.length > 0) this.waiting.set(key, pages);
      if (!page) continue;
      this.inFlight.set(page.id, page);
      page.sent();
      next.push(page);
    }
    return next;
  }

  /** Removes and returns a finished page; null if it was abandoned. Throws for an unknown id. */
  finish(id: number): Page | null {
    const page = this.inFlight.get(id);
    if (!page) {
      if (!this.abandoned.delete(id))
        throw new TypeError(`unexpected answer: page ${id} was never requested`);
      return null;
    }
    this.inFlight.delete(id);
    for (const other of this.inFlight.values())
      if (other.order < page.order) other.laterPageFinished = true;
    return page;
  }
}
