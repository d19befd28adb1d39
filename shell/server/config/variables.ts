import {
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
  withDefault,
  yesOrNo,
} from '@carry/contracts/environment';
import { isStoreLocation } from '@carry/releases';
import { LOG_LEVELS } from 'server-kit/log';
import { z } from 'zod';

const share = number({ min: 0, max: 1 }, 'from 0 to 1');
const redisUrl = () => text(/^rediss?:\/\/\S+$/, 'redis://host:port, or rediss:// over TLS');
const storeLocation = () =>
  text().refine(isStoreLocation, must('a directory or s3://bucket/prefix'));

/** What the site reads from its environment. */
export const siteVariables = {
  PORT: withDefault('where the site answers', port(), '3000'),
  HOST: optional('the address that the site listens on', host(), 'all addresses'),
  API_URL: required(
    'public base URL of the API; where it is set, `npm start` starts no API of its own',
    origin(),
  ),
  API_REQUEST_IDS: withDefault(
    "`yes`: calls of the API from pages carry the page's `x-request-id`, which the API's CORS must allow (ours does)",
    yesOrNo(),
    'no',
  ),
  SITE_URL: optional('origin of the site as visitors see it', origin(), '`http://localhost:PORT`'),
  SITE_NAME: optional(
    'name of the site, where it is another one here',
    text(),
    'as `site.json` says',
  ),
  SITE_SETTINGS: optional(
    'settings that are others here than in `site.json`, or that it leaves to the environment, such as public keys: `{"recaptchaSiteKey":"6Lc…"}`',
    json(z.record(z.string(), z.string()), 'a JSON object of texts'),
    'as `site.json` says',
  ),
  REDIRECT_ORIGINS: optional(
    'where pages may send the browser, by target, where it is elsewhere here, such as `{"payment":["http://localhost:4100"]}`',
    json(z.record(z.string(), z.array(origin())), 'a JSON object of lists of origins'),
    'as `site.json` says',
  ),
  SITE_FILES: optional(
    'a folder with pictures of the product, for `/assets` and `/favicon.ico`: icons, `logo.svg`, the folder `social`',
    text(),
    'those of the build',
  ),
  PICTURE_ORIGINS: optional(
    "origins beside the API's that pictures may come from, such as a host of avatars",
    origins(),
  ),
  RELEASES_STORE: optional(
    'where releases are: a directory, or `s3://bucket/prefix`',
    storeLocation(),
    '`.data/releases`',
  ),
  LAST_GOOD_FOLDER: optional(
    'what was live last, for the day the store is gone',
    text(),
    '`.data/last-good`',
  ),
  RELEASES_TRUST: optional(
    "the operators' public keys, separated by commas: only what they signed says who may ship what",
    text(),
    'whoever can write the store does',
  ),
  SITE_KEY: optional(
    'the key that signs the verdicts of this site on failing releases, in PEM or the path of its file; its public part is in `site.json` (`releases site keys`)',
    text(/^[\s\S]*$/),
    'verdicts on signed remotes hold at this site alone',
  ),
  PREVIEWS: withDefault(
    '`off`, `signed`, or `open`: also what a development server of this machine serves',
    oneOf(['off', 'signed', 'open']),
    'signed',
  ),
  PREVIEW_SECRET: optional('signs preview links and page ids; the same where you publish', text()),
  PREVIEW_SECRET_BEFORE: optional(
    'the `PREVIEW_SECRET` before a change, whose links, pages and records of the shell still count',
    text(),
  ),
  RENDER_PROCESSES: optional(
    'processes that render pages, each of which holds the code of many releases',
    number({ min: 1, max: 64, whole: true }, 'a whole number from 1 to 64'),
    'the number of cores, and two at least',
  ),
  RENDER_MEMORY_MB: withDefault(
    'memory of such a process at most, in MB; one that uses more is ended, one that comes near it replaced when it is idle',
    number({ min: 256, max: 16_384, whole: true }, 'a whole number from 256 to 16384'),
    '512',
  ),
  REDIS_URL: optional(
    'through which several sites share what pages report of releases, such as `redis://cache:6379`',
    redisUrl(),
  ),
  STATUS_TOKEN: optional('opens `/_shell/status` over the network', text(), 'nothing does'),
  LOCAL_SOCKET: optional(
    'the socket for `/_shell/status` and development servers on this machine; `off`: none',
    text(),
    'by port, in the folder for run-time files of your user',
  ),
  REPORTS_SHARE: withDefault(
    'share of the pages that send reports while there is no canary',
    share,
    '1',
  ),
  TRUSTED_PROXIES: withDefault(
    "how many reverse proxies of yours stand before the site: where a visitor's address is read in `X-Forwarded-For`",
    number({ min: 0, whole: true }, 'a whole number'),
    '0',
  ),
  EARLY_HINTS: withDefault(
    '`yes`: who waits for a page that must be rendered is sent a 103 with what it will need; only where every proxy before the site passes a 103 on (nginx does from 1.29 with `early_hints`; the 1.22 of Debian 12 takes it for the answer itself)',
    yesOrNo(),
    'no',
  ),
  HSTS_SUBDOMAINS: withDefault(
    '`yes`: browsers keep to https on the subdomains of the site too (on the site itself always, when it is https)',
    yesOrNo(),
    'no',
  ),
  LOG_LEVEL: withDefault(
    'what is logged: `info` has a line for each request',
    oneOf(LOG_LEVELS),
    'info',
  ),
  DRAIN_SECONDS: withDefault(
    'so long a stopping site says 503 at `/readyz` before it stops accepting requests',
    number({ min: 0, max: 2 }, 'at most 2 and not below 0 (a stop takes ten seconds in all)'),
    '0',
  ),
  ...tracingVariables,
  SHELL_BUILD: withDefault(
    "`development`: React's development build, in pages that reload with it (`pnpm dev` sets it)",
    oneOf(['production', 'development']),
    'production',
  ),
};

/** What cannot be together, and what is fine for trying out and a hole in a real site. */
export const siteRules: Rules<typeof siteVariables> = (values) => [
  ...sharedSecret(values),
  ...(values.PREVIEWS === 'open' &&
  values.SITE_URL &&
  !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(values.SITE_URL).hostname)
    ? [
        `PREVIEWS=open shows what a development server serves, so it works on localhost only, not at ${values.SITE_URL}`,
      ]
    : []),
  ...(values.SITE_URL && isPublic(values.SITE_URL) ? unsafe(values) : []),
];

/** Several sites that do not have it in common refuse each other's pages and preview links. */
function sharedSecret({
  PREVIEW_SECRET,
  REDIS_URL,
  RELEASES_STORE,
}: Parameters<typeof siteRules>[0]): string[] {
  const why = REDIS_URL ? 'REDIS_URL' : RELEASES_STORE?.startsWith('s3:') && 'a store in a bucket';
  return why && !PREVIEW_SECRET
    ? [`PREVIEW_SECRET is not set; ${why} means several sites, and all of them need the same`]
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
            `REDIRECT_ORIGINS has a sandbox for ${target} ('${sandbox}'); a real site sends people to the services themselves, over https`,
          ]
        : [];
    }),
  ];
}
