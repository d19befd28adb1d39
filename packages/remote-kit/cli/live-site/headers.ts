import type { IncomingHttpHeaders } from 'node:http';
import { type PolicyNeeds, withSocket } from '@carry/contracts/release';
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

const REMOVED = new Set(['report-uri', 'report-to', 'upgrade-insecure-requests']);

/** Lets a policy's page hear of new builds, and adds what the site grants to a remote and what its build needs. */
export function extendPolicy(
  policy: string,
  origin: string,
  { connect = [], frames = [], workers = false, wasm = false }: Grants & Partial<PolicyNeeds> = {},
): string {
  const additions: Record<string, string[]> = {
    'connect-src': [origin, ...connect].flatMap(withSocket),
    'frame-src': frames,
    'script-src': wasm ? ["'wasm-unsafe-eval'"] : [],
    'worker-src': workers ? ["'self'"] : [],
  };
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([name = '']) => name && !REMOVED.has(name))
    .map((directive) => {
      const [name = '', ...sources] = directive;
      const added = additions[name] ?? [];
      if (added.length === 0) return directive.join(' ');
      const allowed = sources.filter((source) => source !== "'none'");
      return [name, ...new Set([...allowed, ...added])].join(' ');
    })
    .join('; ');
}

export const toList = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : [value].flat();

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
