import vm from 'node:vm';

/** The timers of a realm: whoever makes it decides how long they run. */
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

/** What every realm can see of the one around it. */
export const realmGlobals: object = web;

/** An error of the realm around (the shell's, the router's) is an error here, too. */
const crossRealmErrors = new vm.Script(`{
  const text = Object.prototype.toString, own = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(value) { return this === Error ? text.call(value) === '[object Error]' : own.call(this, value); },
  });
}`);

/** A global scope of its own for the code of one release: the language, a few web classes, no way to make code from text, no network, no Node. */
export function createRealm(name: string, timers: RealmTimers): vm.Context {
  const realm = vm.createContext(
    { ...web, ...timers },
    { name, codeGeneration: { strings: false, wasm: false } },
  );
  crossRealmErrors.runInContext(realm);
  vm.runInContext('globalThis.global = globalThis', realm);
  return realm;
}
