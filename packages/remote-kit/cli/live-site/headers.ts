import type { IncomingHttpHeaders } from 'node:http';
import type { Owner } from '@carry/contracts/site';

export type Grants = Pick<Owner, 'connect' | 'frames'>;

/** Headers of one connection, and headers that hold for the site's own origin only. */
const DROPPED = new Set([
  'alt-svc',
  'connection',
  'integrity-policy', // development files have no hash
  'keep-alive',
  'nel',
  'proxy-authenticate',
  'report-to',
  'reporting-endpoints',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const EXTENDED = new Set(['script-src', 'style-src', 'img-src', 'font-src', 'media-src']);
const REMOVED = new Set(['report-uri', 'report-to', 'upgrade-insecure-requests']);

// A remote in development may need more than its live release.
const WASM = "'wasm-unsafe-eval'";

const withSocket = (origin: string) => [origin, origin.replace(/^http/, 'ws')];

/** Adds a development server to a policy, and the origins that the site grants to its remote. */
export function extendPolicy(
  policy: string,
  origin: string,
  { connect = [], frames = [] }: Grants = {},
): string {
  const additions: Record<string, string[]> = {
    'connect-src': [origin, ...connect].flatMap(withSocket),
    'frame-src': frames,
  };
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([name = '']) => name && !REMOVED.has(name))
    .map((directive) => {
      const [name = '', ...declared] = directive;
      if (name === 'worker-src') return "worker-src 'self'";
      const sources = name === 'script-src' ? [...new Set([...declared, WASM])] : declared;
      const added = additions[name] ?? (EXTENDED.has(name) ? [origin] : []);
      // with strict-dynamic, browsers ignore origins
      if (added.length === 0 || sources.includes("'strict-dynamic'"))
        return [name, ...sources].join(' ');
      const allowed = sources.filter((source) => source !== "'none'");
      return [name, ...new Set([...allowed, ...added])].join(' ');
    })
    .join('; ');
}

export const toList = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : [value].flat();

/** Returns the nonce of a page's policy, or an empty text. */
export const readNonce = (headers: IncomingHttpHeaders): string =>
  /'nonce-([\w+/=-]+)'/.exec(toList(headers['content-security-policy']).join())?.[1] ?? '';

/** Returns a `Set-Cookie` value for the local address: own name, no `Domain`, no `Secure`. */
export function toLocalCookie(cookie: string, prefix: string, base: string): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const kept = attributes.filter(
    (attribute) => !/^(domain=|secure$|partitioned$|samesite=none$)/i.test(attribute),
  );
  return [
    prefix + pair,
    ...kept.map((attribute) => attribute.replace(/^(path=)\//i, `$1${base}/`)),
  ].join('; ');
}

/** Returns the cookies of one target under their own names; cookies of other local programs are left out. */
export const toTargetCookies = (header: string | undefined, prefix: string): string =>
  (header ?? '')
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
    .join('; ');

export const withoutDropped = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.has(name)));
