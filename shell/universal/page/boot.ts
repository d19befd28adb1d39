import type { SiteConfig } from '@carry/contracts/shell';
import type { SessionCalls, SiteFrame } from '@carry/contracts/site';

/** One remote of a composition. */
export interface ReleaseRef {
  name: string;
  version: string;
  /** Path of the federation container and its pinned hash; empty when the remote has no release. */
  entry: string;
  integrity: string;
  /** Files of the exposed module, needed by every route; paths. */
  expose: string[];
  /** Route patterns it serves, each with the paths of its own files. */
  routes: { path: string; files: string[] }[];
  /** Its pages need a policy of their own, which a document has from the start: others lead to them by a full load. */
  ownDocument?: true;
}

/** The site's own parts around the pages: the words of its installation, and what the releases of a page say of their routes. */
export interface Menu extends SiteFrame {
  entries: { path: string; label: string; group: string | null; icon: string | null }[];
}

/** A preview link that the site refused. */
export interface RefusedPreview {
  /** The remote that it names, where the site has that. */
  remote: string | null;
  why: 'expired' | 'invalid' | 'ended' | 'off';
  /** The address without the link: what everybody else sees there. */
  livePage: string;
}

export const EMPTY_MENU: Menu = { entries: [], links: [] };

/** A release that this browser sees instead of the live one. */
export interface ActivePreview {
  remote: string;
  channel: string;
  version: string;
  commit: string;
}

/** What the server tells one visitor's browser, as JSON at the end of a page that many get. */
export interface Visit {
  /** Under which the server's log has this page, and whether calls of the API may carry it. */
  request: { id: string; toApi: boolean };
  /** Server time when this page was sent, ms since the epoch. */
  now: number;
  /** Names this page in its reports; null: it sends none. */
  view: string | null;
}

/** What the server tells the browser, as JSON in the page. Its size does not depend on how many remotes there are. */
export interface Boot extends Visit {
  site: SiteConfig;
  /** Origin of the API. */
  apiUrl: string;
  /** Its calls that keep a visitor signed in; null: nobody signs in. */
  session: SessionCalls | null;
  /** The remote that owns this page, or null when nobody does. */
  own: ReleaseRef | null;
  /** All releases of this page: an immutable document, pinned by its hash, read when the first other remote is wanted. */
  composition: { url: string; integrity: string };
  previews: ActivePreview[];
  /** The page is the refusal of a preview link; null: it is not. */
  refusedPreview: RefusedPreview | null;
  menu: Menu;
  /** Origins beside the site's that scripts may come from. */
  scriptOrigins: string[];
  /** Origins of development servers on this machine that serve parts of this page; their files have no pinned hash. */
  local: string[];
  /** Where nobody owns the path: the closest one that somebody does. */
  suggestion: string | null;
  /** `full`: the remote's HTML is in the page with its data; `frame`: only the frame is. */
  rendered: 'full' | 'frame';
  hydration: { loaderData: Record<string, unknown> };
  /** Server time when it was rendered, which may be an hour before: what was rendered and what the browser renders first must agree. */
  renderedAt: number;
  /** Whether Alt+Shift+I shows which release owns what. */
  inspector: boolean;
}

export const BOOT_ID = 'carry-boot';
export const VISIT_ID = 'carry-visit';
/** The scripts of a page that is whole without them, and is seen first. */
export const DEFERRED_SCRIPTS_ID = 'carry-later';

function readJson(id: string): object {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new Error('the page holds no boot document');
  return JSON.parse(element.textContent) as object;
}

/** Reads the page's boot document; the page is useless without it, so its absence throws. */
export const readBoot = () => ({ ...readJson(BOOT_ID), ...readJson(VISIT_ID) }) as Boot;
