import type { SiteConfig } from '@carry/contracts/shell';
import type { HeadElement } from '../../../universal/head/head-tags';
import type { ActivePreview, Menu, RefusedPreview } from '../../../universal/page/boot';

/** What a render process is started with. */
export interface RenderSetup {
  apiUrl: string;
  /** Milliseconds that one API call may take while rendering. */
  apiBudgetMs: number;
}

/** The server code of a release, as it goes over the channel. */
export interface ReleaseCode {
  name: string;
  version: string;
  code: string;
}

export interface RenderRequest {
  pathname: string;
  search: string;
  /** Whether some remote declares the path; where none does, the closest path that one declares. */
  owned: boolean;
  suggestion: string | null;
  previews: ActivePreview[];
  refusedPreview?: RefusedPreview | null;
  site: SiteConfig;
  menu: Menu;
  /** Of the visitor for whom it is rendered; others may get it, too. */
  requestId: string;
  now: number;
}

export interface Rendered {
  status: number;
  /** Set for a redirect. */
  location?: string | undefined;
  html: string;
  head: HeadElement[];
  loaderData: Record<string, unknown>;
  /** False when data was missing: such a page is not kept in the cache. */
  complete: boolean;
}

/** A page with what it may have been made of: the paths of the API that were read meanwhile, as this process saw them. */
export type RenderedPage = Rendered & {
  reads: string[];
  /** The paths among `reads` that the API answered with 404 or 410. */
  gone: string[];
};

/** What each realm evaluates: a file beside that of the render process. */
export const REALM_FILE = 'realm.cjs';
/** The same for a release that is asked which routes it has. */
export const INSPECT_REALM_FILE = 'inspect-realm.cjs';

/** The key of pages without a remote: they are rendered by the shell's code alone. */
export const FRAME = 'frame';

export type ToProcess =
  | { type: 'setup'; setup: RenderSetup }
  | { type: 'load'; key: string; release: ReleaseCode }
  | { type: 'unload'; key: string }
  | { type: 'render'; id: number; key: string; request: RenderRequest }
  | { type: 'read'; id: number; status: number; body: string }
  | { type: 'read-failed'; id: number }
  | { type: 'measure' }
  | { type: 'ping' };
