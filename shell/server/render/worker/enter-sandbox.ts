import Module from 'node:module';
import vm from 'node:vm';
import { realmGlobals } from '@carry/releases/sandbox';

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

const powers =
  'abort binding chdir dlopen exit getActiveResourcesInfo getBuiltinModule kill mainModule moduleLoadList openStdin reallyExit report send ' +
  'setSourceMapsEnabled setegid seteuid setgid setgroups setuid stderr stdin stdout umask ' +
  '_debugEnd _debugProcess _getActiveHandles _getActiveRequests _kill _linkedBinding _preload_modules _rawDebug _startProfilerIdleNotifier';

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

/** Removes modules, powers of `process` and unneeded globals for good, a second barrier behind the realm. Returns the exit function. */
export function enterSandbox(): (code: number) => never {
  const host = process as unknown as Record<string, unknown> & { reallyExit(code: number): never };
  const end = host.reallyExit.bind(host);
  for (const name of powers.split(' ')) Reflect.deleteProperty(host, name);
  const none = () => {
    throw new Error('modules are not available in the sandbox');
  };
  const loader = Module as unknown as { _load: unknown; prototype: { require: unknown } };
  loader._load = none;
  loader.prototype.require = none;
  const language = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
  const allowedNames = new Set([...language, ...allowed]);
  allowedNames.delete('WebAssembly');
  Object.assign(globalThis, { console: (realmGlobals as { console: object }).console }); // Node's console uses a removed stream and throws
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!allowedNames.has(name)) Reflect.deleteProperty(globalThis, name);
  freeze(realmGlobals);
  // Errors of this realm can reach a release through stack formatting and stack overflows, so freeze what they lead to.
  for (const name of language) if (name !== 'globalThis') freeze(Reflect.get(globalThis, name));
  return end;
}
