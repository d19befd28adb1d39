import type { Inspection } from './inspect-module';
import { inspectModule } from './inspect-module';
import { loadServerBundle } from './server-bundle';

export type { InspectedRoute, Inspection } from './inspect-module';

/** Runs a server bundle and returns its inspection. Throws {@link ReleaseRefused}. The implementation decides how isolated the code runs. */
export type Inspect = (name: string, code: string) => Promise<Inspection>;

/** Runs in this process. Realms isolate mistakes, not malicious code: use it for trusted code only. */
export const inspectHere: Inspect = async (name, code) =>
  inspectModule(name, loadServerBundle(name, code));
