import { ConfigError, type Environment, readEnvironment } from '@carry/contracts/environment';
import { getLocalSocket, readKey, readOperators, type SigningKey } from '@carry/releases';
import type { LOG_LEVELS } from 'server-kit/log';
import type { TracingSetup } from 'server-kit/tracing';
import { MB, type PoolLimits, renderLimits } from '../render/pool/limits';
import type { SiteSetup } from './site';
import { siteRules, siteVariables } from './variables';

export interface ServerConfig {
  port: number;
  host?: string | undefined;
  apiUrl: string;
  site: SiteSetup;
  store: string;
  lastGood: string;
  operators: string[];
  key: SigningKey | null;
  previews: PreviewMode;
  consoleUrl: string | null;
  previewSecret: string;
  previewSecretBefore: string;
  rendering: Pick<PoolLimits, 'processes' | 'enoughBytes' | 'maxBytes'>;
  redisUrl: string;
  localSocket: string;
  statusToken: string;
  reportShare: number;
  /** Further picture origins. Each is an exfiltration channel for scripts in the page. */
  pictureOrigins: string[];
  apiRequestIds: boolean;
  proxies: number;
  earlyHints: boolean;
  hstsSubdomains: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  files: string;
  drainMs: number;
  tracing: TracingSetup;
  development: boolean;
}

export type PreviewMode = 'off' | 'signed' | 'open';

/** Reads the variables of {@link siteVariables}. Throws a ConfigError with a line for each missing or malformed one. */
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
    consoleUrl: values.CONSOLE_URL?.replace(/\/$/, '') ?? null,
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
  return value ?? getLocalSocket(port);
}

function siteKey(text: string | undefined): SigningKey | null {
  if (!text) return null;
  try {
    const key = readKey('SITE_KEY', text);
    return { ...key, holder: `site key ${key.id}` };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
