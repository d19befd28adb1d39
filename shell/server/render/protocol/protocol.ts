import type { FlagValues, SiteConfig } from '@carry/contracts/shell';
import type { HeadElement } from '../../../universal/head/head-tags';
import type { Menu, OpenedPreview, RefusedPreview } from '../../../universal/page/boot';

export interface RenderSetup {
  apiUrl: string;
  apiBudgetMs: number;
}

export interface ReleaseCode {
  name: string;
  version: string;
  code: string;
  /** Address of the release's files in its HTML; default: the site's own copy. */
  assets?: string;
}

export interface SlotRequest {
  name: string;
  /** JSON. */
  props: string;
  idPrefix: string;
}

export interface RenderRequest {
  pathname: string;
  search: string;
  /** False for an unknown path; `suggestion` is then the closest known one. */
  owned: boolean;
  suggestion: string | null;
  previews: OpenedPreview[];
  refusedPreview?: RefusedPreview | null;
  site: SiteConfig;
  menu: Menu;
  /** Id of the request that triggered the render; the cached page serves others, too. */
  requestId: string;
  now: number;
  flags?: FlagValues;
  slot?: SlotRequest;
  /** False for a page that visitors do not get: its release is not judged by it. Default: true. */
  judged?: boolean;
}

type TriedPage = Pick<RenderRequest, 'pathname' | 'search' | 'slot' | 'flags'>;

/** Returns a page as text, to try a release on it: its path and query, or JSON if it is a slot or has flags. */
export function printTriedPage({ pathname, search, slot, flags = {} }: TriedPage): string {
  const hasFlags = Object.keys(flags).length > 0;
  if (!slot && !hasFlags) return pathname + search;
  return JSON.stringify({ pathname, search, ...(slot && { slot }), ...(hasFlags && { flags }) });
}

export function readTriedPage(page: string): TriedPage {
  if (!page.startsWith('/')) return JSON.parse(page) as TriedPage;
  const [pathname = ''] = page.split('?', 1);
  return { pathname, search: page.slice(pathname.length) };
}

/** Returns the name of a tried page for logs, without its query and the props of its slot. */
export function describeTriedPage(page: string): string {
  const { pathname, slot } = readTriedPage(page);
  return slot ? `the slot ${slot.name} on ${pathname}` : pathname;
}

export interface Rendered {
  status: number;
  location?: string | undefined;
  html: string;
  head: HeadElement[];
  loaderData: Record<string, unknown>;
  frames?: readonly string[] | undefined;
  /** False if a loader failed; the page is then not cached. */
  complete: boolean;
}

/** A page with the API paths that were read during its render, as seen by this process. */
export type RenderedPage = Rendered & {
  reads: string[];
  gone: string[];
  /** Time since it was sent to its render process, which renders a few pages at once. */
  renderMs: number;
};

export const REALM_FILE = 'realm.cjs';
export const INSPECT_REALM_FILE = 'inspect-realm.cjs';

export const FRAME = 'frame';

/** Largest message from a render process, such as a page. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Characters of an API path that a release may read. The site remembers it with the page. */
export const MAX_PATH = 2000;

export type ToProcess =
  | { type: 'setup'; setup: RenderSetup }
  | { type: 'load'; key: string; release: ReleaseCode }
  | { type: 'unload'; key: string }
  | { type: 'render'; id: number; key: string; request: RenderRequest }
  /** Given up: its release gets no more time for it. The process confirms with `dropped`. */
  | { type: 'drop'; id: number; key: string }
  | { type: 'read'; id: number; status: number; body: string }
  | { type: 'read-failed'; id: number }
  | { type: 'measure' }
  | { type: 'ping' };
