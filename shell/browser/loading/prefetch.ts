import type { ReleaseRef } from '../../universal/page/boot';
import type { Owner } from '../../universal/routing/find-owner';
import { LOAD_BUDGET_MS } from './federation';

const pathOf = (address: string) => new URL(address, location.href).pathname;
const sheetsInPage = () => [...document.querySelectorAll<HTMLElement>('style[data-href]')];

/** Gives the style sheets that stand in the page their full addresses: so a remote's own loading finds them, and asks for none again. */
export function nameSheets(): void {
  for (const { dataset } of sheetsInPage())
    dataset['href'] = new URL(dataset['href'] ?? '', location.href).href;
}

/** Those of these files that the page has not asked for yet. */
export function missingOf(files: string[]): string[] {
  const named = [...document.querySelectorAll('link[href]')].map((link) =>
    link.getAttribute('href'),
  );
  const inPage = sheetsInPage().map(({ dataset }) => pathOf(dataset['href'] ?? ''));
  const known = new Set([
    ...named,
    ...inPage,
    ...performance.getEntriesByType('resource').map(({ name }) => pathOf(name)),
  ]);
  return files.filter((file) => !known.has(file));
}

/** The files of a route beside the entry of its remote. */
export const filesOf = ({ release, pattern }: Owner<ReleaseRef>): string[] => [
  ...release.expose,
  ...(release.routes.find(({ path }) => path === pattern)?.files ?? []),
];

/** Asks for a file as loading it will, so that it is found in the browser's cache then. */
export const fetchFile = (file: string, priority: RequestPriority = 'auto'): Promise<Response> =>
  fetch(file, {
    credentials: 'omit',
    priority,
    signal: AbortSignal.timeout(LOAD_BUDGET_MS),
  });

/** Requests at once what would else be discovered one after the other. */
export function prefetch(owner: Owner<ReleaseRef>): void {
  for (const file of missingOf(filesOf(owner))) void fetchFile(file).catch(() => {});
}
