import type { RemoteRoute } from '@carry/contracts/shell';
import { ReleaseRefused } from '../errors/errors';
import { checkRoutes, inspectServerBundle, type RouteFacts } from './server-bundle';

/** A route as its code has it, in plain data. */
export interface InspectedRoute {
  id?: string;
  path?: string;
  /** Whether its code comes in a chunk of its own. */
  lazy: boolean;
  children: InspectedRoute[];
}

/** What a server bundle says of itself when it is run. */
export interface Inspection {
  contractVersion: number;
  tree: InspectedRoute[];
  facts: [id: string, facts: RouteFacts][];
  /** Why its routes are refused, where they are; clashes are reported first. */
  refused?: string;
}

/** Runs a server bundle and answers what it says of itself; throws {@link ReleaseRefused}. Whose code it is decides where it may run. */
export type Inspect = (name: string, code: string) => Promise<Inspection>;

/** In this process, whose realms keep mistakes apart and no malice: for code of one's own. */
export const inspectHere: Inspect = async (name, code) => {
  const { contractVersion, tree } = inspectServerBundle(name, code);
  const checked = await checkRoutes(name, tree).then(
    (facts) => ({ facts: [...facts] }),
    (error: unknown) => {
      if (error instanceof ReleaseRefused) return { facts: [], refused: error.message };
      throw error;
    },
  );
  return { contractVersion, tree: tree.map(inspected), ...checked };
};

const inspected = ({ id, path, lazy, children = [] }: RemoteRoute): InspectedRoute => ({
  ...(id !== undefined && { id }),
  ...(path !== undefined && { path }),
  lazy: Boolean(lazy),
  children: children.map(inspected),
});
