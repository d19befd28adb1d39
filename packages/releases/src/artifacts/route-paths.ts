import type { SiteDocument } from '@carry/contracts/site';
export interface DeclaredRoute {
  id: string;
  path: string;
}

export const joinPath = (base: string, path: string | undefined) =>
  path === undefined ? base : `${base}/${path}`.replaceAll(/\/+/g, '/');

interface AnyRoute {
  id?: string | undefined;
  path?: string | undefined;
  children?: AnyRoute[] | undefined;
}

export function flattenRoutes(routes: readonly AnyRoute[], base = ''): DeclaredRoute[] {
  return routes.flatMap((route) => {
    const path = joinPath(base, route.path);
    const own =
      route.id !== undefined && route.path !== undefined
        ? [{ id: route.id, path: path || '/' }]
        : [];
    return [...own, ...flattenRoutes(route.children ?? [], path)];
  });
}

export const samplePath = (pattern: string, site: Pick<SiteDocument, 'settings'> | null) =>
  pattern
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => site?.settings?.[name]?.value ?? whole)
    .replaceAll(/:\w+/g, '1')
    .replace(/\/\*$/, '');
