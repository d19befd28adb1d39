import { flattenRoutes } from '../artifacts/server-bundle';
import { inspectServerBundle } from './server-bundle';

/** The patterns that a server bundle declares. Throws {@link ReleaseRefused} where it cannot be evaluated. */
export const declaredRoutes = (name: string, code: string): string[] =>
  flattenRoutes(inspectServerBundle(name, code).tree).map(({ path }) => path);
