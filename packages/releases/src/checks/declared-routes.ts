import { flattenRoutes } from '../artifacts/route-paths';
import { declareRoutes } from './inspect-module';
import { loadServerBundle } from './server-bundle';

/** Returns the route patterns of a server bundle. Throws {@link ReleaseRefused} if it cannot be evaluated. */
export const declaredRoutes = (name: string, code: string): string[] =>
  flattenRoutes(declareRoutes(name, loadServerBundle(name, code))).map(({ path }) => path);
