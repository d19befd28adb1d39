import type { SiteConfig } from 'contracts/shell';

/** One remote of the page's release set. */
export interface ReleaseRef {
  name: string;
  version: string;
  /** Path of the federation container and its pinned hash. */
  entry: string;
  integrity: string;
  /** Files of the exposed module, needed by every route; paths. */
  expose: string[];
  /** Route patterns it serves, each with the paths of its own files. */
  routes: { path: string; files: string[] }[];
}

/** What the server tells the browser, as JSON in the page. */
export interface Boot {
  site: SiteConfig;
  /** Origin of the API. */
  apiUrl: string;
  releases: ReleaseRef[];
  /** `full`: the remote's HTML is in the page with its data; `frame`: only the frame is. */
  rendered: 'full' | 'frame';
  hydration: { loaderData: Record<string, unknown> };
  /** Server time, ms since the epoch: what it rendered and the browser renders first must agree. */
  now: number;
}

export const BOOT_ID = 'carry-boot';

/** Reads the page's boot document; the page is useless without it, so its absence throws. */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID);
  if (!element?.textContent) throw new Error('the page holds no boot document');
  return JSON.parse(element.textContent) as Boot;
}
