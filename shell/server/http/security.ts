import { isHttps } from '@carry/contracts/deployment';
import { CSP_REPORTS_PATH, withSocket } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import type { SiteDocument } from '@carry/contracts/site';
import type { ServerConfig } from '../config/config';

export { CSP_REPORTS_PATH };

export interface ThirdParties {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
}

/** Returns the origins of a page's third parties: those without a setting, or whose setting has a value. */
export function listThirdParties(
  { thirdParties = {} }: Pick<SiteDocument, 'thirdParties'>,
  { settings = {} }: Pick<SiteConfig, 'settings'>,
  shown: readonly string[] = [],
): ThirdParties {
  const used = Object.values(thirdParties).filter(
    ({ setting, remotes }) =>
      (setting === undefined || (Object.hasOwn(settings, setting) && settings[setting])) &&
      (remotes?.some((remote) => shown.includes(remote)) ?? true),
  );
  const all = (kind: keyof ThirdParties) => [
    ...new Set(used.flatMap((party) => party[kind] ?? [])),
  ];
  return { scripts: all('scripts'), frames: all('frames'), calls: all('calls') };
}

/** Hash of an empty style element: CSS-in-JS libraries insert one, and then their rules through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface PageNeeds {
  inlineStyles?: readonly string[] | undefined;
  frames?: readonly string[] | undefined;
  connect?: readonly string[] | undefined;
  wasm?: boolean | undefined;
  workers?: boolean | undefined;
}

/** Returns true if a remote's pages need a policy that documents of other remotes lack. */
export const needsDocument = ({
  frames = [],
  connect = [],
  wasm = false,
  workers = false,
}: PageNeeds): boolean => frames.length + connect.length > 0 || wasm || workers;

/** Returns the headers of a page. `local`: development servers, which announce new builds. A script must pass both policies: by nonce, and by origin. */
export function pageHeaders(
  config: ServerConfig,
  {
    nonce,
    thirdParties: { scripts, frames, calls },
    local,
  }: { nonce: string; thirdParties: ThirdParties; local: readonly string[] },
  {
    inlineStyles = [],
    frames: ownFrames = [],
    connect = [],
    wasm = false,
    workers = false,
  }: PageNeeds = {},
): [string, string][] {
  const api = new URL(config.apiUrl).origin;
  const secure = isHttps(config.site.url); // over http, browsers drop report-to and then ignore report-uri, too
  const reporting = [`report-uri ${CSP_REPORTS_PATH}`, ...(secure ? ['report-to csp'] : [])];
  const compile = wasm ? ["'wasm-unsafe-eval'"] : [];
  const strict = [
    `script-src ${[`'nonce-${nonce}'`, "'strict-dynamic'", ...compile].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ...reporting,
  ];
  const listed = [
    "default-src 'none'", // also limits prefetches to the lines below
    `script-src ${["'self'", `'nonce-${nonce}'`, ...compile, ...scripts].join(' ')}`,
    `style-src ${["'self'", `'nonce-${nonce}'`, EMPTY_STYLE].join(' ')}`,
    ...(inlineStyles.length > 0
      ? [`style-src-attr 'unsafe-hashes' ${inlineStyles.join(' ')}`]
      : []),
    `img-src ${["'self'", api, ...config.pictureOrigins].join(' ')}`,
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", api, ...calls, ...[...connect, ...local].flatMap(withSocket)].join(' ')}`,
    `frame-src ${[...frames, ...ownFrames].join(' ') || "'none'"}`,
    `worker-src ${workers ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...reporting,
  ];
  return [
    ['content-security-policy', strict.join('; ')],
    ['content-security-policy', listed.join('; ')],
    ...(scripts.length + local.length === 0
      ? ([['integrity-policy', 'blocked-destinations=(script)']] as [string, string][])
      : []),
    ...(secure
      ? ([['reporting-endpoints', `csp="${CSP_REPORTS_PATH}"`]] as [string, string][])
      : []),
    ['x-dns-prefetch-control', 'off'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), browsing-topics=()'],
  ];
}

export function commonHeaders({
  site,
  hstsSubdomains,
}: Pick<ServerConfig, 'site' | 'hstsSubdomains'>): [string, string][] {
  const hsts = `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ...(isHttps(site.url) ? ([['strict-transport-security', hsts]] as [string, string][]) : []),
    ['x-frame-options', 'DENY'],
    ['cross-origin-resource-policy', 'same-origin'],
  ];
}
