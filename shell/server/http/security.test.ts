import { describe, expect, test } from 'vitest';
import { readConfig } from '../config/config';
import { commonHeaders, listThirdParties, needsDocument, pageHeaders } from './security';

const defaults = { store: '/tmp/releases', lastGood: '/tmp/good' };
const noThirdParties = listThirdParties({}, { settings: {} });
const listed = (env: Record<string, string>, thirdParties = noThirdParties) => {
  const config = readConfig(
    { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example', ...env },
    defaults,
  );
  const policies = pageHeaders(config, { nonce: 'N', thirdParties, local: [] }).filter(
    ([name]) => name === 'content-security-policy',
  );
  return Object.fromEntries(
    (policies[1]?.[1] ?? '')
      .split('; ')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
  );
};

describe('page headers', () => {
  test('reports violations by report-uri, over https also by report-to', () => {
    expect(listed({})).toMatchObject({
      'report-uri': ['/_shell/csp-reports'],
      'report-to': ['csp'],
    });
    expect(
      listed({ SITE_URL: 'http://localhost:3000', API_URL: 'http://localhost:4000' }),
    ).not.toHaveProperty('report-to');
  });

  test('allows no whole scheme and denies by default', {
    tags: ['@fault-11.30'],
  }, () => {
    const policy = listed({ PICTURE_ORIGINS: 'https://avatars.example, https://cdn.example' });
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['manifest-src']).toEqual(["'self'"]); // browsers fetch it to install the site
    expect(policy['img-src']).toEqual([
      "'self'",
      'https://api.carry.example',
      'https://avatars.example',
      'https://cdn.example',
    ]);
    expect(Object.values(policy).flat()).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^[a-z]+:$|\*/)]),
    );
    expect(listed({})['img-src']).toEqual(["'self'", 'https://api.carry.example']);
    expect(() => listed({ PICTURE_ORIGINS: 'https:' })).toThrow('PICTURE_ORIGINS');
  });

  test('allows frames of one page besides those of third parties', () => {
    const config = readConfig(
      { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example' },
      defaults,
    );
    const getPolicy = (frames: string[]) =>
      pageHeaders(config, { nonce: 'N', thirdParties: noThirdParties, local: [] }, { frames })
        .map(([, value]) => /frame-src ([^;]*)/.exec(value)?.[1])
        .find(Boolean);
    expect(getPolicy([])).toBe("'none'");
    expect(getPolicy(['https://clips.example'])).toBe('https://clips.example');
  });

  const declared = {
    thirdParties: {
      till: {
        setting: 'tillKey',
        scripts: ['https://js.till.example'],
        frames: ['https://js.till.example', 'https://hooks.till.example'],
        calls: ['https://api.till.example'],
      },
      maps: { frames: ['https://maps.example'] },
    },
  };

  test('allows a third party only if its setting has a value', () => {
    const without = listThirdParties(declared, { settings: { other: 'x', tillKey: '' } });
    expect(without).toEqual({ scripts: [], frames: ['https://maps.example'], calls: [] });
    const policy = listed({}, listThirdParties(declared, { settings: { tillKey: 'pk_1' } }));
    expect(policy['script-src']).toEqual(["'self'", "'nonce-N'", 'https://js.till.example']);
    expect(policy['connect-src']).toContain('https://api.till.example');
    expect(policy['frame-src']).toEqual([
      'https://js.till.example',
      'https://hooks.till.example',
      'https://maps.example',
    ]);
    expect(listed({})['frame-src']).toEqual(["'none'"]);
  });

  test('allows the third party of a remote on its pages only', () => {
    const party = { scripts: ['https://a.example'], remotes: ['mf-shop'] };
    const scriptsOn = (...shown: string[]) =>
      listThirdParties({ thirdParties: { a: party } }, { settings: {} }, shown).scripts;
    expect(scriptsOn('mf-other')).toEqual([]);
    expect(scriptsOn()).toEqual([]);
    expect(scriptsOn('mf-other', 'mf-shop')).toEqual(['https://a.example']);
  });

  test('ignores settings named like object prototype members', () => {
    const party = { thirdParties: { a: { setting: 'toString', scripts: ['https://a.example'] } } };
    expect(listThirdParties(party, { settings: {} }).scripts).toEqual([]);
  });
});

test('allows the hashes of inline styles on their page only', () => {
  const config = readConfig(
    { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example' },
    defaults,
  );
  const parts = { nonce: 'N', thirdParties: noThirdParties, local: [] };
  const policy = (inlineStyles?: string[]) =>
    pageHeaders(config, parts, { inlineStyles })
      .map(([, value]) => value)
      .join('; ');
  expect(policy(["'sha256-a'"])).toContain("; style-src-attr 'unsafe-hashes' 'sha256-a'; ");
  expect(policy()).not.toContain('style-src-attr');
  expect(policy([])).not.toContain('style-src-attr');
});

test("lets only a remote's pages call its team's servers", () => {
  const config = readConfig({ API_URL: 'https://api.carry.example' }, defaults);
  const parts = { nonce: 'N', thirdParties: noThirdParties, local: [] };
  const policy = (connect?: string[]) =>
    pageHeaders(config, parts, { connect })
      .map(([, value]) => value)
      .join('; ');
  expect(policy(['https://api.team.example'])).toContain(
    "connect-src 'self' https://api.carry.example https://api.team.example wss://api.team.example;",
  );
  expect(policy()).toContain("connect-src 'self' https://api.carry.example;");
});

test('plays audio and video of the site only', () => {
  const config = readConfig({ API_URL: 'https://api.carry.example' }, defaults);
  const policy = pageHeaders(config, { nonce: 'N', thirdParties: noThirdParties, local: [] })
    .map(([, value]) => value)
    .join('; ');
  expect(policy).toContain("; media-src 'self'; ");
});

test('a page with a development build may only call its server, too', () => {
  const config = readConfig({ API_URL: 'https://api.carry.example' }, defaults);
  const policy = (local: string[]) =>
    pageHeaders(config, { nonce: 'N', thirdParties: noThirdParties, local })
      .filter(([name]) => name === 'content-security-policy')
      .map(([, value]) => value)
      .join('; ');
  const calls = "connect-src 'self' https://api.carry.example";
  expect(policy(['http://localhost:5001'])).toBe(
    policy([]).replace(calls, `${calls} http://localhost:5001 ws://localhost:5001`),
  );
});

test('sends each header of a page and of the site', () => {
  const env = { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example' };
  const config = readConfig(env, defaults);
  const page = { nonce: 'N', thirdParties: noThirdParties, local: [] };
  expect([...pageHeaders(config, page), ...commonHeaders(config)]).toMatchInlineSnapshot(`
    [
      [
        "content-security-policy",
        "script-src 'nonce-N' 'strict-dynamic'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types default; report-uri /_shell/csp-reports; report-to csp",
      ],
      [
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' https://api.carry.example; font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self' https://api.carry.example; frame-src 'none'; worker-src 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /_shell/csp-reports; report-to csp",
      ],
      [
        "integrity-policy",
        "blocked-destinations=(script)",
      ],
      [
        "reporting-endpoints",
        "csp="/_shell/csp-reports"",
      ],
      [
        "x-dns-prefetch-control",
        "off",
      ],
      [
        "cross-origin-opener-policy",
        "same-origin",
      ],
      [
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), browsing-topics=()",
      ],
      [
        "x-content-type-options",
        "nosniff",
      ],
      [
        "referrer-policy",
        "strict-origin-when-cross-origin",
      ],
      [
        "strict-transport-security",
        "max-age=63072000",
      ],
      [
        "x-frame-options",
        "DENY",
      ],
      [
        "cross-origin-resource-policy",
        "same-origin",
      ],
    ]
  `);
  const http = { API_URL: 'http://localhost:4000', SITE_URL: 'http://localhost:3000' };
  const names = commonHeaders(readConfig(http, defaults)).map(([name]) => name);
  expect(names).not.toContain('strict-transport-security'); // browsers ignore it over http
  const subdomains = { ...config, hstsSubdomains: true };
  expect(Object.fromEntries(commonHeaders(subdomains))['strict-transport-security']).toBe(
    'max-age=63072000; includeSubDomains',
  );
});

test.each([
  [{}, false],
  [{ inlineStyles: ["'sha256-x'"] }, false],
  [{ frames: ['https://a.example'] }, true],
  [{ connect: ['https://a.example'] }, true],
  [{ wasm: true }, true],
  [{ workers: true }, true],
])('needs a document of its own for %j: %s', (needs, expected) => {
  expect(needsDocument(needs)).toBe(expected);
});
