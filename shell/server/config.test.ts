import { expect, test } from 'vitest';
import { encodingFor } from './assets';
import { readConfig } from './config';

const read = (env: Record<string, string>) =>
  readConfig({ API_URL: 'http://localhost:4000', ...env }, { store: '/store', lastGood: '/good' });

test('defaults', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    store: '/store',
    lastGood: '/good',
    previews: 'signed',
    reportShare: 1,
    proxies: 0,
    site: { name: 'Carry', url: 'http://localhost:3000', coachSlug: 'nova', captcha: { provider: 'altcha' } },
  });
});

test.each([
  [{ API_URL: '' }, /^API_URL/],
  [{ API_URL: 'localhost:4000/api' }, /^API_URL/],
  [{ PORT: 'x' }, /^PORT/],
  [{ PORT: '70000' }, /^PORT/],
  [{ SITE_URL: 'https://a.example/b' }, /^SITE_URL/],
  [{ CREDIT_URL: 'javascript:alert(1)' }, /^CREDIT_URL/],
  [{ COACH_SLUG: '../x' }, /^COACH_SLUG/],
  [{ CAPTCHA_PROVIDER: 'none' }, /^CAPTCHA_PROVIDER/],
  [{ CAPTCHA_PROVIDER: 'recaptcha' }, /^RECAPTCHA_SITE_KEY/],
  [{ PAYMENT_ORIGINS: 'https://a.example, nonsense' }, /^PAYMENT_ORIGINS/],
  [{ RELEASES_STORE: 'ftp://x' }, /^RELEASES_STORE/],
  [{ RELEASES_STORE: 's3://' }, /^RELEASES_STORE/],
  [{ PREVIEWS: 'yes' }, /^PREVIEWS/],
  [{ PREVIEWS: 'open', SITE_URL: 'https://carry.example' }, /^PREVIEWS/],
  [{ REPORTS_SHARE: '2' }, /^REPORTS_SHARE/],
  [{ TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES/],
])('%j stops the start with one line that names the variable', (env, message) => {
  expect(() => read(env as Record<string, string>)).toThrow(message);
});

test('the encoding is the best that both sides know', () => {
  expect([
    encodingFor('gzip, deflate, br'),
    encodingFor('gzip'),
    encodingFor('br;q=0, gzip'),
    encodingFor('identity'),
    encodingFor(undefined),
  ]).toEqual(['br', 'gzip', 'gzip', undefined, undefined]);
});
