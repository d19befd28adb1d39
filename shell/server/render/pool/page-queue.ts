import type { Page } from './page';

/** After this a page that was given up, and never answered, takes no place any more. */
const FORGOTTEN_MS = 2000;

/** What one process has to render: pages that wait, pages that it owes, and pages that it works at for nobody. */
export class PageQueue {
  private readonly owed = new Map<number, Page>();
  private readonly waiting = new Map<string, Page[]>();
  /** Since when nobody waits for a page that was sent, by its id. */
  private readonly abandoned = new Map<number, number>();

  private readonly pagesAtOnce: number;

  constructor(pagesAtOnce: number) {
    this.pagesAtOnce = pagesAtOnce;
  }

  get length(): number {
    return this.owed.size + this.queued;
  }

  get queued(): number {
    let count = 0;
    for (const pages of this.waiting.values()) count += pages.length;
    return count;
  }

  /** Those of one release, with all that are worked at for nobody. */
  atWork = (key: string): number => this.pagesOf(key).length + this.abandoned.size;

  /** Those of one release. */
  pagesOf = (key: string): Page[] => this.pages().filter((page) => page.key === key);

  pages = (): Page[] => [...this.owed.values(), ...[...this.waiting.values()].flat()];

  has = (key: string): boolean => this.pages().some((page) => page.key === key);

  isAlone = (page: Page): boolean => this.owed.size === 1 && this.owed.has(page.id);

  add(page: Page): void {
    const pages = this.waiting.get(page.key);
    if (pages) pages.push(page);
    else this.waiting.set(page.key, [page]);
  }

  /** Takes out a page that is not wanted from here any more. One that was sent keeps its place for a while: it is worked at. */
  remove(page: Page): void {
    const pages = this.waiting.get(page.key)?.filter((other) => other !== page) ?? [];
    if (pages.length > 0) this.waiting.set(page.key, pages);
    else this.waiting.delete(page.key);
    if (this.owed.delete(page.id)) this.abandoned.set(page.id, Date.now());
  }

  /** All pages but those of one release, taken out. */
  removeOthers(key: string): Page[] {
    const others = this.pages().filter((page) => page.key !== key);
    for (const page of others) this.remove(page);
    return others;
  }

  /** What may be sent now, the releases in turn, so that a crowd at one does not keep the others waiting. */
  dequeue(): Page[] {
    const since = Date.now() - FORGOTTEN_MS;
    const inVain = [...this.abandoned.values()].filter((at) => at > since).length;
    const next: Page[] = [];
    for (const [key, pages] of this.waiting) {
      if (this.owed.size + inVain >= this.pagesAtOnce) break;
      const page = pages.shift();
      this.waiting.delete(key);
      if (pages.length > 0) this.waiting.set(key, pages);
      if (!page) continue;
      this.owed.set(page.id, page);
      page.sent();
      next.push(page);
    }
    return next;
  }

  /** Takes out the page that was answered; null where nobody waits for it any more. Throws where nobody ever did. */
  answered(id: number): Page | null {
    const page = this.owed.get(id);
    if (!page) {
      if (!this.abandoned.delete(id))
        throw new TypeError(`an answer to ${id}, which was never asked for`);
      return null;
    }
    this.owed.delete(id);
    for (const other of this.owed.values()) if (other.order < page.order) other.overtaken = true;
    return page;
  }
}
