import type { Page } from './page';

/** A process's pages: waiting, in flight, and dropped ones that it may still render. */
export class PageQueue {
  private readonly inFlight = new Map<number, Page>();
  private readonly waiting = new Map<string, Page[]>();
  /** Keys of dropped pages. Each keeps its slot until the process confirms that it stopped. */
  private readonly dropped = new Map<number, string>();

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

  countActive(key: string): number {
    const keys = [...[...this.inFlight.values()].map((page) => page.key), ...this.dropped.values()];
    return keys.filter((active) => active === key).length;
  }

  getPages = (key: string): Page[] => this.pages().filter((page) => page.key === key);

  pages = (): Page[] => [...this.inFlight.values(), ...[...this.waiting.values()].flat()];

  has = (key: string): boolean => this.getPages(key).length > 0 || this.countActive(key) > 0;

  isAlone = (page: Page): boolean => this.inFlight.size === 1 && this.inFlight.has(page.id);

  add(page: Page): void {
    const pages = this.waiting.get(page.key);
    if (pages) pages.push(page);
    else this.waiting.set(page.key, [page]);
  }

  /** Removes a page. Returns true if it was in flight: the process must drop it. */
  remove(page: Page): boolean {
    const pages = this.waiting.get(page.key)?.filter((other) => other !== page) ?? [];
    if (pages.length > 0) this.waiting.set(page.key, pages);
    else this.waiting.delete(page.key);
    const wasInFlight = this.inFlight.delete(page.id);
    if (wasInFlight) this.dropped.set(page.id, page.key);
    return wasInFlight;
  }

  /** Returns the pages to send, round-robin by release. */
  dequeue(): Page[] {
    const next: Page[] = [];
    for (const [key, pages] of this.waiting) {
      if (this.inFlight.size + this.dropped.size >= this.pagesAtOnce) break;
      const page = pages.shift();
      this.waiting.delete(key);
      if (pages.length > 0) this.waiting.set(key, pages);
      if (!page) continue;
      page.sent();
      this.inFlight.set(page.id, page);
      next.push(page);
    }
    return next;
  }

  /** Removes and returns a finished page; null if it was dropped. Throws for an unknown id. */
  finish(id: number): Page | null {
    const page = this.inFlight.get(id);
    if (!page) {
      if (!this.dropped.has(id))
        throw new TypeError(`unexpected answer: page ${id} was never requested`);
      return null;
    }
    this.inFlight.delete(id);
    for (const other of this.inFlight.values())
      if (other.id < page.id) other.laterPageFinished = true;
    return page;
  }

  /** Frees the slot of a dropped page. Returns the key of its release. Throws for an unknown id. */
  confirmDropped(id: number): string {
    const key = this.dropped.get(id);
    if (key === undefined) throw new TypeError(`unexpected answer: page ${id} was never dropped`);
    this.dropped.delete(id);
    return key;
  }
}
