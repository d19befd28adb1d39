import { readFileSync } from 'node:fs';
import path from 'node:path';
import { siteFile } from '@carry/contracts/site';
import { describe, expect, test } from 'vitest';
import { createSiteConfig, fillPattern, type SiteSetup, setupProblems } from './site';

const file = path.join(import.meta.dirname, '../../../tools/workspace/site.json');
const document = siteFile.parse(JSON.parse(readFileSync(file, 'utf8')));
const setup: SiteSetup = {
  url: 'https://site.example',
  name: null,
  settings: {},
  redirects: {},
  variables: {},
};

test('reads the settings of our own site.json', () => {
  expect(createSiteConfig(document, setup)).toMatchObject({
    name: 'Carry',
    settings: { coachSlug: 'nova', coachContact: 'Robin' },
    redirects: { chat: ['https://discord.com'], payment: ['https://checkout.stripe.com'] },
  });
});

test('reads the settings of another product', () => {
  const site = createSiteConfig(
    {
      name: 'Hats',
      settings: { street: { kind: 'text', value: 'Hat Lane' } },
      redirects: { till: ['https://till.example'] },
    },
    setup,
  );
  expect(site).toEqual({
    name: 'Hats',
    url: setup.url,
    settings: { street: 'Hat Lane' },
    redirects: { till: ['https://till.example'] },
  });
});

describe('the environment', () => {
  const here = {
    ...setup,
    name: 'Elsewhere',
    settings: { coachSlug: 'rook' },
    redirects: { payment: ['http://localhost:4100'] },
  };

  test('overrides declared values', () => {
    expect(setupProblems(document, here)).toEqual([]);
    expect(createSiteConfig(document, here)).toMatchObject({
      name: 'Elsewhere',
      settings: { coachSlug: 'rook', coachContact: 'Robin' },
      redirects: { payment: ['http://localhost:4100'], chat: ['https://discord.com'] },
    });
  });

  test.each([
    [{ settings: { coachSlug: '../x' } }, 'SITE_SETTINGS: coachSlug must be lower-case letters'],
    [
      { settings: { creditUrl: 'javascript:alert(1)' } },
      'SITE_SETTINGS: creditUrl must be an http',
    ],
    [{ settings: { coachContact: 'a\nb' } }, 'SITE_SETTINGS: coachContact must be one line'],
    [{ settings: { apiUrl: 'x' } }, 'SITE_SETTINGS: apiUrl is not a setting of this site'],
    [{ settings: { toString: 'x' } }, 'SITE_SETTINGS: toString is not a setting of this site'],
    [{ redirects: { elsewhere: ['https://a.example'] } }, 'elsewhere is not a target of this site'],
    [
      { variables: { CAPTCHA_PROVIDER: 'recaptcha' } },
      'CAPTCHA_PROVIDER=recaptcha needs the setting recaptchaSiteKey',
    ],
  ])('reports and ignores %j', (wrong, problem) => {
    const invalid = { ...setup, ...wrong } as SiteSetup;
    expect(setupProblems(document, invalid).join()).toContain(problem);
    expect(createSiteConfig(document, invalid)).toEqual(createSiteConfig(document, setup));
  });
});

test.each([
  [{}, {}, ''],
  [{}, { CAPTCHA_PROVIDER: 'altcha' }, ''],
  [{ recaptchaSiteKey: 'k' }, {}, ''],
  [{ recaptchaSiteKey: 'k' }, { CAPTCHA_PROVIDER: 'recaptcha' }, ''],
  [{}, { CAPTCHA_PROVIDER: 'recaptcha' }, 'needs the setting recaptchaSiteKey'],
  [{ recaptchaSiteKey: 'k' }, { CAPTCHA_PROVIDER: 'altcha' }, 'conflicts with the setting'],
])('checks settings %j against API variables %j: "%s"', (settings, variables, problem) => {
  const problems = setupProblems(document, { ...setup, settings, variables }).join();
  expect(problem ? problems.includes(problem) : problems).toBe(problem ? true : '');
});

test('leaves a setting without a value unset', () => {
  const key = { settings: { stripePublishableKey: 'pk_1' } };
  expect(createSiteConfig(document, setup).settings).not.toHaveProperty('stripePublishableKey');
  expect(createSiteConfig(document, { ...setup, ...key })).toMatchObject(key);
});

test('requires session calls with sign-in links', () => {
  const { session: _, ...older } = document;
  expect(setupProblems(older, setup).join()).toContain("no 'session'");
  expect(setupProblems({ ...older, frame: { links: [] } }, setup)).toEqual([]);
});

test('fills settings into patterns and keeps other braces', () => {
  const site = { settings: { coachSlug: 'rook' } };
  expect(fillPattern('/{coachSlug}/{other}/{toString}', site)).toBe('/rook/{other}/{toString}');
});
