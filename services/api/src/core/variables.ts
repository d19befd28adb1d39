import {
  isHttps,
  isLoopbackUrl,
  isPublic,
  isReservedAddress,
  tracingVariables,
  weaknesses,
} from '@carry/contracts/deployment';
import {
  host,
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
import { LOG_LEVELS } from 'server-kit/log';
import { namedOperators } from './operators';

const MAIL_PORTS = new Set(['25', '465', '587']);

export const apiVariables = {
  API_PORT: withDefault('where the API answers', port(), '4000'),
  HOST: optional('the address that the API listens on', host(), 'all addresses'),
  API_URL: optional('public base URL of the API', url(), '`http://localhost:API_PORT`'),
  SITE_URL: withDefault(
    'origin of the site: for CORS and for links in mails',
    url(),
    'http://localhost:3000',
  ),
  SITE_NAME: withDefault('what mails call the site', text(), 'Carry'),
  DATABASE_URL: optional(
    'address of a PostgreSQL database; a pooler before it has to keep prepared statements',
    text(),
    'PGlite in `DATA_FOLDER`',
  ),
  DATA_FOLDER: withDefault("folder of PGlite's database", text(), '.data/database'),
  JWT_SECRET: required('signs the tokens of those who are signed in, and links', secret()),
  JWT_SECRET_BEFORE: optional(
    'the `JWT_SECRET` before a change, whose tokens and links still hold',
    secret(),
  ),
  OPERATOR_TOKEN: optional(
    "opens the operator's calls, such as the one that adds a coach",
    secret(),
    'nobody may make them',
  ),
  OPERATOR_TOKEN_BEFORE: optional(
    'the `OPERATOR_TOKEN` before a change, which still opens them',
    secret(),
  ),
  OPERATOR_TOKENS: optional(
    'operators with a token of their own, whose name stands in the record: `kim:SHA-256, zoe:SHA-256`; `operator token kim` makes one',
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
    'where answers to recaptcha are verified',
    url(),
    'https://www.google.com/recaptcha/api/siteverify',
  ),
  STRIPE_SECRET_KEY: required('secret key at Stripe', secret()),
  STRIPE_WEBHOOK_SECRET: required('checks that a webhook comes from Stripe', secret()),
  STRIPE_API_URL: optional(
    "another address than Stripe's, such as the sandbox",
    url(),
    "Stripe's own",
  ),
  DISCORD_CLIENT_ID: required('id of the application at Discord', text()),
  DISCORD_CLIENT_SECRET: required('secret of the application at Discord', text()),
  DISCORD_BOT_TOKEN: required('token of the bot that joins students to the chat server', text()),
  DISCORD_GUILD_ID: required('id of the chat server', text()),
  DISCORD_PUBLIC_KEY: optional(
    'checks who sends interactions, in hex',
    text(),
    'no interactions are accepted',
  ),
  DISCORD_AUTHORIZE_URL: withDefault(
    'where a student allows to be joined',
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
  MAIL_REPLY_TO: optional(
    'where answers to mails go, such as your support',
    text(),
    'to the sender',
  ),
  HOLD_MINUTES: withDefault(
    'how long an unpaid booking keeps its slot',
    number({ min: 0.01 }, 'a number of at least 0.01'),
    '30',
  ),
  CANCEL_HOURS: withDefault(
    'a student cancels free of charge until so many hours before a session; shown before paying, and unchanged for what is booked',
    number({ min: 0, max: 1440 }, 'a number from 0 to 1440'),
    '12',
  ),
  TRUSTED_PROXIES: withDefault(
    "how many reverse proxies of yours stand before the API: where a visitor's address is read in `X-Forwarded-For`",
    number({ min: 0, whole: true }, 'a whole number'),
    '0',
  ),
  TEXTS_FOLDER: optional(
    'folder with your `terms.md`, `privacy.md`, `refunds.md` and `imprint.md`; what is missing is a page that says so',
    text(),
    'our samples',
  ),
  PICTURE_ORIGINS: optional(
    "origins beside the API's that coaches may take pictures from, as the site has it",
    origins(),
  ),
  SEED: withDefault(
    '`yes`: makes the demo coach, student and reviews in an empty database; on localhost only (`npm start` does)',
    yesOrNo(),
    'no',
  ),
  LOG_LEVEL: withDefault(
    'what is logged: `info` has a line for each request',
    oneOf(LOG_LEVELS),
    'info',
  ),
  ...tracingVariables,
  DRAIN_SECONDS: withDefault(
    'so long a stopping API says 503 at `/readyz` before it stops accepting calls',
    number({ min: 0, max: 2 }, 'at most 2 and not below 0 (a stop takes ten seconds in all)'),
    '0',
  ),
};

/** Conflicting values, and settings that are unsafe on a public site. */
export const apiRules: Rules<typeof apiVariables> = (values) => [
  ...missing(values),
  ...(values.SEED && values.SITE_URL && !isLoopbackUrl(values.SITE_URL)
    ? [
        `SEED=yes makes accounts whose passwords everybody knows, so it works on localhost only, not at ${values.SITE_URL}`,
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
