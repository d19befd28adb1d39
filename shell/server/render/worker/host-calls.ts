import { type HostCalls, urlParts } from '../realm/host';

const MAX_RANDOM_BYTES = 65_536;
/** The parts of a URL, each in a line; none of them can hold a line break. */
const partsOf = (url: URL): string => urlParts.map((name) => url[name]).join('\n');

const isText = (value: unknown): value is string => typeof value === 'string';

/** Functions that a realm lacks and that keep nothing: URLs, base64, random numbers and the clock, all as text. */
const stateless: Partial<HostCalls> = {
  parseUrl: (url, base) => {
    if (!isText(url)) return null;
    const parsed = URL.parse ? URL.parse(url, isText(base) ? base : undefined) : tryUrl(url, base);
    return parsed && partsOf(parsed);
  },
  changeUrl: (href, name, value) => {
    if (!isText(href) || !isText(value)) return null;
    const member = urlParts.find((known) => known === name);
    const url = new URL(href);
    if (!member || member === 'origin') return null;
    url[member] = value;
    return partsOf(url);
  },
  parseQuery: (text) => (isText(text) ? JSON.stringify([...new URLSearchParams(text)]) : null),
  printQuery: (pairs) =>
    isText(pairs) ? new URLSearchParams(JSON.parse(pairs) as [string, string][]).toString() : null,
  decodeBase64: (text) => (isText(text) ? atob(text) : null),
  encodeBase64: (text) => (isText(text) ? btoa(text) : null),
  randomBytes: (count) =>
    typeof count === 'number' && count >= 0 && count <= MAX_RANDOM_BYTES
      ? Buffer.from(crypto.getRandomValues(new Uint8Array(count))).toString('latin1')
      : null,
  randomUuid: () => crypto.randomUUID(),
  now: () => performance.now(),
};

function tryUrl(url: string, base: unknown): URL | null {
  return new URL(url, isText(base) ? base : undefined);
}

/** What the render process does for one realm. */
export type RealmEvents = Pick<
  HostCalls,
  'startTimer' | 'stopTimer' | 'read' | 'rendered' | 'failed' | 'crashed'
>;

/** More than the deepest function here needs of the stack, in values of 8 bytes. */
const STACK_VALUES = 4096;
const padding = new Array<undefined>(STACK_VALUES).fill(undefined);
const takeNothing = () => {};

/** Throws where the stack is nearly full: a release could end a function of Node halfway, and so break timers or output for all. */
const ensureStack = (): void => void Reflect.apply(takeNothing, undefined, padding);

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';

type Call = HostCalls[keyof HostCalls];

const guarded =
  (call: Call, before: () => void = takeNothing): Call =>
  (first, second, third) => {
    if (!isPlain(first) || !isPlain(second) || !isPlain(third)) return null;
    try {
      before();
      return call(first, second, third);
    } catch {
      return null;
    }
  };

/** Returns the functions for one realm. Each refuses anything but primitives, without touching it, and never throws. */
export function hostCalls(events: RealmEvents): HostCalls {
  const named = Object.entries(stateless).map(([name, call]) => [name, guarded(call)]);
  const keeping = Object.entries(events).map(([name, call]) => [name, guarded(call, ensureStack)]);
  return Object.fromEntries([...named, ...keeping]) as HostCalls;
}
