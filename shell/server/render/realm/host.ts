/** Values that may cross a realm's boundary. */
export type Plain = string | number | null;

export const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

/** Functions of the render process. They take and return primitives; `null` is a refusal. */
export type HostCalls = Record<
  | 'startTimer'
  | 'stopTimer'
  | 'parseUrl'
  | 'changeUrl'
  | 'parseQuery'
  | 'printQuery'
  | 'decodeBase64'
  | 'encodeBase64'
  | 'randomBytes'
  | 'randomUuid'
  | 'now'
  | 'read'
  | 'rendered'
  | 'failed'
  | 'crashed',
  (first: unknown, second: unknown, third: unknown) => Plain
>;

/** Parameter of the wrapper function; see `sandbox.ts`. */
declare const hostCalls: HostCalls;

/** Calls the render process. Drops its errors, such as a stack overflow: they would leak objects of the other realm. */
// biome-ignore lint/complexity/useMaxParams: plain values only; an object could lead to the release's prototypes
export function callHost(
  name: keyof HostCalls,
  first: Plain = null,
  second: Plain = null,
  third: Plain = null,
): Plain {
  try {
    return hostCalls[name](first, second, third);
  } catch {
    return null;
  }
}
