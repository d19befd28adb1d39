import type { SiteConfig } from 'contracts/shell';
import type { ActivePreview } from '../universal/boot';
import type { HeadElement } from '../universal/head/head-tags';

/** What a render worker is started with. */
export interface WorkerSetup {
  site: SiteConfig;
  apiUrl: string;
  /** Milliseconds that one API call may take while rendering. */
  apiBudgetMs: number;
  /** The remote whose pages it renders; null renders the frame alone. */
  remote: { name: string; version: string; code: string } | null;
}

export interface RenderRequest {
  id: number;
  pathname: string;
  search: string;
  /** Whether some remote declares the path; where none does, the closest path that one declares. */
  owned: boolean;
  suggestion: string | null;
  previews: ActivePreview[];
  now: number;
}

export interface Rendered {
  status: number;
  /** Set for a redirect. */
  location?: string;
  html: string;
  head: HeadElement[];
  loaderData: Record<string, unknown>;
  /** False when data was missing: such a page is not kept in the cache. */
  complete: boolean;
}

export type RenderAnswer = { id: number; rendered: Rendered } | { id: number; error: string };
