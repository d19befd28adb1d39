/** What may cross the border of a realm. */
export type Plain = string | number | null;

/** The parts of a URL, in the order in which they cross. */
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

/** Functions of the render process. Each takes and returns primitives only; `null` means that it refuses. */
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

/** A parameter of the function around this bundle; see `createSandbox`. */
declare const hostCalls: HostCalls;

/** Calls the render process. Drops what it throws, such as its stack overflow: an error of the other realm leads to that realm's objects. */
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
