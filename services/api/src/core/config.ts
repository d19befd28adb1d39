import path from 'node:path';
import { type Environment, readEnvironment } from '@carry/contracts/environment';
import type { LOG_LEVELS } from 'server-kit/log';
import type { TracingSetup } from 'server-kit/tracing';
import type { DatabaseLocation } from './db/open';
import type { NamedOperator } from './operators';
import { apiRules, apiVariables } from './variables';

export interface ApiConfig {
  port: number;
  host?: string | undefined;
  url: string;
  siteUrl: string;
  siteName: string;
  database: DatabaseLocation;
  jwtSecret: string;
  /** Previous secret. Its tokens and links stay valid; empty: none. */
  jwtSecretBefore: string;
  captcha:
    | { provider: 'altcha'; secret: string; cost: number }
    | { provider: 'recaptcha'; secret: string; verifyUrl: string };
  stripe: {
    secretKey: string;
    webhookSecret: string;
    /** Verifies events about coaches' accounts; empty: no payouts. */
    connectSecret: string;
    /** Payments to coaches with an account are destination charges: the share is transferred with the payment. */
    destinationCharges: boolean;
    apiUrl: string | null;
  };
  discord: {
    clientId: string;
    clientSecret: string;
    botToken: string;
    guildId: string;
    /** Verifies interactions, in hex; empty: all are rejected. */
    publicKey: string;
    authorizeUrl: string;
    apiUrl: string;
  };
  smtpUrl: string;
  mailFrom: string;
  mailReplyTo: string;
  operatorToken: string;
  operatorTokenBefore: string;
  operators: NamedOperator[];
  seller: { name: string; address: string | null; taxId: string | null };
  /** Tax included in all prices; null: unknown. */
  taxPercent: number | null;
  holdMinutes: number;
  cancelHours: number;
  commissionPercent: number;
  /** Time zone of the dates in the exported ledger. */
  timeZone: string;
  /** Number of trusted reverse proxies that add to `X-Forwarded-For`. */
  proxies: number;
  /** Folder with `terms.md`, `privacy.md`, `refunds.md` and `imprint.md`. */
  textsFolder: string;
  pictureOrigins: string[];
  /** Stores of uploaded files: folders, or `s3://bucket/prefix`. */
  uploads: { messages: string; pictures: string };
  seed: boolean;
  seedMarketplace: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Time in ms that /readyz fails before the server stops accepting calls, so that load balancers notice. */
  drainMs: number;
  tracing: TracingSetup;
}

export const sampleTexts = path.join(import.meta.dirname, '../../texts');

/** Default: beside the database. */
function readUploads(values: {
  UPLOADS_DIR?: string | undefined;
  UPLOADS_STORE?: string | undefined;
  DATA_FOLDER: string;
}): ApiConfig['uploads'] {
  const bucket = values.UPLOADS_STORE?.replace(/\/+$/, '');
  if (bucket) return { messages: `${bucket}/messages`, pictures: bucket };
  const folder = values.UPLOADS_DIR ?? path.join(path.dirname(values.DATA_FOLDER), 'uploads');
  return { messages: folder, pictures: path.join(folder, 'portraits') };
}

function readSeller(values: {
  SITE_NAME: string;
  SELLER_NAME?: string | undefined;
  SELLER_ADDRESS?: string | undefined;
  SELLER_TAX_ID?: string | undefined;
  TAX_PERCENT?: number | undefined;
}): Pick<ApiConfig, 'seller' | 'taxPercent'> {
  const seller = {
    name: values.SELLER_NAME ?? values.SITE_NAME,
    address: values.SELLER_ADDRESS ?? null,
    taxId: values.SELLER_TAX_ID ?? null,
  };
  return { seller, taxPercent: values.TAX_PERCENT ?? null };
}

const readStripe = (values: {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_CONNECT_WEBHOOK_SECRET?: string | undefined;
  STRIPE_CONNECT_CHARGES: 'separate' | 'destination';
  STRIPE_API_URL?: string | undefined;
}): ApiConfig['stripe'] => ({
  secretKey: values.STRIPE_SECRET_KEY,
  webhookSecret: values.STRIPE_WEBHOOK_SECRET,
  connectSecret: values.STRIPE_CONNECT_WEBHOOK_SECRET ?? '',
  destinationCharges: values.STRIPE_CONNECT_CHARGES === 'destination',
  apiUrl: values.STRIPE_API_URL ?? null,
});

/** Reads the API's configuration. Throws a ConfigError with one line per missing or malformed variable. */
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
    stripe: readStripe(values),
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
    ...readSeller(values),
    holdMinutes: values.HOLD_MINUTES,
    cancelHours: values.CANCEL_HOURS,
    commissionPercent: values.COMMISSION_PERCENT,
    timeZone: values.BOOKS_TIME_ZONE,
    proxies: values.TRUSTED_PROXIES,
    textsFolder: values.TEXTS_FOLDER ?? sampleTexts,
    uploads: readUploads(values),
    pictureOrigins: values.PICTURE_ORIGINS ?? [],
    seed: values.SEED,
    seedMarketplace: values.SEED_MARKETPLACE,
    logLevel: values.LOG_LEVEL,
    drainMs: values.DRAIN_SECONDS * 1000,
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}
