import { BOOT_ID, VISIT_ID } from '@carry/contracts/boot';
import type { FlagValues, SiteConfig } from '@carry/contracts/shell';
import type { SessionCalls, SiteFrame } from '@carry/contracts/site';

export interface ReleaseRef {
  name: string;
  version: string;
  /** Path of the federation container; empty if the remote has no release. */
  entry: string;
  integrity: string;
  /** Paths of the exposed module's files, which every route needs. */
  expose: string[];
  routes: { path: string; files: string[] }[];
  /** Its pages need their own CSP, so links to them and from them load a document. */
  ownDocument?: true;
}

export interface Menu extends SiteFrame {
  entries: { path: string; label: string; group: string | null; icon: string | null }[];
}

export interface RefusedPreview {
  /** Null if the site has no such remote. */
  remote: string | null;
  why: 'expired' | 'invalid' | 'ended' | 'off' | 'cookies' | 'full' | 'unreachable';
  livePage: string;
}

export const EMPTY_MENU: Menu = { entries: [], links: [] };

export interface OpenedPreview {
  remote: string;
  channel: string;
  /** Empty if the preview has ended or the store cannot be read. */
  version: string;
  commit: string;
  /** `on`: its release replaces the live one in this browser. `unreachable`: the store cannot be read. */
  state: 'on' | 'off' | 'ended' | 'unreachable';
}

/** Feature flags that differ from their default, by remote. */
export type RemoteFlags = Readonly<Record<string, FlagValues>>;

/** Per-visitor data, as JSON at the end of a page that is cached for many visitors. */
export interface Visit {
  /** The page's id in the server log. With `toApi`, API calls send it. */
  request: { id: string; toApi: boolean };
  /** Server time when this page was sent, ms since the epoch. */
  now: number;
  /** Id for reports; null disables them. */
  view: string | null;
  flags?: RemoteFlags;
}

/** Boot document: JSON in the page. Its size does not grow with the number of remotes. */
export interface Boot extends Visit {
  site: SiteConfig;
  apiUrl: string;
  session: SessionCalls | null;
  own: ReleaseRef | null;
  /** All releases of this page: an immutable document, loaded on demand. */
  composition: { url: string; integrity: string };
  previews: OpenedPreview[];
  refusedPreview: RefusedPreview | null;
  menu: Menu;
  scriptOrigins: string[];
  /** Origins of development builds, whose files have no integrity hash. */
  local: string[];
  suggestion: string | null;
  /** `full`: the page has the remote's HTML and data; `frame`: only the frame. */
  rendered: 'full' | 'frame';
  hydration: { loaderData: Record<string, unknown> };
  /** Server time of the render, ms since the epoch; may be an hour old. Hydration uses it to avoid a mismatch. */
  renderedAt: number;
  inspector: boolean;
}

function readJson(id: string): object {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new Error(`boot document is missing: the page has no #${id}`);
  return JSON.parse(element.textContent) as object;
}

export const readBoot = () => ({ ...readJson(BOOT_ID), ...readJson(VISIT_ID) }) as Boot;

export const resolveHref = (url: string, { settings = {} }: Pick<SiteConfig, 'settings'>): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => settings[name] ?? '');
