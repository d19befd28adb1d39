import { expect, test } from 'vitest';
import { readConfig } from './config/config';
import { encodingFor } from './files/assets';
import { commonHeaders } from './http/security';

const read = (env: Record<string, string>) =>
  readConfig({ API_URL: 'http://localhost:4000', ...env }, { store: '/store', lastGood: '/good' });

test('returns the defaults', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    store: '/store',
    lastGood: '/good',
    previews: 'signed',
    reportShare: 1,
    proxies: 0,
    site: {
      name: null,
      url: 'http://localhost:3000',
      settings: {},
      redirects: {},
      variables: { API_URL: 'http://localhost:4000' },
    },
  });
});

test.each([
  [{ API_URL: '' }, /^API_URL/],
  [{ API_URL: 'localhost:4000/api' }, /^API_URL/],
  [{ PORT: 'x' }, /^PORT/],
  [{ PORT: '70000' }, /^PORT/],
  [{ SITE_URL: 'https://a.example/b' }, /^SITE_URL/],
  [{ SITE_SETTINGS: 'coachSlug=rook' }, /^SITE_SETTINGS must be a JSON object of texts$/],
  [{ SITE_SETTINGS: '{"coachSlug":1}' }, /^SITE_SETTINGS/],
  [{ REDIRECT_ORIGINS: '{"payment":"https://a.example"}' }, /^REDIRECT_ORIGINS/],
  [{ REDIRECT_ORIGINS: '{"payment":["https://a.example/x"]}' }, /^REDIRECT_ORIGINS/],
  [{ RELEASES_STORE: 'ftp://x' }, /^RELEASES_STORE/],
  [{ RELEASES_STORE: 's3://' }, /^RELEASES_STORE/],
  [{ PREVIEWS: 'yes' }, /^PREVIEWS/],
  [{ REDIS_URL: 'redis://cache:6379' }, /^PREVIEW_SECRET is not set; REDIS_URL means several/],
  [{ REDIS_URL: 'redis://cache/abc' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://cache:port' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://:50%@cache' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://' }, /^REDIS_URL must be redis:/],
  [{ RELEASES_STORE: 's3://carry/x' }, /^PREVIEW_SECRET is not set; a store in a bucket means/],
  [{ PREVIEWS: 'open', SITE_URL: 'https://carry.example' }, /^PREVIEWS/],
  [{ REPORTS_SHARE: '2' }, /^REPORTS_SHARE/],
  [{ TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES/],
  [{ RENDER_PROCESSES: '0' }, /^RENDER_PROCESSES/],
  [{ RENDER_MEMORY_MB: '64' }, /^RENDER_MEMORY_MB/],
])('rejects %j with one line that names the variable', { tags: ['@spec-9.21'] }, (env, message) => {
  expect(() => read(env as Record<string, string>)).toThrow(message);
});

const real = {
  API_URL: 'https://api.carry.example',
  SITE_URL: 'https://carry.example',
  PREVIEW_SECRET: 'b7d1f0c2a9e84f6d3b5a7c1e0f2d4b6a',
  STATUS_TOKEN: 'e3a1c9b7d5f2048696a8c4e2f0b1d3a5',
};

test('overrides settings and redirect targets of site.json', () => {
  const { site } = read({
    SITE_SETTINGS: '{"coachSlug":"rook"}',
    REDIRECT_ORIGINS: '{"payment":["https://checkout.stripe.com","https://pay.example/"]}',
  });
  expect(site.settings).toEqual({ coachSlug: 'rook' });
  expect(site.redirects).toEqual({
    payment: ['https://checkout.stripe.com', 'https://pay.example'],
  });
});

test('accepts a public site', () => {
  expect(read(real)).toMatchObject({ site: { url: 'https://carry.example' }, drainMs: 0 });
});

test.each([
  [{ API_URL: 'http://api.carry.example' }, /^API_URL must be https/],
  [{ API_URL: 'HTTP://api.carry.example' }, /^API_URL must be https/],
  [{ SITE_URL: 'HTTPS://carry.example', STATUS_TOKEN: 'short' }, /^STATUS_TOKEN must have/],
  [{ PREVIEW_SECRET: 'short' }, /^PREVIEW_SECRET must have at least 32/],
  [{ PREVIEW_SECRET: 'abcdefgh'.repeat(8) }, /^PREVIEW_SECRET repeats itself/],
  [{ STATUS_TOKEN: real.PREVIEW_SECRET }, /^STATUS_TOKEN is the same as PREVIEW_SECRET/],
  [
    { REDIRECT_ORIGINS: '{"payment":["https://checkout.stripe.com","http://localhost:4100"]}' },
    /^REDIRECT_ORIGINS has a sandbox for payment/,
  ],
  [
    { REDIRECT_ORIGINS: '{"chat":["https://localhost:4100"]}' },
    /^REDIRECT_ORIGINS has a sandbox for chat/,
  ],
  [{ DRAIN_SECONDS: '30' }, /^DRAIN_SECONDS/],
])('rejects a public site with %j', { tags: ['@fault-11.31'] }, (env, message) => {
  expect(() => read({ ...real, ...env } as Record<string, string>)).toThrow(message);
});

test('reports all problems at once', () => {
  const env = {
    ...real,
    API_URL: 'http://api.carry.example',
    PORT: 'x',
    PREVIEWS: 'open',
    PREVIEW_SECRET: 'short',
  };
  expect(() => read(env)).toThrow(
    /^PORT .*\nPREVIEWS=open .*\nPREVIEW_SECRET .*\nAPI_URL must be https.*$/,
  );
});

test.each([
  [{}, undefined],
  [real, 'max-age=63072000'],
  [{ ...real, HSTS_SUBDOMAINS: 'yes' }, 'max-age=63072000; includeSubDomains'],
])(
  'sends HSTS over https only, with subdomains on request: %j',
  { tags: ['@fault-11.31'] },
  (env, hsts) => {
    expect(
      Object.fromEntries(commonHeaders(read(env as Record<string, string>)))[
        'strict-transport-security'
      ],
    ).toBe(hsts);
  },
);

test('picks the best encoding that the client accepts', () => {
  expect([
    encodingFor('gzip, deflate, br'),
    encodingFor('gzip'),
    encodingFor('br;q=0, gzip'),
    encodingFor('identity'),
    encodingFor(undefined),
  ]).toEqual(['br', 'gzip', 'gzip', undefined, undefined]);
});
