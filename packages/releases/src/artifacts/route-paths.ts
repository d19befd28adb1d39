import type { SiteDocument } from '@carry/contracts/site';
export interface DeclaredRoute {
  id: string;
  path: string;
}

/** Returns the pattern of a route. Only `/` ends with a slash. */
export const joinPath = (base: string, path: string | undefined) =>
  path === undefined ? base : `${base}/${path}`.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');

interface AnyRoute {
  id?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  children?: AnyRoute[] | undefined;
}

/** Lists children first: an index route's entry is before that of a layout with the same path. */
export function flattenRoutes(routes: readonly AnyRoute[], base = ''): DeclaredRoute[] {
  return routes.flatMap((route) => {
    const path = joinPath(base, route.path);
    const routeItself =
      route.id !== undefined && (route.path !== undefined || route.index)
        ? [{ id: route.id, path: path || '/' }]
        : [];
    return [...flattenRoutes(route.children ?? [], path), ...routeItself];
  });
}

export function getBranch(routes: readonly AnyRoute[], id: string): string[] {
  for (const route of routes) {
    if (route.id === id) return [id];
    const below = getBranch(route.children ?? [], id);
    if (below.length > 0) return route.id === undefined ? below : [route.id, ...below];
  }
  return [];
}

export const withoutOptional = (pattern: string): string =>
  pattern.replaceAll(/\/[^/]*\?(?=\/|$)/g, '') || '/';

/** Returns an address of a pattern: each parameter is `1`, optional parts are there. */
export const samplePath = (pattern: string, site: Pick<SiteDocument, 'settings'> | null) =>
  pattern
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => site?.settings?.[name]?.value ?? whole)
    .replaceAll(/:\w+/g, '1')
    .replaceAll('?', '')
    .replace(/\/\*$/, '');
