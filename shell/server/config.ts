import { firstWeakness, isLoopbackUrl, isPublic } from 'contracts/deployment';
import type { SiteConfig } from 'contracts/shell';
import { isStoreLocation } from 'registry';
import { localSocketOf } from './local-socket';

export interface ServerConfig {
  port: number;
  apiUrl: string;
  site: SiteConfig;
  /** The release store: a directory, or `s3://bucket/prefix`. */
  store: string;
  /** Folder that keeps the last good set of releases for the day the store is gone. */
  lastGood: string;
  previews: PreviewMode;
  /** Signs preview links and page ids; shared with whoever publishes. */
  previewSecret: string;
  /** The socket on which programs of this user and machine ask for the status and announce development servers; empty: none. */
  localSocket: string;
  /** Opens `/_shell/status` over the network; empty: nothing does. */
  statusToken: string;
  /** Share of the pages (0 to 1) that send reports while there is no canary. */
  reportShare: number;
  /** Origins beside the API's that pictures may come from: each of them can be told something by a script in the page. */
  pictureOrigins: string[];
  /** How many reverse proxies of ours stand before the site, each adding to `X-Forwarded-For`. */
  proxies: number;
  /** Tells browsers to keep to https on the subdomains of the site too. */
  hstsSubdomains: boolean;
  /** How long a stopping site says so at /readyz before it takes no more requests, for what stands before it to notice. */
  drainMs: number;
  /** Serves the shell's development build, and pages that reload when the shell or the release set changes. */
  development: boolean;
}

/** `off`: no previews. `signed`: by signed links. `open`: also of development servers on this machine. */
export type PreviewMode = (typeof previewModes)[number];
const previewModes = ['off', 'signed', 'open'] as const;

const MAX_DRAIN_SECONDS = 2;

type Environment = Record<string, string | undefined>;

/** A configuration value that is missing or malformed; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the shell's configuration from the environment; throws {@link ConfigError} on the first value that is wrong. */
export function readConfig(env: Environment, defaults: { store: string; lastGood: string }): ServerConfig {
  const text = (name: string, fallback?: string) => {
    const value = env[name]?.trim() || fallback;
    if (value === undefined) throw new ConfigError(`${name} is not set`);
    return value;
  };
  const originIn = (name: string, value: string) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
      throw new ConfigError(`${name} must be an origin such as https://example.com, not '${value}'`);
    }
    return url.origin;
  };
  const origin = (name: string, fallback?: string) => originIn(name, text(name, fallback));
  const link = (name: string, fallback: string) => {
    const value = text(name, fallback);
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw new ConfigError(`${name} must be an http(s) URL, not '${value}'`);
    return value;
  };
  const origins = (name: string, fallback: string) => {
    const values = text(name, fallback).split(/[\s,]+/);
    return values.map((value) => originIn(name, value));
  };
  const port = Number(text('PORT', '3000'));
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigError(`PORT must be a port number, not '${env.PORT}'`);
  const apiUrl = origin('API_URL');
  const store = text('RELEASES_STORE', defaults.store);
  if (!isStoreLocation(store)) throw new ConfigError(`RELEASES_STORE must be a directory or s3://bucket/prefix, not '${store}'`);
  const slug = text('COACH_SLUG', 'nova');
  if (!/^[a-z0-9-]+$/.test(slug)) throw new ConfigError(`COACH_SLUG must be lower-case letters, digits and hyphens, not '${slug}'`);
  const siteUrl = origin('SITE_URL', `http://localhost:${port}`);
  const previews = previewModes.find((mode) => mode === text('PREVIEWS', 'signed'));
  if (!previews) throw new ConfigError(`PREVIEWS must be ${previewModes.join(', ')}, not '${env.PREVIEWS}'`);
  if (previews === 'open' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(siteUrl).hostname)) {
    throw new ConfigError(`PREVIEWS=open shows what a development server serves, so it works on localhost only, not at ${siteUrl}`);
  }
  const reportShare = Number(text('REPORTS_SHARE', '1'));
  if (!(reportShare >= 0 && reportShare <= 1)) throw new ConfigError(`REPORTS_SHARE must be from 0 to 1, not '${env.REPORTS_SHARE}'`);
  const proxies = Number(text('TRUSTED_PROXIES', '0'));
  if (!Number.isInteger(proxies) || proxies < 0)
    throw new ConfigError(`TRUSTED_PROXIES must be a whole number, not '${env.TRUSTED_PROXIES}'`);
  const drainSeconds = Number(text('DRAIN_SECONDS', '0'));
  if (!(drainSeconds >= 0 && drainSeconds <= MAX_DRAIN_SECONDS))
    throw new ConfigError(`DRAIN_SECONDS must be from 0 to ${MAX_DRAIN_SECONDS}: a stop takes ten seconds in all`);
  const config: ServerConfig = {
    port,
    apiUrl,
    store,
    lastGood: text('LAST_GOOD_FOLDER', defaults.lastGood),
    previews,
    previewSecret: env.PREVIEW_SECRET?.trim() ?? '',
    localSocket: localSocket(env.LOCAL_SOCKET?.trim(), port),
    statusToken: env.STATUS_TOKEN?.trim() ?? '',
    reportShare,
    pictureOrigins: env.PICTURE_ORIGINS?.trim() ? origins('PICTURE_ORIGINS', '') : [],
    proxies,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'yes',
    drainMs: drainSeconds * 1000,
    development: env.SHELL_BUILD === 'development',
    site: {
      name: text('SITE_NAME', 'Carry'),
      url: siteUrl,
      discordInviteUrl: link('DISCORD_INVITE_URL', 'https://discord.com/invite/carry-sample'),
      creditUrl: link('CREDIT_URL', 'https://example.com/credits'),
      coachSlug: slug,
      coachContact: text('COACH_CONTACT', 'Robin'),
      captcha: captcha(env),
      payment: { publishableKey: env.STRIPE_PUBLISHABLE_KEY || null, origins: origins('PAYMENT_ORIGINS', 'https://checkout.stripe.com') },
      chatOrigins: origins('CHAT_ORIGINS', 'https://discord.com'),
    },
  };
  if (isPublic(siteUrl)) requireSafe(config);
  return config;
}

/** Throws one sentence about the first thing that is fine for trying out and a hole in a real site. */
function requireSafe({ apiUrl, previewSecret, statusToken, site }: ServerConfig): void {
  const weakness = firstWeakness({
    ...(previewSecret && { PREVIEW_SECRET: previewSecret }),
    ...(statusToken && { STATUS_TOKEN: statusToken }),
  });
  if (weakness) throw new ConfigError(weakness);
  if (!apiUrl.startsWith('https:')) throw new ConfigError(`API_URL must be https when the site is, not '${apiUrl}'`);
  for (const [name, origins] of [
    ['PAYMENT_ORIGINS', site.payment.origins],
    ['CHAT_ORIGINS', site.chatOrigins],
  ] as const) {
    const sandbox = origins.find((origin) => !origin.startsWith('https:') || isLoopbackUrl(origin));
    if (sandbox)
      throw new ConfigError(`${name} has a sandbox ('${sandbox}'); a real site sends people to the services themselves, over https`);
  }
}

function localSocket(value: string | undefined, port: number): string {
  if (value === 'off' || (!value && port === 0)) return '';
  return value || localSocketOf(port);
}

function captcha(env: Environment): SiteConfig['captcha'] {
  const provider = env.CAPTCHA_PROVIDER || 'altcha';
  if (provider === 'altcha') return { provider, challengePath: '/api/captcha/challenge/' };
  if (provider !== 'recaptcha') throw new ConfigError(`CAPTCHA_PROVIDER must be altcha or recaptcha, not '${provider}'`);
  if (!env.RECAPTCHA_SITE_KEY) throw new ConfigError('RECAPTCHA_SITE_KEY is not set');
  return { provider, siteKey: env.RECAPTCHA_SITE_KEY };
}
