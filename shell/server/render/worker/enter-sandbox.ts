import Module from 'node:module';
import vm from 'node:vm';
import { realmGlobals } from '@carry/releases/server-realm';

/** What React, the router and Node's own web classes need of the global scope, beside the language. */
const allowed = [
  ...Object.keys(realmGlobals),
  ...['Blob', 'Buffer', 'File', 'ReadableStream', 'TransformStream'],
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ],
];

/** Members of `process` that reach another process, the file system, native code or a module. */
const powers =
  'abort binding chdir dlopen exit getActiveResourcesInfo getBuiltinModule kill mainModule moduleLoadList openStdin reallyExit report send ' +
  'setSourceMapsEnabled setegid seteuid setgid setgroups setuid stderr stdin stdout umask ' +
  '_debugEnd _debugProcess _getActiveHandles _getActiveRequests _kill _linkedBinding _preload_modules _rawDebug _startProfilerIdleNotifier';

/** Freezes a value with everything that it leads to: its members, accessors and prototypes. */
function freeze(value: unknown, seen = new Set<unknown>()): void {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    const { value: member, get, set } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
    for (const part of [member, get, set]) freeze(part, seen);
  }
  freeze(Reflect.getPrototypeOf(value), seen);
  Object.freeze(value);
}

/**
 * Takes from this process, for good, what a release may not have should its code ever get out of its realm: modules, `process`, and every
 * global that rendering does not need. Answers the way to end the process.
 */
export function enterSandbox(): (code: number) => never {
  const host = process as unknown as Record<string, unknown> & { reallyExit(code: number): never };
  const end = host.reallyExit.bind(host);
  for (const name of powers.split(' ')) Reflect.deleteProperty(host, name);
  const none = () => {
    throw new Error('there are no modules here');
  };
  const loader = Module as unknown as { _load: unknown; prototype: { require: unknown } };
  loader._load = none;
  loader.prototype.require = none;
  const language = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
  const wanted = new Set([...language, ...allowed]);
  wanted.delete('WebAssembly');
  Object.assign(globalThis, { console: (realmGlobals as { console: object }).console }); // Node's own writes to what is gone, and throws
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!wanted.has(name)) Reflect.deleteProperty(globalThis, name);
  freeze(realmGlobals);
  // An error of this realm can reach a release: Node formats stacks here, and a full stack throws here. What it leads to stays as it is.
  for (const name of language) if (name !== 'globalThis') freeze(Reflect.get(globalThis, name));
  return end;
}
