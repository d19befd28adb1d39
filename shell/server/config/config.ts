import { ConfigError, type Environment, readEnvironment } from '@carry/contracts/environment';
import { readKeyFile, readOperators, readSigningKey, type SigningKey } from '@carry/releases';
import { localSocketOf } from '@carry/releases/local-socket';
import type { LOG_LEVELS } from 'server-kit/log';
import type { TracingSetup } from 'server-kit/start-tracing';
import { MB, type PoolLimits, renderLimits } from '../render/pool/limits';
import type { SiteSetup } from './site';
import { siteRules, siteVariables } from './variables';

export interface ServerConfig {
  port: number;
  /** The address to listen on. Default: all. */
  host?: string | undefined;
  apiUrl: string;
  site: SiteSetup;
  /** The release store: a directory, or `s3://bucket/prefix`. */
  store: string;
  /** Folder that keeps the last good set of releases for the day the store is gone. */
  lastGood: string;
  /** Public keys of the operators: what the site is must be signed by one of them. */
  operators: string[];
  /** Signs the verdicts of this site; null: they hold here alone. */
  key: SigningKey | null;
  previews: PreviewMode;
  /** Signs preview links and page ids; shared with whoever publishes. */
  previewSecret: string;
  /** The one before, whose signatures still count; empty: none. */
  previewSecretBefore: string;
  /** How many processes render, and how much memory each may take. */
  rendering: Pick<PoolLimits, 'processes' | 'enoughBytes' | 'maxBytes'>;
  /** Through which several sites share what pages report; empty: this one is alone. */
  redisUrl: string;
  /** The socket on which programs of this user and machine ask for the status and announce development servers; empty: none. */
  localSocket: string;
  /** Opens `/_shell/status` over the network; empty: nothing does. */
  statusToken: string;
  /** Share of the pages (0 to 1) that send reports while there is no canary. */
  reportShare: number;
  /** Origins beside the API's that pictures may come from: each of them can be told something by a script in the page. */
  pictureOrigins: string[];
  /** Whether calls of the API from pages carry the id of the page; its CORS must allow it. */
  apiRequestIds: boolean;
  /** How many reverse proxies of ours stand before the site, each adding to `X-Forwarded-For`. */
  proxies: number;
  /** Sends a 103 ahead of pages that must be rendered; every proxy before the site must pass it on. */
  earlyHints: boolean;
  /** Tells browsers to keep to https on the subdomains of the site too. */
  hstsSubdomains: boolean;
  /** What of the log is written. */
  logLevel: (typeof LOG_LEVELS)[number];
  /** Folder with pictures of the product, in place of those of the build; empty: none. */
  files: string;
  /** How long a stopping site says so at /readyz before it stops accepting requests, for what stands before it to notice. */
  drainMs: number;
  tracing: TracingSetup;
  /** Serves the shell's development build, and pages that reload when the shell or the release set changes. */
  development: boolean;
}

/** `off`: no previews. `signed`: by signed links. `open`: also of development servers on this machine. */
export type PreviewMode = 'off' | 'signed' | 'open';

/** Reads the shell's configuration; throws a ConfigError with a line for each variable that is missing or malformed. */
export function readConfig(
  env: Environment,
  defaults: { store: string; lastGood: string },
): ServerConfig {
  const values = readEnvironment(siteVariables, env, siteRules);
  return {
    port: values.PORT,
    host: values.HOST,
    apiUrl: values.API_URL,
    store: values.RELEASES_STORE ?? defaults.store,
    lastGood: values.LAST_GOOD_FOLDER ?? defaults.lastGood,
    operators: readOperators(values.RELEASES_TRUST),
    key: siteKey(values.SITE_KEY),
    previews: values.PREVIEWS,
    previewSecret: values.PREVIEW_SECRET ?? '',
    previewSecretBefore: values.PREVIEW_SECRET_BEFORE ?? '',
    rendering: renderLimits(values.RENDER_MEMORY_MB * MB, values.RENDER_PROCESSES),
    redisUrl: values.REDIS_URL ?? '',
    localSocket: localSocket(values.LOCAL_SOCKET, values.PORT),
    statusToken: values.STATUS_TOKEN ?? '',
    reportShare: values.REPORTS_SHARE,
    pictureOrigins: values.PICTURE_ORIGINS ?? [],
    apiRequestIds: values.API_REQUEST_IDS,
    proxies: values.TRUSTED_PROXIES,
    earlyHints: values.EARLY_HINTS,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    logLevel: values.LOG_LEVEL,
    files: values.SITE_FILES ?? '',
    drainMs: values.DRAIN_SECONDS * 1000,
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
    development: values.SHELL_BUILD === 'development',
    site: {
      url: values.SITE_URL ?? `http://localhost:${values.PORT}`,
      name: values.SITE_NAME ?? null,
      settings: values.SITE_SETTINGS ?? {},
      redirects: values.REDIRECT_ORIGINS ?? {},
      variables: Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) =>
          value?.trim() ? [[name, value.trim()]] : [],
        ),
      ),
    },
  };
}

function localSocket(value: string | undefined, port: number): string {
  if (value === 'off' || (!value && port === 0)) return '';
  return value ?? localSocketOf(port);
}

/** The key of this site; throws a ConfigError where it cannot be read. */
function siteKey(text: string | undefined): SigningKey | null {
  if (!text) return null;
  try {
    const key = readSigningKey(text.startsWith('-----') ? text : readKeyFile('SITE_KEY', text));
    return { ...key, holder: `site key ${key.id}` };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
