import structuredClone from '@ungap/structured-clone';
import { AbortController, AbortSignal, DOMException, Event, EventTarget } from './events';
import { FormData } from './form-data';
import { callHost } from './host';
import { TextDecoder, TextEncoder } from './text';
import { timers } from './timers';
import { RealmUrl, SearchParams } from './url';

const MAX_RANDOM_BYTES = 65_536;

const base64 = (name: 'decodeBase64' | 'encodeBase64') => (text: unknown) => {
  const result = callHost(name, `${text}`);
  if (typeof result === 'string') return result;
  throw new DOMException('The string contains invalid characters', 'InvalidCharacterError');
};

const crypto = {
  getRandomValues<T extends ArrayBufferView>(array: T): T {
    if (array.byteLength > MAX_RANDOM_BYTES)
      throw new DOMException(
        `${array.byteLength} bytes are more than ${MAX_RANDOM_BYTES}`,
        'QuotaExceededError',
      );
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const random = `${callHost('randomBytes', bytes.length)}`;
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.charCodeAt(at);
    return array;
  },
  randomUUID: () => `${callHost('randomUuid')}`,
};

const console = Object.fromEntries(
  ['debug', 'error', 'group', 'groupEnd', 'info', 'log', 'table', 'trace', 'warn'].map((name) => [
    name,
    () => {},
  ]),
);

let onCrash: (error: unknown) => void = () => {};
export const listenForCrashes = (listener: (error: unknown) => void): void => {
  onCrash = listener;
};

/** JavaScript globals of a release, without those that can run work after a page ended, such as `Atomics` and `WebAssembly`. */
const language =
  'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError ' +
  'Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy ' +
  'RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array ' +
  'Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat ' +
  'parseInt undefined unescape';

/** Removes all other globals, so that V8 upgrades cannot add any. */
function keepLanguageOnly(): void {
  const kept = new Set(language.split(' '));
  for (const name of Reflect.ownKeys(globalThis))
    if (typeof name !== 'string' || !kept.has(name)) Reflect.deleteProperty(globalThis, name);
}

keepLanguageOnly();
const web = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  FormData,
  TextDecoder,
  TextEncoder,
  URL: RealmUrl,
  URLSearchParams: SearchParams,
  atob: base64('decodeBase64'),
  btoa: base64('encodeBase64'),
  console,
  crypto,
  global: globalThis,
  self: globalThis,
  performance: { now: () => Number(callHost('now')) },
  queueMicrotask: (work: () => void) => {
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => onCrash(error));
  },
  structuredClone: (value: unknown) => structuredClone(value),
  ...timers,
};
for (const [name, value] of Object.entries(web))
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });
