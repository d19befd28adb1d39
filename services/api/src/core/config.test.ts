import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config';

const secret = () => randomBytes(32).toString('hex');
const local = {
  JWT_SECRET: secret(),
  CAPTCHA_SECRET: secret(),
  STRIPE_SECRET_KEY: `sk_live_${secret()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  DISCORD_CLIENT_ID: '1',
  DISCORD_CLIENT_SECRET: secret(),
  DISCORD_BOT_TOKEN: secret(),
  DISCORD_GUILD_ID: '2',
  SMTP_URL: 'smtp://127.0.0.1:4101',
};
const real = {
  ...local,
  SITE_URL: 'https://carry.example',
  API_URL: 'https://api.carry.example',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Carry <no-reply@carry-coaching.com>',
};

const findMistakes = (env: Record<string, string | undefined>) => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
};

test('starts local and public sites; seeds demo accounts only on request', {
  tags: ['@fault-11.31'],
}, () => {
  expect(readConfig(local)).toMatchObject({
    seed: false,
    siteUrl: 'http://localhost:3000',
    drainMs: 0,
    tracing: { endpoint: '', share: 1 },
  });
  expect(readConfig({ ...local, SEED: 'yes' }).seed).toBe(true);
  expect(readConfig(real)).toMatchObject({ seed: false, siteUrl: 'https://carry.example' });
  expect(readConfig({ ...real, SMTP_URL: 'smtp://127.0.0.1:25' }).smtpUrl).toBe(
    'smtp://127.0.0.1:25',
  );
});

test.each([
  [{ SEED: 'yes' }, /^SEED=yes creates demo accounts with public passwords/],
  [{ JWT_SECRET: secret().slice(0, 31) }, /^JWT_SECRET must have at least 32 characters/],
  [{ JWT_SECRET: 'ab'.repeat(32) }, /^JWT_SECRET repeats itself/],
  [{ JWT_SECRET: secret().slice(0, 16).repeat(2) }, /^JWT_SECRET repeats itself/],
  [{ CAPTCHA_SECRET: `change-me-${secret()}` }, /^CAPTCHA_SECRET starts like an example/],
  [{ CAPTCHA_SECRET: local.JWT_SECRET }, /^CAPTCHA_SECRET is the same as JWT_SECRET/],
  [{ OPERATOR_TOKEN: 'the operator 123' }, /^OPERATOR_TOKEN must have at least 32/],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_12345678910' }, /^STRIPE_WEBHOOK_SECRET must have at least 32/],
  [{ API_URL: 'http://api.carry.example' }, /^API_URL must be https/],
  [{ SITE_URL: 'HTTPS://carry.example', API_URL: 'http://a.example' }, /^API_URL must be https/],
  [{ SITE_URL: 'Https://carry.example', SEED: 'yes' }, /^SEED=yes creates demo accounts/],
  [{ STRIPE_API_URL: 'HTTP://sandbox.internal' }, /^STRIPE_API_URL is a sandbox/],
  [{ STRIPE_API_URL: 'HTTPS://LOCALHOST:4100' }, /^STRIPE_API_URL is a sandbox/],
  [{ SITE_URL: 'HTTPS://carry.example', MAIL_FROM: '' }, /^MAIL_FROM is an example/],
  [{ MAIL_FROM: '' }, /^MAIL_FROM is an example .*no-reply@carry\.example/],
  [{ MAIL_FROM: 'Carry <kim@mail.example.com>' }, /^MAIL_FROM is an example/],
  [{ MAIL_REPLY_TO: 'kim@Carry.Test' }, /^MAIL_REPLY_TO is an example/],
  [{ HOST: 'x86_64-conda-linux-gnu' }, /^HOST must be an address to listen on/],
  [{ STRIPE_API_URL: 'http://localhost:4100' }, /^STRIPE_API_URL is a sandbox/],
  [{ STRIPE_API_URL: 'https://127.0.0.1:4100' }, /^STRIPE_API_URL is a sandbox/],
  [{ DISCORD_API_URL: 'http://sandbox.internal/api' }, /^DISCORD_API_URL is a sandbox/],
  [
    { DISCORD_AUTHORIZE_URL: 'http://localhost:4100/oauth2/authorize' },
    /^DISCORD_AUTHORIZE_URL is a sandbox/,
  ],
  [{ SMTP_URL: 'smtp://localhost:4101' }, /^SMTP_URL is a sandbox/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be a URL/],
  [{ DRAIN_SECONDS: '60' }, /^DRAIN_SECONDS must be at most 2/],
])('rejects a public site with %j', { tags: ['@fault-11.31'] }, (env, message) => {
  expect(() => readConfig({ ...real, ...env } as Record<string, string>)).toThrow(message);
});

test('rejects demo accounts on a public site, even over http', {
  tags: ['@fault-11.31'],
}, () => {
  expect(() => readConfig({ ...local, SEED: 'yes', SITE_URL: 'http://192.0.2.7:3000' })).toThrow(
    /^SEED=yes/,
  );
  expect(() =>
    readConfig({ ...local, SEED: 'yes', SITE_URL: 'http://localhost.evil.example' }),
  ).toThrow(/^SEED=yes/);
});

test('accepts an https API in capital letters', () => {
  const { url, siteUrl } = readConfig({
    ...real,
    SITE_URL: 'HTTPS://Carry.example/',
    API_URL: 'HTTPS://API.carry.example',
  });
  expect([siteUrl, url]).toEqual(['https://carry.example', 'https://api.carry.example']);
});

test('reports every problem of a public site at once', () => {
  const env = {
    ...real,
    API_URL: 'http://api.carry.example',
    OPERATOR_TOKEN: 'x'.repeat(40),
    SMTP_URL: undefined,
    SEED: 'yes',
    CAPTCHA_PROVIDER: 'recaptcha',
  };
  const mistakes = [
    /^SMTP_URL is not set$/,
    /^RECAPTCHA_SECRET_KEY is not set$/,
    /^SEED=yes creates demo accounts/,
    /^OPERATOR_TOKEN repeats itself/,
    /^API_URL must be https/,
  ].map((line) => expect.stringMatching(line));
  expect(findMistakes(env)).toEqual(mistakes);
});

test('lists every required variable of an empty environment', () => {
  expect(findMistakes({}).sort()).toEqual(
    Object.keys(local)
      .sort()
      .map((name) => `${name} is not set`),
  );
});
