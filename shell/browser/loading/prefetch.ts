import type { ReleaseRef } from '../../universal/page/boot';
import type { Owner } from '../../universal/routing/find-owner';
import { LOAD_BUDGET_MS } from './federation';

const getPath = (address: string) => new URL(address, location.href).pathname;
const sheetsInPage = () => [...document.querySelectorAll<HTMLElement>('style[data-href]')];

/** Makes the URLs of inlined style sheets absolute, so that the remote's runtime finds them and loads each once. */
export function nameSheets(): void {
  for (const { dataset } of sheetsInPage())
    dataset['href'] = new URL(dataset['href'] ?? '', location.href).href;
}

export function findMissing(files: string[]): string[] {
  const linked = [...document.querySelectorAll('link[href]')].map((link) =>
    link.getAttribute('href'),
  );
  const inPage = sheetsInPage().map(({ dataset }) => getPath(dataset['href'] ?? ''));
  const requested = new Set([
    ...linked,
    ...inPage,
    ...performance.getEntriesByType('resource').map(({ name }) => getPath(name)),
  ]);
  return files.filter((file) => !requested.has(file));
}

export const listFiles = ({ release, pattern }: Owner<ReleaseRef>): string[] => [
  ...release.expose,
  ...(release.routes.find(({ path }) => path === pattern)?.files ?? []),
];

/** Fetches a file with the same credentials mode as its later load, so that both share a cache entry. */
export const fetchFile = (file: string, priority: RequestPriority = 'auto'): Promise<Response> =>
  fetch(file, {
    credentials: 'omit',
    priority,
    signal: AbortSignal.timeout(LOAD_BUDGET_MS),
  });

export function prefetch(owner: Owner<ReleaseRef>): void {
  // the route requests a file again that failed
  for (const file of findMissing(listFiles(owner))) void fetchFile(file).catch(() => {});
}
