import {
  ASSETS_PLACEHOLDER,
  menuEntry,
  queryNames,
  type ReleaseRecord,
  sitemapPaths,
} from '@carry/contracts/release';
import type { MenuEntry, RemoteRoute, RouteHandle } from '@carry/contracts/shell';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import { evaluateServerBundle, joinPath } from '../artifacts/server-bundle';
import { ReleaseRefused } from '../errors/errors';
import { inspectionShell } from './inspection-shell';
import { refuseUnless } from './refuse';

const shared = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': {},
  'react-router-dom': router,
};

/** Evaluates a server bundle the way the shell will; answers its contract version and routes, or refuses it. */
export function inspectServerBundle(
  name: string,
  code: string,
): { contractVersion: number; tree: RemoteRoute[] } {
  try {
    const remote = evaluateServerBundle(code, `${name}/server`, shared);
    return { contractVersion: remote.contractVersion, tree: remote.createRoutes(inspectionShell) };
  } catch (error) {
    throw new ReleaseRefused(
      `${name}: its server bundle cannot be evaluated (${(error as Error).message}); it must run without a browser`,
      { cause: error },
    );
  }
}

/** What a route says of itself in its handle, for its release. */
export type RouteFacts = Pick<ReleaseRecord['routes'][number], 'query' | 'menu' | 'sitemap'>;

/**
 * The contract test of a built remote: every route resolves, shows or redirects, and its head can be asked before any data is there.
 * Answers what each route says of itself, by its id: the query names that it reads, those of the routes around it with them, its entry
 * in the navigation and its paths for search engines.
 */
export async function checkRoutes(
  name: string,
  tree: RemoteRoute[],
  base = '',
  around?: readonly string[],
): Promise<Map<string, RouteFacts>> {
  const facts = new Map<string, RouteFacts>();
  for (const route of tree) {
    const what = `${name}: its route ${route.id ?? route.path ?? '(layout)'}`;
    const lazy =
      typeof route.lazy === 'function'
        ? await route.lazy().catch((cause: Error) => {
            throw new ReleaseRefused(`${what} cannot be loaded (${cause.message})`, { cause });
          })
        : {};
    const { Component, element, loader, handle, children }: RemoteRoute = { ...route, ...lazy };
    refuseUnless(
      Component || element || loader || children,
      `${what} shows nothing; give it a Component or a loader that redirects`,
    );
    checkHandle(what, handle);
    const query = queryNames.optional().safeParse(handle?.query);
    refuseUnless(query.success, `${what} has a query that is not a list of names`);
    const read =
      query.data || around ? [...new Set([...(around ?? []), ...(query.data ?? [])])] : undefined;
    const pattern = joinPath(base, route.path);
    if (route.id !== undefined) {
      const found = {
        query: read,
        menu: menuOf(what, pattern, handle?.menu),
        sitemap: sitemapOf(what, pattern, handle?.sitemap),
      };
      facts.set(
        route.id,
        Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined)),
      );
    }
    for (const [id, more] of await checkRoutes(name, children ?? [], pattern, read))
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
    throw new ReleaseRefused(
      `${what} throws in its handle without data (${(cause as Error).message}); data may be missing there`,
      {
        cause,
      },
    );
  }
}

function menuOf(what: string, pattern: string, menu: unknown): RouteFacts['menu'] {
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
    !/[:*]/.test(pattern),
    `${what} has a menu entry, but ${pattern} is not an address that a link could have`,
  );
  return entry.data;
}

function sitemapOf(what: string, pattern: string, paths: unknown): RouteFacts['sitemap'] {
  const listed = sitemapPaths.optional().safeParse(paths);
  refuseUnless(listed.success, `${what} has a sitemap that is not a list of paths`);
  const stray = listed.data?.find((path) => !router.matchPath(pattern, path));
  refuseUnless(
    stray === undefined,
    `${what} lists ${stray} for search engines, which is not one of its pages`,
  );
  return listed.data;
}

/** Refuses an entry of the navigation whose picture is not among the files of the release. */
export function checkIcons({ name, routes, files }: ReleaseRecord): void {
  const lost = routes.find(
    ({ menu }) => menu?.icon !== undefined && !Object.hasOwn(files, menu.icon),
  );
  refuseUnless(
    !lost,
    `${name}: its route ${lost?.id} has a menu entry with a picture that its build did not emit (${lost?.menu?.icon})`,
  );
}
