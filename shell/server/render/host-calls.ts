import type { HostCalls, Plain } from './realm/host';

const MAX_RANDOM_BYTES = 65_536;
const members = [
  'hash',
  'host',
  'hostname',
  'href',
  'origin',
  'password',
  'pathname',
  'port',
  'protocol',
  'search',
  'username',
] as const;

const partsOf = (url: URL): string =>
  JSON.stringify(Object.fromEntries(members.map((name) => [name, url[name]])));

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
    const member = members.find((known) => known === name);
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

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';

/** Returns the functions for one realm. Each refuses anything but primitives, without touching it, and never throws. */
export function hostCalls(events: RealmEvents): HostCalls {
  const all = { ...stateless, ...events };
  return Object.fromEntries(
    Object.entries(all).map(([name, call]) => [
      name,
      (first: unknown, second: unknown, third: unknown): Plain => {
        if (!isPlain(first) || !isPlain(second) || !isPlain(third)) return null;
        try {
          return call(first, second, third);
        } catch {
          return null;
        }
      },
    ]),
  ) as HostCalls;
}
