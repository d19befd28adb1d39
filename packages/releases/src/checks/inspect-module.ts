// Also runs inside the realm of a release, so it must not import anything from Node.
import {
  ASSETS_PLACEHOLDER,
  menuEntry,
  queryNames,
  type ReleaseRecord,
  sitemapPaths,
} from '@carry/contracts/release';
import type {
  MenuEntry,
  RemoteModule,
  RemoteRoute,
  RouteHandle,
  RouteParts,
} from '@carry/contracts/shell';
import { matchPath } from 'react-router-dom';
import { joinPath } from '../artifacts/route-paths';
import { ReleaseRefused, refuseUnless } from '../errors/errors';
import { inspectionShell } from './inspection-shell';

export interface InspectedRoute {
  id?: string;
  path?: string;
  index?: boolean;
  /** True if its code is in a separate chunk. */
  lazy: boolean;
  children: InspectedRoute[];
}

export interface Inspection {
  contractVersion: number;
  tree: InspectedRoute[];
  facts: [id: string, facts: RouteFacts][];
  /** Feature flags as the remote declares them, unchecked. */
  flags?: unknown;
  slots?: string[];
  /** Slots of others that it shows, unchecked. */
  consumes?: unknown;
  /** Reason to refuse its routes; path clashes are reported first. */
  refused?: string;
  stack?: string | undefined;
}

/** Returns what to do about an error of server code, as the end of a sentence; empty if unknown. */
export function serverRemedy(message: string): string {
  const name = /(?:^|\s)'?([\w$]+)'? is not defined/.exec(message)?.[1];
  if (!name) return '';
  return `; the server has no ${name}: use it in an effect or an event handler, and import() a library that needs it there`;
}

export const refusedBundle = (name: string, why: string, cause?: unknown): ReleaseRefused =>
  new ReleaseRefused(
    `${name}: its server bundle cannot be evaluated (${why})${serverRemedy(why) || '; it must run without a browser'}`,
    { cause },
  );

/** Returns the routes of an evaluated server bundle. Throws {@link ReleaseRefused} if they cannot be read. */
export function declareRoutes(name: string, remote: RemoteModule): RemoteRoute[] {
  try {
    return remote.createRoutes(inspectionShell);
  } catch (error) {
    throw refusedBundle(name, (error as Error).message, error);
  }
}

/** Returns the routes and facts of an evaluated server bundle. Throws {@link ReleaseRefused} if the bundle is refused as a whole. */
export async function inspectModule(name: string, remote: RemoteModule): Promise<Inspection> {
  const tree = declareRoutes(name, remote);
  const checked = await checkRoutes({ name, tree }).then(
    (facts) => ({ facts: [...facts] }),
    (error: unknown) => {
      if (error instanceof ReleaseRefused)
        return { facts: [], refused: error.message, stack: (error.cause as Error | null)?.stack };
      throw error;
    },
  );
  const { contractVersion, flags, consumes } = remote;
  const slots = await checkSlots(name, remote.slots ?? {});
  return { contractVersion, tree: tree.map(inspected), flags, slots, consumes, ...checked };
}

const notLoaded = (what: string, cause: Error): ReleaseRefused =>
  new ReleaseRefused(`${what} cannot be loaded (${cause.message})${serverRemedy(cause.message)}`, {
    cause,
  });

/** Contract test of the slots: each resolves to a component. Returns their names. */
async function checkSlots(
  name: string,
  slots: NonNullable<RemoteModule['slots']>,
): Promise<string[]> {
  for (const [slot, create] of Object.entries(slots)) {
    const parts = await create(inspectionShell).catch((cause: Error) => {
      throw notLoaded(`${name}: its slot ${slot}`, cause);
    });
    refuseUnless(
      typeof parts?.Component === 'function',
      `${name}: its slot ${slot} has no Component; write it as lazySlot('${slot}', () => import(…)), whose file exports slot`,
    );
  }
  return Object.keys(slots);
}

const inspected = ({ id, path, index, lazy, children = [] }: RemoteRoute): InspectedRoute => ({
  ...(id !== undefined && { id }),
  ...(path !== undefined && { path }),
  ...(index && { index }),
  lazy: Boolean(lazy),
  children: children.map(inspected),
});

type RouteFacts = Pick<ReleaseRecord['routes'][number], 'query' | 'menu' | 'sitemap' | 'frames'>;

const getName = ({ id, path, index }: RemoteRoute): string =>
  id ?? path ?? (index ? '(index)' : '(layout)');

const lazyParts = async (what: string, { lazy }: RemoteRoute): Promise<RouteParts> =>
  typeof lazy === 'function'
    ? lazy().catch((cause: Error) => {
        throw notLoaded(what, cause);
      })
    : {};

/** Contract test: every route resolves, then renders or redirects. Returns their facts by id; query names and frames include those of the parents. */
async function checkRoutes({
  name,
  tree,
  base = '',
  around,
  framesAround,
}: {
  name: string;
  tree: RemoteRoute[];
  base?: string | undefined;
  around?: readonly string[] | undefined;
  framesAround?: RouteFacts['frames'];
}): Promise<Map<string, RouteFacts>> {
  const facts = new Map<string, RouteFacts>();
  for (const route of tree) {
    const what = `${name}: its route ${getName(route)}`;
    const parts: RemoteRoute = { ...route, ...(await lazyParts(what, route)) };
    const { Component, element, loader, handle, children } = parts;
    refuseUnless(
      Component || element || loader || children,
      `${what} renders nothing; give it a Component or a loader that redirects`,
    );
    checkHandle(what, handle);
    refuseUnless(
      !('caseSensitive' in route && route.caseSensitive),
      `${what} is caseSensitive, but the site's addresses ignore case; leave it out, and compare the parameter in the loader if its case matters`,
    );
    const query = queryNames.optional().safeParse(handle?.query);
    refuseUnless(query.success, `${what} has a query that is not a list of names`);
    const read =
      query.data || around ? [...new Set([...(around ?? []), ...(query.data ?? [])])] : undefined;
    const frames = getFrames(handle, framesAround);
    const pattern = joinPath(base, route.index ? '' : route.path);
    if (route.id !== undefined) {
      const routeFacts = {
        query: read,
        menu: createMenu(what, pattern, handle?.menu),
        sitemap: createSitemap(what, pattern, handle?.sitemap),
        frames,
      };
      facts.set(
        route.id,
        Object.fromEntries(Object.entries(routeFacts).filter(([, fact]) => fact !== undefined)),
      );
    }
    for (const [id, more] of await checkRoutes({
      name,
      tree: children ?? [],
      base: pattern,
      around: read,
      framesAround: frames,
    }))
      facts.set(id, more);
  }
  return facts;
}

function checkHandle(what: string, handle: RouteHandle | undefined): void {
  const { site } = inspectionShell;
  try {
    handle?.head?.({ data: undefined, params: {}, site });
    handle?.status?.({ data: undefined, params: {}, site });
  } catch (cause) {
    const { message } = cause as Error;
    throw new ReleaseRefused(
      `${what} throws in its handle without data (${message})${serverRemedy(message) || '; data may be missing there'}`,
      { cause },
    );
  }
}

const getFrames = (
  handle: RouteHandle | undefined,
  around: RouteFacts['frames'],
): RouteFacts['frames'] => {
  if (!handle?.frames) return around;
  return handle.framesOnDemand ? undefined : true;
};

function createMenu(what: string, pattern: string, menu: unknown): RouteFacts['menu'] {
  if (menu === undefined) return undefined;
  const icon = (menu as Partial<MenuEntry> | null)?.icon;
  const file = typeof icon === 'string' ? icon.replace(ASSETS_PLACEHOLDER, 'web/') : icon;
  const entry = menuEntry.safeParse({
    ...(menu as object),
    ...(file !== undefined && { icon: file }),
  });
  refuseUnless(
    entry.success,
    `${what} has a malformed menu entry: a label, a group and the address of a picture of its build`,
  );
  refuseUnless(
    !/[:*?]/.test(pattern),
    `${what} has a menu entry, but ${pattern} is not an address that a link could have`,
  );
  return entry.data;
}

function createSitemap(what: string, pattern: string, paths: unknown): RouteFacts['sitemap'] {
  const listed = sitemapPaths.optional().safeParse(paths);
  refuseUnless(listed.success, `${what} has a sitemap that is not a list of paths`);
  const stray = listed.data?.find((path) => !matchPath(pattern, path));
  refuseUnless(
    stray === undefined,
    `${what} lists ${stray} in its sitemap, which is not one of its pages`,
  );
  return listed.data;
}
