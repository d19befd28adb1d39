import { flattenRoutes } from '../artifacts/route-paths';
import { declareRoutes, type Inspection, inspectModule } from './inspect-module';
import { loadServerBundle, withDeadline } from './server-bundle';

export type { InspectedRoute, Inspection } from './inspect-module';

/** Runs a server bundle and returns its inspection. Throws {@link ReleaseRefused}. The implementation decides how isolated the code runs. */
export type Inspect = (name: string, code: string) => Promise<Inspection>;

/** Runs in this process. Realms isolate mistakes, not malicious code: use it for trusted code only. */
export const inspectHere: Inspect = async (name, code) =>
  withDeadline(inspectModule(name, loadServerBundle(name, code)));

/** Returns the route patterns of a server bundle. Throws {@link ReleaseRefused} if it cannot be evaluated. */
export const declaredRoutes = (name: string, code: string): string[] =>
  flattenRoutes(declareRoutes(name, loadServerBundle(name, code))).map(({ path }) => path);

/** Renders each route as the site does, without its API. Throws {@link ReleaseRefused}. Loads the renderer on demand: sites and release servers have their own. */
export const renderRoutes = async (name: string, code: string): Promise<void> =>
  (await import('./render-routes')).renderRoutes(name, code);
