import { expect, test } from 'vitest';
import { readConfig } from './config';
import { pageHeaders } from './security';

const defaults = { store: '/tmp/releases', lastGood: '/tmp/good' };
const listed = (env: Record<string, string>) => {
  const config = readConfig(
    { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example', ...env },
    defaults,
  );
  const policies = pageHeaders(config, 'N').filter(([name]) => name === 'content-security-policy');
  return Object.fromEntries(
    (policies[1]?.[1] ?? '')
      .split('; ')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
  );
};

test('violations are reported: by the old way everywhere, by the new one where browsers take it', () => {
  expect(listed({})).toMatchObject({ 'report-uri': ['/_shell/csp-reports'], 'report-to': ['csp'] });
  expect(
    listed({ SITE_URL: 'http://localhost:3000', API_URL: 'http://localhost:4000' }),
  ).not.toHaveProperty('report-to');
});

test('no directive lets a whole scheme in, and what no directive names is shut', () => {
  const policy = listed({ PICTURE_ORIGINS: 'https://avatars.example, https://cdn.example' });
  expect(policy['default-src']).toEqual(["'none'"]);
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
