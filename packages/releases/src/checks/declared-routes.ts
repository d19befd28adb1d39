import { flattenRoutes } from '../artifacts/route-paths';
import { declareRoutes } from './inspect-module';
import { loadServerBundle } from './server-bundle';

/** The patterns that a server bundle declares. Throws {@link ReleaseRefused} where it cannot be evaluated. */
export const declaredRoutes = (name: string, code: string): string[] =>
  flattenRoutes(declareRoutes(name, loadServerBundle(name, code))).map(({ path }) => path);
