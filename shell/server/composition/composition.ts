import { createHash } from 'node:crypto';
import type { ReleaseRecord } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import type { SessionCalls, SiteDocument, SiteFrame } from '@carry/contracts/site';
import { integrityOf } from '@carry/releases';
import { LRUCache } from 'lru-cache';
import type { Menu, ReleaseRef } from '../../universal/page/boot';
import { indexOwners, type Owner } from '../../universal/routing/find-owner';
import { fillPattern } from '../config/site';
import { needsDocument, type PageNeeds, type ThirdParties, thirdPartiesOf } from '../http/security';
import { suggestPath } from './suggest-path';

/** Which release each remote has for a visitor; null: it has none that can be served. */
export type Records = Map<string, ReleaseRecord | null>;

/** One set of releases, with everything that pages need of it. */
export interface Composition {
  /** Hash of {@link document}: names it for ever. */
  id: string;
  /** All references as JSON, for the browser. */
  document: string;
  integrity: string;
  refs: ReleaseRef[];
  records: Records;
  /** The site that its pages are of. */
  site: SiteConfig;
  /** The calls that keep a visitor signed in; null: nobody signs in. */
  session: SessionCalls | null;
  /** What its pages let in beside the site and its API. */
  thirdParties: ThirdParties;
  menu: Menu;
  /** Changes with what a page shows around its remote. */
  frameKey: string;
  /** Paths that search engines are told of. */
  sitemap: string[];
  /** Origins of development servers that serve parts of it. */
  local: string[];
  owner(pathname: string): Owner<ReleaseRef> | null;
  suggest(pathname: string): string | null;
  /** What the policies of a remote's pages let in beside those of all pages. */
  needsOf(remote: string): PageNeeds;
  /** The query names that a remote's pattern reads; undefined where its release does not say. */
  queryOf(remote: string, pattern: string): readonly string[] | undefined;
}

/** `local`: remotes from development servers, in place of their releases. */
export function compose(
  records: Records,
  site: SiteConfig,
  declared: Pick<SiteDocument, 'owners' | 'frame' | 'session' | 'thirdParties'>,
  local: ReleaseRef[] = [],
): Composition {
  const { owners, frame, session = null } = declared;
  const served = [...records].filter(([name]) => !local.some((ref) => ref.name === name));
  // one document shows pages of all remotes that need no other one
  const workers = [...records.values()].some((record) => record?.needs?.workers ?? true);
  const needsOf = (name: string): PageNeeds => ({
    connect: owners[name]?.connect,
    wasm: records.get(name)?.needs?.wasm,
    workers,
  });
  const refs = [
    ...served.map(([name, record]) =>
      record
        ? {
            ...refOf(record, site),
            ...(needsDocument(needsOf(name)) && { ownDocument: true as const }),
          }
        : absent(name, owners[name]?.paths ?? [], site),
    ),
    ...local,
  ];
  const document = JSON.stringify(refs);
  const patterns = refs.flatMap(({ routes }) => routes.map(({ path }) => path));
  const menu = menuOf(records, frame, site);
  return {
    id: createHash('sha256').update(document).digest('hex').slice(0, 20),
    document,
    integrity: integrityOf(Buffer.from(document)),
    refs,
    records: new Map(served),
    site,
    session,
    thirdParties: thirdPartiesOf(declared, site),
    menu,
    frameKey: createHash('sha256')
      .update(JSON.stringify([site, menu]))
      .digest('hex')
      .slice(0, 12),
    sitemap: [...records.values()].flatMap(
      (record) => record?.routes.flatMap(({ sitemap = [] }) => sitemap) ?? [],
    ),
    local: local.map(({ entry }) => new URL(entry).origin),
    owner: remembered(indexOwners(refs)),
    suggest: (pathname) => suggestPath(pathname, patterns),
    needsOf,
    queryOf: (remote, pattern) => routeOf(records.get(remote), pattern, site)?.query,
  };
}

const MAX_PATHS = 1000;
const MAX_PATH_LENGTH = 200;

/** Most visitors ask for the same few paths; to rank all patterns of a release for each of them takes longer than to answer. */
function remembered<V extends object>(
  find: (path: string) => V | null,
): (path: string) => V | null {
  const known = new LRUCache<string, { found: V | null }>({ max: MAX_PATHS });
  return (path) => {
    const found = known.get(path) ?? { found: find(path) };
    if (path.length <= MAX_PATH_LENGTH) known.set(path, found);
    return found.found;
  };
}

const MAX_ENTRIES = 200;

/** In the order of the owners, and of the routes of each. */
function menuOf(records: Records, frame: SiteFrame, site: SiteConfig): Menu {
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

/** The words of the frame, in which `{name}` stands for the name of the site. */
function fillTexts(frame: SiteFrame, name: string): SiteFrame {
  const fill = (text: string) => text.replaceAll('{name}', name);
  const { slogan, head } = frame;
  return {
    ...frame,
    ...(slogan && { slogan: fill(slogan) }),
    ...(head && {
      head: {
        description: fill(head.description),
        picture: { ...head.picture, alt: fill(head.picture.alt) },
      },
    }),
  };
}

const fileUrl = ({ name, version }: ReleaseRecord, file: string) =>
  `/remotes/${name}/${version}/${file}`;

/** The declared route of a pattern in which the site's own names are filled in. */
export const routeOf = (
  record: ReleaseRecord | null | undefined,
  pattern: string,
  site: SiteConfig,
) => record?.routes.find(({ path }) => fillPattern(path, site) === pattern);

function refOf(record: ReleaseRecord, site: SiteConfig): ReleaseRef {
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

/** A remote without a release still owns its paths: they answer that it is missing, not that the page does not exist. */
function absent(name: string, prefixes: readonly string[], site: SiteConfig): ReleaseRef {
  const routes = prefixes.flatMap((prefix) => {
    const path = fillPattern(prefix, site);
    return (path === '/' ? [path] : [path, `${path}/*`]).map((path) => ({ path, files: [] }));
  });
  return { name, version: '', entry: '', integrity: '', expose: [], routes };
}
