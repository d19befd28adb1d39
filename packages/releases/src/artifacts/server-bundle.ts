import vm from 'node:vm';
import type { RemoteModule } from '@carry/contracts/shell';
import { createRealm, type RealmTimers } from './server-realm';

export type SharedModules = Record<string, unknown>;

const ownTimers: RealmTimers = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
};

interface EvaluateOptions {
  filename: string;
  shared: SharedModules;
  timers?: RealmTimers;
  globals?: object;
}

/** Evaluates a remote's server bundle in a new realm that can require only the shared modules. Throws if its shape is wrong. */
export function evaluateServerBundle(
  code: string,
  { filename, shared, timers = ownTimers, globals }: EvaluateOptions,
): RemoteModule {
  const module = { exports: {} as { default?: Partial<RemoteModule> } };
  const require = (id: string) => {
    if (Object.hasOwn(shared, id)) return shared[id];
    throw new Error(`${filename} requires '${id}', which the shell does not share`);
  };
  const parsingContext = createRealm(filename, { ...timers, ...globals });
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
