import { fetchFile, filesOf, missingOf } from './prefetch';
import type { RouteIndex } from './route-index';

/** How much a page may fetch of others before anybody asks for them: bytes over the network. */
const MAX_IDLE_BYTES = 150_000;

/** A link is in view before its last pixel is: a quarter of the window below it counts. */
const NEAR = '0px 0px 25%';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether nothing should be fetched over this connection before it is asked for. */
const isSparing = ({ connection }: Navigator & { connection?: Connection }): boolean =>
  Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '');

const bytesOf = (file: string): number => {
  const [entry] = performance.getEntriesByName(new URL(file, location.href).href);
  return (entry as PerformanceResourceTiming | undefined)?.encodedBodySize ?? 0;
};

/**
 * Fetches the code of pages that links in view lead to, one after the other and the page's own links before those of its frame,
 * while the page is idle, in sight and online. Nothing of it is run and no data is read. Ends for good at
 * {@link MAX_IDLE_BYTES}, and at the first file that cannot be had.
 */
export function createIdlePrefetch(index: Pick<RouteIndex, 'known'>, idle: () => Promise<void>) {
  const waiting = { page: new Set<string>(), frame: new Set<string>() };
  const seen = new Set<string>();
  let bytes = 0;
  let running = false;

  const isOver = () => bytes >= MAX_IDLE_BYTES || isSparing(navigator);

  async function fetchRoute(pathname: string): Promise<void> {
    const owner = index.known(pathname);
    if (!owner?.release.integrity) return; // a development server's files are kept nowhere
    for (const file of missingOf([owner.release.entry, ...filesOf(owner)])) {
      if (isOver()) return;
      const response = await fetchFile(file, 'low');
      if (!response.ok) throw new Error(`${file} answered ${response.status}`);
      await response.arrayBuffer();
      bytes += bytesOf(file);
    }
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (waiting.page.size + waiting.frame.size > 0) {
        await idle();
        if (document.hidden || !navigator.onLine || isOver()) break;
        const links = waiting.page.size > 0 ? waiting.page : waiting.frame;
        const [pathname = ''] = links;
        links.delete(pathname);
        await fetchRoute(pathname);
      }
    } catch {
      bytes = MAX_IDLE_BYTES;
    }
    running = false;
  }

  function note(entries: IntersectionObserverEntry[], observer: IntersectionObserver): void {
    for (const { isIntersecting, target } of entries) {
      const { origin, pathname } = target as HTMLAnchorElement;
      if (!isIntersecting) continue;
      observer.unobserve(target);
      if (origin !== location.origin || seen.has(pathname)) continue;
      seen.add(pathname);
      waiting[target.closest('main') ? 'page' : 'frame'].add(pathname);
    }
    void run();
  }
  const near = new IntersectionObserver(note, { rootMargin: NEAR });

  return {
    /** Takes note of the links that the page has now. */
    look(): void {
      if (isOver()) return;
      for (const link of document.querySelectorAll('a[href]')) near.observe(link);
    },
  };
}
