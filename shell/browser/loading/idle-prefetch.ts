import { fetchFile, findMissing, listFiles } from './prefetch';
import type { RouteIndex } from './route-index';

const MAX_IDLE_BYTES = 150_000;

/** Includes links up to a quarter of the viewport below it. */
const NEAR = '0px 0px 25%';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const savesData = ({ connection }: Navigator & { connection?: Connection }): boolean =>
  Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '');

const getEncodedSize = (file: string): number => {
  const [entry] = performance.getEntriesByName(new URL(file, location.href).href);
  return (entry as PerformanceResourceTiming | undefined)?.encodedBodySize ?? 0;
};

/** Prefetches the code of pages that visible links lead to, while idle. Stops for good at {@link MAX_IDLE_BYTES} or a failed request. */
export function createIdlePrefetch(index: Pick<RouteIndex, 'lookup'>, idle: () => Promise<void>) {
  const waiting = { page: new Set<string>(), frame: new Set<string>() };
  const seen = new Set<string>();
  let bytes = 0;
  let running = false;

  const isOver = () => bytes >= MAX_IDLE_BYTES || savesData(navigator);

  async function fetchRoute(pathname: string): Promise<void> {
    const owner = index.lookup(pathname);
    if (!owner?.release.integrity) return;
    for (const file of findMissing([owner.release.entry, ...listFiles(owner)])) {
      if (isOver()) return;
      const response = await fetchFile(file, 'low');
      if (!response.ok) throw new Error(`GET ${file} failed with status ${response.status}`);
      await response.arrayBuffer();
      bytes += getEncodedSize(file);
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
    look(): void {
      if (isOver()) return;
      for (const link of document.querySelectorAll('a[href]')) near.observe(link);
    },
  };
}
