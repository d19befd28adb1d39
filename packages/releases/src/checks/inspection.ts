import type { Inspection } from './inspect-module';
import { inspectModule } from './inspect-module';
import { loadServerBundle } from './server-bundle';

export type { InspectedRoute, Inspection } from './inspect-module';

/** Runs a server bundle and answers what it says of itself; throws {@link ReleaseRefused}. Whose code it is decides where it may run. */
export type Inspect = (name: string, code: string) => Promise<Inspection>;

/** In this process, whose realms keep mistakes apart and no malice: for code of one's own. */
export const inspectHere: Inspect = async (name, code) =>
  inspectModule(name, loadServerBundle(name, code));
