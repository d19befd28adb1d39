import {
  bucketVariables,
  isHttps,
  isLoopbackUrl,
  isPublic,
  tracingVariables,
  weaknesses,
} from '@carry/contracts/deployment';
import {
  host,
  json,
  must,
  number,
  oneOf,
  optional,
  origin,
  origins,
  port,
  type Rules,
  required,
  text,
  webUrl,
  withDefault,
  yesOrNo,
} from '@carry/contracts/environment';
import { isStoreLocation } from '@carry/releases';
import { LOG_LEVELS } from 'server-kit/log';
import { z } from 'zod';

const share = number({ min: 0, max: 1 }, 'from 0 to 1');
const redisUrl = () =>
  text().refine(
    isRedisUrl,
    must('redis://host:port or redis://host:port/number, or rediss:// over TLS'),
  );

/** Returns true if the client of Redis accepts this URL; it would throw at each connection. */
function isRedisUrl(value: string): boolean {
  try {
    const { protocol, hostname, pathname, username, password } = new URL(value);
    for (const part of [username, password]) decodeURIComponent(part);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}

const storeLocation = () =>
  text().refine(isStoreLocation, must('a directory or s3://bucket/prefix'));

export const siteVariables = {
  PORT: withDefault('port of the site', port(), '3000'),
  HOST: optional('address to listen on', host(), 'all addresses'),
  API_URL: required(
    'public base URL of the API; if set, `npm start` does not start an API',
    origin(),
  ),
  API_REQUEST_IDS: withDefault(
    "`yes`: pages send their `x-request-id` with API calls, which the API's CORS must allow (ours does)",
    yesOrNo(),
    'no',
  ),
  SITE_URL: optional('origin of the site as visitors see it', origin(), '`http://localhost:PORT`'),
  SITE_NAME: optional('name of the site, overrides `site.json`', text(), 'from `site.json`'),
  SITE_SETTINGS: optional(
    'settings that override `site.json` or have no value there, such as public keys: `{"recaptchaSiteKey":"6Lc…"}`',
    json(z.record(z.string(), z.string()), 'a JSON object of texts'),
    'from `site.json`',
  ),
  REDIRECT_ORIGINS: optional(
    'origins that pages may redirect to, by target, overrides `site.json`, such as `{"payment":["http://localhost:4100"]}`',
    json(z.record(z.string(), z.array(origin())), 'a JSON object of lists of origins'),
    'from `site.json`',
  ),
  SITE_FILES: optional(
    'folder with pictures that replace those of the build, for `/assets` and `/favicon.ico`: icons, `logo.svg`, the folder `social`',
    text(),
    'those of the build',
  ),
  PICTURE_ORIGINS: optional("picture origins besides the API's, such as an avatar host", origins()),
  RELEASES_STORE: optional(
    'release store: a directory, or `s3://bucket/prefix`',
    storeLocation(),
    '`.data/releases`',
  ),
  ...bucketVariables,
  LAST_GOOD_FOLDER: optional(
    'folder with the last good set of releases, served while the store is unreachable',
    text(),
    '`.data/last-good`',
  ),
  RELEASES_TRUST: optional(
    "the operators' public keys, separated by commas; only a `site.json` that they signed counts",
    text(),
    'any `site.json` in the store counts',
  ),
  SITE_KEY: optional(
    "signs this site's quarantines and the notes of reviewers: PEM, or the path of a file; add its public key to `site.json` with `releases site keys`",
    text(/^[\s\S]*$/),
    'quarantines of signed remotes apply to this site only, and reviewers cannot leave notes',
  ),
  PREVIEWS: withDefault(
    '`off`, `signed`, or `open` (also development servers on this machine)',
    oneOf(['off', 'signed', 'open']),
    'signed',
  ),
  CONSOLE_URL: optional(
    "address of the release server's console, such as `https://releases.example/console`; the panel of previews links to its list",
    webUrl(),
  ),
  PREVIEW_SECRET: optional(
    'signs preview links and page ids; use the same value where you publish',
    text(),
    'none; required with `REDIS_URL` or a store in a bucket',
  ),
  PREVIEW_SECRET_BEFORE: optional(
    'the previous `PREVIEW_SECRET`, still accepted while you rotate it',
    text(),
  ),
  RENDER_PROCESSES: optional(
    'number of render processes; each loads many releases',
    number({ min: 1, max: 64, whole: true }, 'a whole number from 1 to 64'),
    'number of cores, at least 2',
  ),
  RENDER_MEMORY_MB: withDefault(
    'memory limit of a render process, in MB; above it the process is killed, near it replaced when idle',
    number({ min: 256, max: 16_384, whole: true }, 'a whole number from 256 to 16384'),
    '512',
  ),
  REDIS_URL: optional(
    'Redis that shares page reports between sites, such as `redis://cache:6379`',
    redisUrl(),
  ),
  STATUS_TOKEN: optional('bearer token for `/_shell/status`', text(), 'closed to the network'),
  LOCAL_SOCKET: optional(
    'Unix socket for `/_shell/status` and development servers; `off`: none',
    text(),
    "named after the port, in the user's runtime folder",
  ),
  REPORTS_SHARE: withDefault(
    'share of the pages that send reports while there is no canary',
    share,
    '1',
  ),
  TRUSTED_PROXIES: withDefault(
    "number of your reverse proxies in front of the site, at least 1 with Docker Compose; it decides which `X-Forwarded-For` entry is the visitor's address",
    number({ min: 0, whole: true }, 'a whole number'),
    '0',
  ),
  EARLY_HINTS: withDefault(
    '`yes`: sends 103 Early Hints while a page renders; every proxy in front must support it (nginx from 1.29 with `early_hints`; 1.22 of Debian 12 takes a 103 for the response)',
    yesOrNo(),
    'no',
  ),
  HSTS_SUBDOMAINS: withDefault(
    '`yes`: HSTS includes subdomains (an https site always sends HSTS for itself)',
    yesOrNo(),
    'no',
  ),
  LOG_LEVEL: withDefault('log level; `info` logs each request', oneOf(LOG_LEVELS), 'info'),
  DRAIN_SECONDS: withDefault(
    'graceful shutdown: seconds that `/readyz` returns 503 before the site stops accepting requests',
    number({ min: 0, max: 2 }, 'at most 2 and not below 0 (a stop takes ten seconds in all)'),
    '0',
  ),
  ...tracingVariables,
  SHELL_BUILD: withDefault(
    "`development`: React's development build and live reload (`npm run dev` sets it)",
    oneOf(['production', 'development']),
    'production',
  ),
};

export const siteRules: Rules<typeof siteVariables> = (values) => [
  ...sharedSecret(values),
  ...(values.PREVIEWS === 'open' &&
  values.SITE_URL &&
  !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(values.SITE_URL).hostname)
    ? [
        `PREVIEWS=open serves development servers, so it works on localhost only, not at ${values.SITE_URL}; set PREVIEWS=signed`,
      ]
    : []),
  ...(values.SITE_URL && isPublic(values.SITE_URL) ? unsafe(values) : []),
];

/** Sites with different secrets reject each other's pages and preview links. */
function sharedSecret({
  PREVIEW_SECRET,
  REDIS_URL,
  RELEASES_STORE,
}: Parameters<typeof siteRules>[0]): string[] {
  const why = REDIS_URL ? 'REDIS_URL' : RELEASES_STORE?.startsWith('s3:') && 'a store in a bucket';
  return why && !PREVIEW_SECRET
    ? [`PREVIEW_SECRET is not set; ${why} means several sites, which must share one secret`]
    : [];
}

function unsafe(values: Parameters<typeof siteRules>[0]): string[] {
  const { API_URL, PREVIEW_SECRET, PREVIEW_SECRET_BEFORE, STATUS_TOKEN } = values;
  return [
    ...weaknesses({
      ...(PREVIEW_SECRET && { PREVIEW_SECRET }),
      ...(PREVIEW_SECRET_BEFORE && { PREVIEW_SECRET_BEFORE }),
      ...(STATUS_TOKEN && { STATUS_TOKEN }),
    }),
    ...(API_URL && !isHttps(API_URL)
      ? [`API_URL must be https when the site is, not '${API_URL}'`]
      : []),
    ...Object.entries(values.REDIRECT_ORIGINS ?? {}).flatMap(([target, origins]) => {
      const sandbox = origins.find((origin) => !isHttps(origin) || isLoopbackUrl(origin));
      return sandbox
        ? [
            `REDIRECT_ORIGINS has a sandbox for ${target} ('${sandbox}'); a public site needs the https origin of the real service`,
          ]
        : [];
    }),
  ];
}
