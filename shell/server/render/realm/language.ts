/**
 * JavaScript globals of a release. Excludes `Atomics`, `FinalizationRegistry`, `SharedArrayBuffer` and
 * `WebAssembly`, which can run work after a page ended.
 */
const language =
  'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError ' +
  'Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy ' +
  'RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array ' +
  'Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat ' +
  'parseInt undefined unescape';

/** Removes all other globals, so that V8 upgrades cannot add any. */
export function keepLanguageOnly(): void {
  const kept = new Set(language.split(' '));
  for (const name of Reflect.ownKeys(globalThis))
    if (typeof name !== 'string' || !kept.has(name)) Reflect.deleteProperty(globalThis, name);
}
