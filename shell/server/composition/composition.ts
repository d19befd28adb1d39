import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PolicyNeeds, ReleaseRecord } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import type { SessionCalls, SiteDocument, SiteFrame } from '@carry/contracts/site';
import { computeIntegrity } from '@carry/releases';
import { LRUCache } from 'lru-cache';
import type { Menu, ReleaseRef } from '../../universal/page/boot';
import { indexOwners, type Owner } from '../../universal/routing/find-owner';
import { fillPattern } from '../config/site';
import {
  listThirdParties,
  needsDocument,
  type PageNeeds,
  type ThirdParties,
} from '../http/security';
import { suggestPath } from './suggest-path';

/** A visitor's release of each remote; null if none can be served. */
export type Records = Map<string, ReleaseRecord | null>;

/** Remote of a development server, in place of its release. */
export interface LocalRemote {
  ref: ReleaseRef;
  origin: string;
  needs: PolicyNeeds;
}

export interface Composition {
  id: string;
  document: string;
  integrity: string;
  refs: ReleaseRef[];
  records: Records;
  site: SiteConfig;
  /** API calls that renew a session; null if the site has no accounts. */
  session: SessionCalls | null;
  menu: Menu;
  /** Hash of the frame around remotes, for cache invalidation. */
  frameKey: string;
  sitemap: string[];
  /** Paths of routes with parameters, such as `/booking/1`, for an API without a sitemap. */
  parameterPaths: string[];
  local: readonly LocalRemote[];
  /** True if no path has an owner, such as before `site.json` was read. */
  isEmpty: boolean;
  owner(pathname: string): Owner<ReleaseRef> | null;
  /** Leaves the visitors' paths in the cache of `owner`. */
  isOwned(pathname: string): boolean;
  suggest(pathname: string): string | null;
  getNeeds(remote: string): PageNeeds;
  getFrames(remote: string): readonly string[];
  listThirdParties(remote: string): ThirdParties;
  getQuery(remote: string, pattern: string): readonly string[] | undefined;
}

const createSitemap = (records: Records, isIncluded: (path: string) => boolean): string[] =>
  [...records.values()].flatMap(
    (record) =>
      record?.routes.flatMap(({ path, sitemap = [] }) => (isIncluded(path) ? sitemap : [])) ?? [],
  );

export function compose(
  records: Records,
  site: SiteConfig,
  declared: Pick<SiteDocument, 'owners' | 'frame' | 'session' | 'thirdParties'> & {
    local?: LocalRemote[];
  },
): Composition {
  const { owners, frame, session = null, local = [] } = declared;
  const findLocal = (name: string) => local.find(({ ref }) => ref.name === name);
  const served = [...records].filter(([name]) => !findLocal(name));
  const getParts = (name: string): string[] => {
    const slots = records.get(name)?.consumes ?? [];
    return [...new Set([name, ...slots.map((slot) => slot.split('.')[0] ?? '')])];
  };
  const shared = listThirdParties(declared, site);
  const readParties = (name: string) => listThirdParties(declared, site, getParts(name));
  const hasOwnParties = (name: string) => !isDeepStrictEqual(readParties(name), shared);
  const getNeeds = (name: string): PageNeeds => {
    const parts = getParts(name);
    const needs = parts.map((part) => (findLocal(part) ?? records.get(part))?.needs);
    const hasFrames = records.get(name)?.routes.some(({ frames }) => frames);
    return {
      frames: hasFrames ? (owners[name]?.frames ?? []) : [], // a slot cannot show frames
      connect: [...new Set(parts.flatMap((part) => owners[part]?.connect ?? []))],
      wasm: needs.some((part) => part?.wasm),
      workers: needs.some((part) => part?.workers),
    };
  };
  const marked = (ref: ReleaseRef): ReleaseRef =>
    needsDocument(getNeeds(ref.name)) || hasOwnParties(ref.name)
      ? { ...ref, ownDocument: true }
      : ref;
  const refs = [
    ...served.map(([name, record]) =>
      record ? marked(createRef(record, site)) : absent(name, owners[name]?.paths ?? [], site),
    ),
    ...local.map(({ ref }) => marked(ref)),
  ];
  const document = JSON.stringify(refs);
  const findOwner = indexOwners(refs);
  const patterns = refs.flatMap(({ routes }) => routes.map(({ path }) => path));
  const menu = createMenu(records, frame, site);
  return {
    id: createHash('sha256').update(document).digest('hex').slice(0, 20),
    document,
    integrity: computeIntegrity(Buffer.from(document)),
    refs,
    records: new Map(served),
    site,
    session,
    menu,
    frameKey: createHash('sha256')
      .update(JSON.stringify([site, menu]))
      .digest('hex')
      .slice(0, 12),
    sitemap: createSitemap(records, (path) => !path.includes(':')),
    parameterPaths: createSitemap(records, (path) => path.includes(':')),
    local,
    isEmpty: patterns.length === 0,
    owner: memoize(findOwner),
    isOwned: (pathname) => findOwner(pathname) !== null,
    suggest: (pathname) => suggestPath(pathname, patterns),
    getNeeds: getNeeds,
    getFrames: (name) => owners[name]?.frames ?? [],
    listThirdParties: readParties,
    getQuery: (remote, pattern) => getRoute(records.get(remote), pattern, site)?.query,
  };
}

const MAX_PATHS = 1000;
const MAX_PATH_LENGTH = 200;

/** Ranking all patterns takes longer than the rest of a request, and most visitors use few paths. */
function memoize<V extends object>(find: (path: string) => V | null): (path: string) => V | null {
  const cache = new LRUCache<string, { value: V | null }>({ max: MAX_PATHS });
  return (path) => {
    const entry = cache.get(path) ?? { value: find(path) };
    if (path.length <= MAX_PATH_LENGTH) cache.set(path, entry);
    return entry.value;
  };
}

const MAX_ENTRIES = 200;

function createMenu(records: Records, frame: SiteFrame, site: SiteConfig): Menu {
  const entries = [...records.values()].flatMap((record) =>
    (record?.routes ?? []).flatMap(({ path, menu }) =>
      record && menu
        ? [
            {
              path,
              label: menu.label,
              group: menu.group ?? null,
              icon: menu.icon ? fileUrl(record, menu.icon) : null,
            },
          ]
        : [],
    ),
  );
  return { ...fillTexts(frame, site.name), entries: entries.slice(0, MAX_ENTRIES) };
}

function fillTexts(frame: SiteFrame, name: string): SiteFrame {
  const fill = (text: string) => text.replaceAll('{name}', name);
  const { slogan, head } = frame;
  return {
    ...frame,
    ...(slogan && { slogan: fill(slogan) }),
    ...(head && {
      head: {
        ...head,
        description: fill(head.description),
        picture: { ...head.picture, alt: fill(head.picture.alt) },
      },
    }),
  };
}

const fileUrl = ({ name, version }: ReleaseRecord, file: string) =>
  `/remotes/${name}/${version}/${file}`;

export const getRoute = (
  record: ReleaseRecord | null | undefined,
  pattern: string,
  site: SiteConfig,
) => record?.routes.find(({ path }) => fillPattern(path, site) === pattern);

function createRef(record: ReleaseRecord, site: SiteConfig): ReleaseRef {
  const { name, version, entry, expose, files, routes } = record;
  const url = (file: string) => fileUrl(record, file);
  return {
    name,
    version,
    entry: url(entry),
    integrity: files[entry]?.integrity ?? '',
    expose: expose.map(url),
    routes: routes.map(({ path, files }) => ({
      path: fillPattern(path, site),
      files: files.map(url),
    })),
  };
}

/** Keeps the paths of a remote without a release, so that they respond with an error instead of 404. */
function absent(name: string, prefixes: readonly string[], site: SiteConfig): ReleaseRef {
  const routes = prefixes.flatMap((prefix) => {
    const path = fillPattern(prefix, site);
    return (path === '/' ? [path] : [path, `${path}/*`]).map((path) => ({ path, files: [] }));
  });
  return { name, version: '', entry: '', integrity: '', expose: [], routes };
}
