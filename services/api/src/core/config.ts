import path from 'node:path';
import { type Environment, readEnvironment } from '@carry/contracts/environment';
import type { LOG_LEVELS } from 'server-kit/log';
import type { TracingSetup } from 'server-kit/start-tracing';
import type { DatabaseLocation } from './db/open';
import type { NamedOperator } from './operators';
import { apiRules, apiVariables } from './variables';

export interface ApiConfig {
  port: number;
  /** The address to listen on. Default: all. */
  host?: string | undefined;
  /** Origin of this server as browsers see it. */
  url: string;
  /** Origin of the site: for CORS and for links in mails. */
  siteUrl: string;
  siteName: string;
  database: DatabaseLocation;
  jwtSecret: string;
  /** The one before, whose tokens and links still hold; empty: none. */
  jwtSecretBefore: string;
  captcha:
    | { provider: 'altcha'; secret: string; cost: number }
    | { provider: 'recaptcha'; secret: string; verifyUrl: string };
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null };
  discord: {
    clientId: string;
    clientSecret: string;
    botToken: string;
    guildId: string;
    /** Checks who sends interactions, in hex; empty: nobody may. */
    publicKey: string;
    authorizeUrl: string;
    apiUrl: string;
  };
  smtpUrl: string;
  mailFrom: string;
  /** Where answers to mails go; empty: to the sender. */
  mailReplyTo: string;
  /** Opens the operator's calls; empty: nobody may make them. */
  operatorToken: string;
  /** The one before, which still opens them; empty: none. */
  operatorTokenBefore: string;
  /** Operators with a token of their own. */
  operators: NamedOperator[];
  /** How long an unpaid booking keeps its slot. */
  holdMinutes: number;
  /** A student cancels free of charge until so many hours before the session. */
  cancelHours: number;
  /** How many reverse proxies of ours stand before this server, each adding to `X-Forwarded-For`. */
  proxies: number;
  /** The folder with the operator's texts: `terms.md`, `privacy.md`, `refunds.md`, `imprint.md`. */
  textsFolder: string;
  /** Origins beside its own that pictures of coaches may come from. */
  pictureOrigins: string[];
  /** Makes the demo coach, student and reviews when the database is empty. */
  seed: boolean;
  /** What of the log is written. */
  logLevel: (typeof LOG_LEVELS)[number];
  /** How long a stopping server says so at /readyz before it stops accepting calls, for what stands before it to notice. */
  drainMs: number;
  tracing: TracingSetup;
}

/** What an installation says that has put nothing of its own in place. */
export const sampleTexts = path.join(import.meta.dirname, '../../texts');

/** Reads the API's configuration; throws a ConfigError with a line for each variable that is missing or malformed. */
export function readConfig(env: Environment): ApiConfig {
  const values = readEnvironment(apiVariables, env, apiRules);
  return {
    port: values.API_PORT,
    host: values.HOST,
    url: values.API_URL ?? `http://localhost:${values.API_PORT}`,
    siteUrl: values.SITE_URL,
    siteName: values.SITE_NAME,
    database: values.DATABASE_URL ? { url: values.DATABASE_URL } : { folder: values.DATA_FOLDER },
    jwtSecret: values.JWT_SECRET,
    jwtSecretBefore: values.JWT_SECRET_BEFORE ?? '',
    captcha:
      values.CAPTCHA_PROVIDER === 'altcha'
        ? { provider: 'altcha', secret: values.CAPTCHA_SECRET ?? '', cost: values.CAPTCHA_COST }
        : {
            provider: 'recaptcha',
            secret: values.RECAPTCHA_SECRET_KEY ?? '',
            verifyUrl: values.RECAPTCHA_VERIFY_URL,
          },
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecret: values.STRIPE_WEBHOOK_SECRET,
      apiUrl: values.STRIPE_API_URL ?? null,
    },
    discord: {
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
      botToken: values.DISCORD_BOT_TOKEN,
      guildId: values.DISCORD_GUILD_ID,
      publicKey: values.DISCORD_PUBLIC_KEY ?? '',
      authorizeUrl: values.DISCORD_AUTHORIZE_URL,
      apiUrl: values.DISCORD_API_URL,
    },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailReplyTo: values.MAIL_REPLY_TO ?? '',
    operatorToken: values.OPERATOR_TOKEN ?? '',
    operatorTokenBefore: values.OPERATOR_TOKEN_BEFORE ?? '',
    operators: values.OPERATOR_TOKENS ?? [],
    holdMinutes: values.HOLD_MINUTES,
    cancelHours: values.CANCEL_HOURS,
    proxies: values.TRUSTED_PROXIES,
    textsFolder: values.TEXTS_FOLDER ?? sampleTexts,
    pictureOrigins: values.PICTURE_ORIGINS ?? [],
    seed: values.SEED,
    logLevel: values.LOG_LEVEL,
    drainMs: values.DRAIN_SECONDS * 1000,
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}
