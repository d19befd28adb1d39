import vm from 'node:vm';
import type { RemoteModule, RemoteRoute } from 'contracts/shell';

/** The modules that a server bundle may require. */
export type SharedModules = Record<string, unknown>;

/** Evaluates a remote's server bundle with nothing to require but the shared modules; throws when its shape is wrong. */
export function evaluateServerBundle(code: string, filename: string, shared: SharedModules): RemoteModule {
  const module = { exports: {} as { default?: Partial<RemoteModule> } };
  const require = (id: string) => {
    if (id in shared) return shared[id];
    throw new Error(`${filename} asks for '${id}', which the shell does not share`);
  };
  vm.compileFunction(code, ['module', 'exports', 'require'], { filename })(module, module.exports, require);
  const remote = module.exports.default;
  if (typeof remote?.createRoutes !== 'function' || typeof remote.contractVersion !== 'number') {
    throw new Error(`${filename} does not export { contractVersion, createRoutes }; make it with defineRemote`);
  }
  return remote as RemoteModule;
}

export interface DeclaredRoute {
  id: string;
  path: string;
}

/** The routes of a tree that have an address, with their full patterns. */
export function flattenRoutes(routes: RemoteRoute[], base = ''): DeclaredRoute[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? base : `${base}/${route.path}`.replaceAll(/\/+/g, '/');
    const own = route.id !== undefined && route.path !== undefined ? [{ id: route.id, path: path || '/' }] : [];
    return [...own, ...flattenRoutes(route.children ?? [], path)];
  });
}
