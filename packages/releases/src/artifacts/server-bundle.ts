import vm from 'node:vm';
import type { RemoteModule } from '@carry/contracts/shell';
import { createRealm, type RealmTimers } from './server-realm';

/** The modules that a server bundle may require. */
export type SharedModules = Record<string, unknown>;

const ownTimers: RealmTimers = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
};

/** Evaluates a remote's server bundle in a realm of its own, with nothing to require but the shared modules; throws when its shape is wrong. */
export function evaluateServerBundle(
  code: string,
  filename: string,
  shared: SharedModules,
  timers = ownTimers,
): RemoteModule {
  const module = { exports: {} as { default?: Partial<RemoteModule> } };
  const require = (id: string) => {
    if (Object.hasOwn(shared, id)) return shared[id];
    throw new Error(`${filename} asks for '${id}', which the shell does not share`);
  };
  const parsingContext = createRealm(filename, timers);
  vm.compileFunction(code, ['module', 'exports', 'require'], { filename, parsingContext })(
    module,
    module.exports,
    require,
  );
  const remote = module.exports.default;
  if (typeof remote?.createRoutes !== 'function' || typeof remote.contractVersion !== 'number') {
    throw new Error(
      `${filename} does not export { contractVersion, createRoutes }; make it with defineRemote`,
    );
  }
  return remote as RemoteModule;
}

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
