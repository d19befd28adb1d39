import { firstWeakness, isLoopbackUrl, isPublic } from 'contracts/deployment';

export interface ApiConfig {
  port: number;
  /** Origin of this server as browsers see it. */
  url: string;
  /** Origin of the site: for CORS and for links in mails. */
  siteUrl: string;
  siteName: string;
  database: { url: string } | { folder: string } | 'memory';
  jwtSecret: string;
  captcha: { provider: 'altcha'; secret: string; cost: number } | { provider: 'recaptcha'; secret: string; verifyUrl: string };
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null };
  discord: {
    clientId: string;
    clientSecret: string;
    botToken: string;
    guildId: string /** Checks who sends interactions, in hex; empty: nobody may. */;
    publicKey: string;
    authorizeUrl: string;
    apiUrl: string;
  };
  smtpUrl: string;
  mailFrom: string;
  /** Opens the operator's calls; empty: nobody may make them. */
  operatorToken: string;
  /** How long an unpaid booking keeps its slot. */
  holdMinutes: number;
  /** A student cancels free of charge until so many hours before the session. */
  cancelHours: number;
  /** How many reverse proxies of ours stand before this server, each adding to `X-Forwarded-For`. */
  proxies: number;
  /** Makes the demo coach, student and reviews when the database is empty. */
  seed: boolean;
  /** How long a stopping server says so at /readyz before it takes no more calls, for what stands before it to notice. */
  drainMs: number;
}

/** Of a mail server that may well run beside the API. */
const MAIL_PORTS = new Set(['25', '465', '587']);
const MAX_DRAIN_MS = 2000;

type Environment = Record<string, string | undefined>;

/** Reads the API's configuration; throws an Error that names the first variable that is missing or malformed. */
export function readConfig(env: Environment): ApiConfig {
  const text = (name: string, fallback?: string) => {
    const value = env[name]?.trim() || fallback;
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  };
  const secret = (name: string) => {
    const value = text(name);
    if (value.length < 16) throw new Error(`${name} must have at least 16 characters`);
    return value;
  };
  const url = (name: string, fallback?: string) => {
    const value = text(name, fallback);
    if (!URL.canParse(value)) throw new Error(`${name} must be a URL, not '${value}'`);
    return value.replace(/\/+$/, '');
  };
  const number = (name: string, fallback: string, least: number) => {
    const value = Number(text(name, fallback));
    if (!Number.isFinite(value) || value < least) throw new Error(`${name} must be a number of at least ${least}, not '${env[name]}'`);
    return value;
  };
  const port = number('API_PORT', '4000', 0);
  const provider = text('CAPTCHA_PROVIDER', 'altcha');
  if (provider !== 'altcha' && provider !== 'recaptcha') throw new Error(`CAPTCHA_PROVIDER must be altcha or recaptcha, not '${provider}'`);
  const seed = text('SEED', 'no') === 'yes';
  const config: ApiConfig = {
    port,
    url: url('API_URL', `http://localhost:${port}`),
    siteUrl: url('SITE_URL', 'http://localhost:3000'),
    siteName: text('SITE_NAME', 'Carry'),
    database: env.DATABASE_URL ? { url: env.DATABASE_URL } : { folder: text('DATA_FOLDER', '.data/database') },
    jwtSecret: secret('JWT_SECRET'),
    captcha:
      provider === 'altcha'
        ? { provider, secret: secret('CAPTCHA_SECRET'), cost: number('CAPTCHA_COST', '5000', 1) }
        : {
            provider,
            secret: secret('RECAPTCHA_SECRET_KEY'),
            verifyUrl: url('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
          },
    stripe: {
      secretKey: secret('STRIPE_SECRET_KEY'),
      webhookSecret: secret('STRIPE_WEBHOOK_SECRET'),
      apiUrl: env.STRIPE_API_URL ? url('STRIPE_API_URL') : null,
    },
    discord: {
      clientId: text('DISCORD_CLIENT_ID'),
      clientSecret: text('DISCORD_CLIENT_SECRET'),
      botToken: text('DISCORD_BOT_TOKEN'),
      guildId: text('DISCORD_GUILD_ID'),
      publicKey: env.DISCORD_PUBLIC_KEY?.trim() ?? '',
      authorizeUrl: url('DISCORD_AUTHORIZE_URL', 'https://discord.com/oauth2/authorize'),
      apiUrl: url('DISCORD_API_URL', 'https://discord.com/api'),
    },
    smtpUrl: url('SMTP_URL'),
    operatorToken: env.OPERATOR_TOKEN ? secret('OPERATOR_TOKEN') : '',
    mailFrom: text('MAIL_FROM', 'Carry <no-reply@carry.example>'),
    holdMinutes: number('HOLD_MINUTES', '30', 0.01),
    cancelHours: number('CANCEL_HOURS', '12', 0),
    proxies: Math.floor(number('TRUSTED_PROXIES', '0', 0)),
    seed,
    drainMs: number('DRAIN_SECONDS', '0', 0) * 1000,
  };
  if (seed && !isLoopbackUrl(config.siteUrl))
    throw new Error(`SEED=yes makes accounts whose passwords everybody knows, so it works on localhost only, not at ${config.siteUrl}`);
  if (config.drainMs > MAX_DRAIN_MS)
    throw new Error(`DRAIN_SECONDS must be at most ${MAX_DRAIN_MS / 1000}: a stop takes ten seconds in all`);
  if (isPublic(config.siteUrl)) requireSafe(config);
  return config;
}

/** Throws one sentence about the first thing that is fine for trying out and a hole in a real site. */
function requireSafe({ url, jwtSecret, captcha, stripe, discord, smtpUrl, operatorToken }: ApiConfig): void {
  const weakness = firstWeakness({
    JWT_SECRET: jwtSecret,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(captcha.provider === 'altcha' && { CAPTCHA_SECRET: captcha.secret }),
    ...(operatorToken && { OPERATOR_TOKEN: operatorToken }),
  });
  if (weakness) throw new Error(weakness);
  if (!url.startsWith('https:')) throw new Error(`API_URL must be https when the site is, not '${url}'`);
  const services: Record<string, string | null> = {
    STRIPE_API_URL: stripe.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    DISCORD_API_URL: discord.apiUrl,
    RECAPTCHA_VERIFY_URL: captcha.provider === 'recaptcha' ? captcha.verifyUrl : null,
  };
  for (const [name, value] of Object.entries(services)) {
    if (value && (!value.startsWith('https:') || isLoopbackUrl(value)))
      throw new Error(`${name} is a sandbox ('${value}'); a real site needs the service itself, over https`);
  }
  const smtp = new URL(smtpUrl);
  if (isLoopbackUrl(`http://${smtp.host}`) && smtp.port && !MAIL_PORTS.has(smtp.port))
    throw new Error(`SMTP_URL is a sandbox (port ${smtp.port} of this machine); a real site needs a mail server`);
}
