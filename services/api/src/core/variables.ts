import {
  bucketVariables,
  isHttps,
  isLoopbackUrl,
  isPublic,
  isReservedAddress,
  tracingVariables,
  weaknesses,
} from '@carry/contracts/deployment';
import {
  host,
  must,
  number,
  oneOf,
  optional,
  origins,
  port,
  type Rules,
  required,
  secret,
  text,
  url,
  withDefault,
  yesOrNo,
} from '@carry/contracts/environment';
import { isTimeZone } from '@carry/contracts/format';
import { LOG_LEVELS } from 'server-kit/log';
import { namedOperators } from './operators';

const isBucket = (location: string) => /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/.test(location);
const MAIL_PORTS = new Set(['25', '465', '587']);

export const apiVariables = {
  API_PORT: withDefault('port of the API', port(), '4000'),
  HOST: optional('address to listen on', host(), 'all addresses'),
  API_URL: optional('public base URL of the API', url(), '`http://localhost:API_PORT`'),
  SITE_URL: withDefault(
    'origin of the site: for CORS and for links in mails',
    url(),
    'http://localhost:3000',
  ),
  SITE_NAME: withDefault('name of the site in emails', text(), 'Carry'),
  DATABASE_URL: optional(
    'PostgreSQL connection string; a pooler must be in session mode',
    text(),
    'PGlite in `DATA_FOLDER`',
  ),
  DATA_FOLDER: withDefault("folder of PGlite's database", text(), '.data/database'),
  JWT_SECRET: required('signs access tokens and links', secret()),
  JWT_SECRET_BEFORE: optional(
    'the previous `JWT_SECRET`; its tokens and links stay valid',
    secret(),
  ),
  OPERATOR_TOKEN: optional(
    "authorizes the operator's calls, such as adding a coach",
    secret(),
    'they are rejected',
  ),
  OPERATOR_TOKEN_BEFORE: optional('the previous `OPERATOR_TOKEN`, still accepted', secret()),
  OPERATOR_TOKENS: optional(
    'operators with a personal token, named in the audit log: `kim:SHA-256, zoe:SHA-256`; `operator token kim` creates one',
    namedOperators(),
  ),
  CAPTCHA_PROVIDER: withDefault(
    '`altcha`: own proof of work; `recaptcha`: by Google',
    oneOf(['altcha', 'recaptcha']),
    'altcha',
  ),
  CAPTCHA_SECRET: optional('signs the challenges of altcha, which needs it', secret()),
  CAPTCHA_COST: withDefault(
    'work in a challenge of altcha',
    number({ min: 1 }, 'a number of at least 1'),
    '5000',
  ),
  RECAPTCHA_SECRET_KEY: optional('secret key of the site at Google; recaptcha needs it', secret()),
  RECAPTCHA_VERIFY_URL: withDefault(
    'reCAPTCHA verification endpoint',
    url(),
    'https://www.google.com/recaptcha/api/siteverify',
  ),
  STRIPE_SECRET_KEY: required('secret key at Stripe', secret()),
  STRIPE_WEBHOOK_SECRET: required('verifies webhooks from Stripe', secret()),
  STRIPE_CONNECT_WEBHOOK_SECRET: optional(
    'verifies webhooks about the accounts of coaches; turns on payouts by Stripe Connect',
    secret(),
    'no payouts; earnings can still be exported',
  ),
  STRIPE_CONNECT_CHARGES: withDefault(
    "when coaches' shares leave the site's balance: `separate`: after the refund guarantee; `destination`: with the payment, if the coach's account is ready",
    oneOf(['separate', 'destination']),
    'separate',
  ),
  STRIPE_API_URL: optional(
    'address that replaces the one of Stripe, such as the sandbox',
    url(),
    "Stripe's own",
  ),
  DISCORD_CLIENT_ID: required('id of the application at Discord', text()),
  DISCORD_CLIENT_SECRET: required('secret of the application at Discord', text()),
  DISCORD_BOT_TOKEN: required('token of the bot that joins students to the chat server', text()),
  DISCORD_GUILD_ID: required('id of the chat server', text()),
  DISCORD_PUBLIC_KEY: optional(
    'verifies Discord interactions, in hex',
    text(),
    'no interactions are accepted',
  ),
  DISCORD_AUTHORIZE_URL: withDefault(
    "Discord's OAuth authorization page",
    url(),
    'https://discord.com/oauth2/authorize',
  ),
  DISCORD_API_URL: withDefault("base URL of Discord's API", url(), 'https://discord.com/api'),
  SMTP_URL: required('mail server, such as `smtps://user:password@mail.example:465`', url()),
  MAIL_FROM: withDefault(
    'sender of mails; a real site needs an address of its own',
    text(),
    'Carry <no-reply@carry.example>',
  ),
  MAIL_REPLY_TO: optional('address for replies, such as your support', text(), 'to the sender'),
  SELLER_NAME: optional("the seller's legal name on receipts", text(), '`SITE_NAME`'),
  SELLER_ADDRESS: optional("the seller's postal address on receipts, in one line", text()),
  SELLER_TAX_ID: optional('VAT or other tax number on receipts', text()),
  TAX_PERCENT: optional(
    'tax that all prices include, such as `19`; `0` for a seller without tax; unchanged for existing bookings',
    number({ min: 0, max: 100 }, 'a number from 0 to 100'),
    'receipts have no figure',
  ),
  HOLD_MINUTES: withDefault(
    'minutes that an unpaid booking holds its slot',
    number({ min: 0.01 }, 'a number of at least 0.01'),
    '30',
  ),
  CANCEL_HOURS: withDefault(
    'hours before a session until which students cancel for free; shown before payment, unchanged for existing bookings',
    number({ min: 0, max: 1440 }, 'a number from 0 to 1440'),
    '12',
  ),
  COMMISSION_PERCENT: withDefault(
    "the site's share of each payment, for new bookings; returned with a refund",
    number({ min: 0, max: 90 }, 'a number from 0 to 90'),
    '0',
  ),
  BOOKS_TIME_ZONE: withDefault(
    'time zone of your books, such as `Europe/Berlin`: the dates of the exported ledger',
    text().refine(isTimeZone, must('a time zone such as Europe/Berlin')),
    'UTC',
  ),
  TRUSTED_PROXIES: withDefault(
    "number of your reverse proxies in front of the API, at least 1 with Docker Compose; it decides which `X-Forwarded-For` entry is the visitor's address",
    number({ min: 0, whole: true }, 'a whole number'),
    '0',
  ),
  TEXTS_FOLDER: optional(
    'folder with your `terms.md`, `privacy.md`, `refunds.md` and `imprint.md`; a missing file shows a notice on its page',
    text(),
    'our samples',
  ),
  UPLOADS_DIR: optional(
    'folder for uploaded pictures and the files in messages, unless `UPLOADS_STORE` is set; several APIs share it; back it up with the database',
    text(),
    '`uploads` beside `DATA_FOLDER`',
  ),
  UPLOADS_STORE: optional(
    'private bucket for uploaded pictures and the files in messages, such as `s3://bucket/uploads`; the `AWS_…` variables give access',
    text().refine(isBucket, must('s3://bucket/prefix')),
    'they are in `UPLOADS_DIR`',
  ),
  ...bucketVariables,
  PICTURE_ORIGINS: optional(
    "origins besides the API's from which coaches may link pictures; the same value as for the site",
    origins(),
  ),
  SEED_MARKETPLACE: withDefault(
    '`yes`: `SEED` also creates more coaches, an application and an operator; `npm start` sets it',
    yesOrNo(),
    'no',
  ),
  SEED: withDefault(
    '`yes`: seeds an empty database with a demo coach, student and reviews; on localhost only (`npm start` does)',
    yesOrNo(),
    'no',
  ),
  LOG_LEVEL: withDefault('log level; `info` logs each request', oneOf(LOG_LEVELS), 'info'),
  ...tracingVariables,
  DRAIN_SECONDS: withDefault(
    'graceful shutdown: seconds that `/readyz` returns 503 before the API stops accepting requests',
    number({ min: 0, max: 2 }, 'at most 2 and not below 0 (a stop takes ten seconds in all)'),
    '0',
  ),
};

export const apiRules: Rules<typeof apiVariables> = (values) => [
  ...missing(values),
  ...(values.SEED && values.SITE_URL && !isLoopbackUrl(values.SITE_URL)
    ? [
        `SEED=yes creates demo accounts with public passwords, so it works on localhost only, not at ${values.SITE_URL}`,
      ]
    : []),
  ...(values.SITE_URL && isPublic(values.SITE_URL) ? unsafe(values) : []),
];

type Values = Parameters<typeof apiRules>[0];

/** Malformed variables are already reported and absent from `values`. */
function missing(values: Values): string[] {
  const name = values.CAPTCHA_PROVIDER === 'recaptcha' ? 'RECAPTCHA_SECRET_KEY' : 'CAPTCHA_SECRET';
  return values.CAPTCHA_PROVIDER && name in values && !values[name] ? [`${name} is not set`] : [];
}

function unsafe(values: Values): string[] {
  const isAltcha = values.CAPTCHA_PROVIDER === 'altcha';
  const secrets = {
    JWT_SECRET: values.JWT_SECRET,
    STRIPE_WEBHOOK_SECRET: values.STRIPE_WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: values.STRIPE_CONNECT_WEBHOOK_SECRET,
    CAPTCHA_SECRET: isAltcha ? values.CAPTCHA_SECRET : undefined,
    OPERATOR_TOKEN: values.OPERATOR_TOKEN,
    JWT_SECRET_BEFORE: values.JWT_SECRET_BEFORE,
    OPERATOR_TOKEN_BEFORE: values.OPERATOR_TOKEN_BEFORE,
  };
  const services = {
    STRIPE_API_URL: values.STRIPE_API_URL,
    DISCORD_AUTHORIZE_URL: values.DISCORD_AUTHORIZE_URL,
    DISCORD_API_URL: values.DISCORD_API_URL,
    RECAPTCHA_VERIFY_URL: isAltcha ? undefined : values.RECAPTCHA_VERIFY_URL,
  };
  const set = Object.entries(secrets).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  const url =
    'API_URL' in values ? (values.API_URL ?? `http://localhost:${values.API_PORT}`) : null;
  return [
    ...weaknesses(Object.fromEntries(set)),
    ...(url === null || isHttps(url)
      ? []
      : [`API_URL must be https when the site is, not '${url}'`]),
    ...Object.entries(services).flatMap(([name, value]) =>
      value && (!isHttps(value) || isLoopbackUrl(value))
        ? [`${name} is a sandbox ('${value}'); a real site needs the service itself, over https`]
        : [],
    ),
    ...(values.SMTP_URL ? mailSandbox(new URL(values.SMTP_URL)) : []),
    ...Object.entries({ MAIL_FROM: values.MAIL_FROM, MAIL_REPLY_TO: values.MAIL_REPLY_TO }).flatMap(
      ([name, address]) =>
        address && isReservedAddress(address)
          ? [`${name} is an example ('${address}'); a real site needs an address of its own domain`]
          : [],
    ),
  ];
}

const mailSandbox = ({ host, port }: URL): string[] =>
  isLoopbackUrl(`http://${host}`) && port && !MAIL_PORTS.has(port)
    ? [`SMTP_URL is a sandbox (port ${port} of this machine); a real site needs a mail server`]
    : [];
