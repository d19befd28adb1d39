export interface DeclaredRoute {
  id: string;
  path: string;
}

/** The full pattern of a route within another one. */
export const joinPath = (base: string, path: string | undefined) =>
  path === undefined ? base : `${base}/${path}`.replaceAll(/\/+/g, '/');

interface AnyRoute {
  id?: string | undefined;
  path?: string | undefined;
  children?: AnyRoute[] | undefined;
}

/** The routes of a tree that have an address, with their full patterns. */
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
