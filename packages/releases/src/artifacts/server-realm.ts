import vm from 'node:vm';

/** Timers of a realm; the caller of `createRealm` decides how long they run. */
export type RealmTimers = Record<
  | 'setTimeout'
  | 'clearTimeout'
  | 'setInterval'
  | 'clearInterval'
  | 'setImmediate'
  | 'clearImmediate',
  unknown
>;

const silent = () => {};
const web = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  FormData,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  queueMicrotask,
  structuredClone,
  performance: { now: () => performance.now() },
  crypto: {
    getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
    randomUUID: () => crypto.randomUUID(),
  },
  console: Object.fromEntries(
    ['debug', 'error', 'group', 'groupEnd', 'info', 'log', 'table', 'trace', 'warn'].map((name) => [
      name,
      silent,
    ]),
  ),
};

export const realmGlobals: object = web;

/** Makes `instanceof Error` true for errors of the outer realm (the shell's, the router's). */
const crossRealmErrors = new vm.Script(`{
  const text = Object.prototype.toString, own = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(value) { return this === Error ? text.call(value) === '[object Error]' : own.call(this, value); },
  });
}`);

/** Creates a global scope for the code of one release: the language and a few web classes, without eval, network and Node. */
export function createRealm(name: string, timers: RealmTimers): vm.Context {
  const realm = vm.createContext(
    { ...web, ...timers },
    { name, codeGeneration: { strings: false, wasm: false } },
  );
  crossRealmErrors.runInContext(realm);
  vm.runInContext('globalThis.global = globalThis.self = globalThis', realm); // as in workers
  return realm;
}
