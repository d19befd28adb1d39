import { type HostCalls, urlParts } from '../realm/host';

const MAX_RANDOM_BYTES = 65_536;
const getParts = (url: URL): string => urlParts.map((name) => url[name]).join('\n');

const isText = (value: unknown): value is string => typeof value === 'string';

/** Stateless functions that a realm lacks: URLs, base64, random numbers and the clock. */
const stateless: Partial<HostCalls> = {
  parseUrl: (url, base) => {
    if (!isText(url)) return null;
    const parsed = URL.parse ? URL.parse(url, isText(base) ? base : undefined) : tryUrl(url, base);
    return parsed && getParts(parsed);
  },
  changeUrl: (href, name, value) => {
    if (!isText(href) || !isText(value)) return null;
    const member = urlParts.find((part) => part === name);
    const url = new URL(href);
    if (!member || member === 'origin') return null;
    url[member] = value;
    return getParts(url);
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

export type RealmEvents = Pick<
  HostCalls,
  'startTimer' | 'stopTimer' | 'read' | 'rendered' | 'failed' | 'crashed'
>;

/** Exceeds the deepest call below, in 8-byte values. */
const STACK_VALUES = 4096;
const padding = new Array<undefined>(STACK_VALUES).fill(undefined);
const noop = () => {};

/** Throws if the stack is nearly full, so that a release cannot interrupt a Node function halfway. */
const ensureStack = (): void => void Reflect.apply(noop, undefined, padding);

const isPrimitive = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';

type Call = HostCalls[keyof HostCalls];

const guarded =
  (call: Call, before: () => void = noop): Call =>
  (first, second, third) => {
    if (!isPrimitive(first) || !isPrimitive(second) || !isPrimitive(third)) return null;
    try {
      before();
      return call(first, second, third);
    } catch {
      return null;
    }
  };

/** Returns the host functions of a realm. They refuse anything but primitives and never throw. */
export function hostCalls(events: RealmEvents): HostCalls {
  const pure = Object.entries(stateless).map(([name, call]) => [name, guarded(call)]);
  const stateful = Object.entries(events).map(([name, call]) => [name, guarded(call, ensureStack)]);
  return Object.fromEntries([...pure, ...stateful]) as HostCalls;
}
