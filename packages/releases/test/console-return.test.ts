// The page that the console opens after a sign-in.
import { expect, test } from 'vitest';
import { fixture, kim, prepareAccountConsole } from './account-console';
import { ConsoleBrowser } from './console-browser';

prepareAccountConsole();

const ENTITIES: Record<string, string> = {
  ...{ '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>', '&#39;': "'" },
};
const decode = (html: string) => html.replaceAll(/&(?:#?\w+);/g, (text) => ENTITIES[text] ?? text);

/** Returns the address that a browser opens after it signed in from `to`. */
async function pageAfter(to: string): Promise<string> {
  const answer = await new ConsoleBrowser(fixture.url).signIn(fixture.provider, kim, to);
  const html = await answer.text();
  const [, refresh = ''] = / content="0;url=([^"]*)"/.exec(html) ?? [];
  const [, link] = / href="([^"]*)"/.exec(html) ?? [];
  expect(link).toBe(refresh);
  expect(html.match(/<[a-z]+/g)).toEqual(['<html', '<meta', '<meta', '<title', '<a']);
  return new URL(decode(refresh), `${fixture.url}/console/signed-in`).href;
}

test('opens the page that the account wanted to see', async () => {
  const page = '/console/remotes/mf-booking/releases/1.0.0-a?x=1&y=%C3%A4#picture.webp';
  expect(await pageAfter(page)).toBe(fixture.url + page);
});

test('keeps that page after a failed sign-in', async () => {
  const page = '/console/audit?who=kim';
  const browser = new ConsoleBrowser(fixture.url);
  const failed = await browser.signIn(fixture.provider, { sub: 'eve' }, page);
  const { searchParams } = new URL(failed.headers.get('location') ?? '', fixture.url);
  expect([searchParams.get('problem'), searchParams.get('to')]).toEqual(['no-role', page]);
});

test('offers another try while the identity provider is down', async () => {
  fixture.provider.close();
  const answer = await new ConsoleBrowser(fixture.url).ask('/console/sign-in?to=/console/audit');
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '', fixture.url);
  expect([answer.status, pathname]).toEqual([303, '/console/welcome']);
  expect([searchParams.get('problem'), searchParams.get('to')]).toEqual([
    'unreachable',
    '/console/audit',
  ]);
});

test.each([
  'https://evil.example/console/',
  '//evil.example/console/',
  '/\\evil.example/console/',
  '/\t/evil.example/console/',
  '/console/..//evil.example/console/',
  '/console/%2e%2e//evil.example/',
  'https://console@evil.example/console/',
  'javascript:alert(1)//console/',
  '/consoles/',
  '/v1/audit',
  'http://[',
  '',
])('opens the start page after a sign-in from %j', async (to) => {
  expect(await pageAfter(to)).toBe(`${fixture.url}/console/`);
});

test('opens the start page after a sign-in from a long address', async () => {
  expect(await pageAfter(`/console/?${'a'.repeat(3000)}`)).toBe(`${fixture.url}/console/`);
});

test.each([
  ['/console//evil.example/', '/console//evil.example/'],
  ['/console/"><script>alert(1)</script>', '/console/%22%3E%3Cscript%3Ealert(1)%3C/script%3E'],
  [`/console/?'&lt;&#34;`, '/console/?%27&lt;&#34;'],
])('stays on the console after a sign-in from %j', async (to, page) => {
  expect(await pageAfter(to)).toBe(fixture.url + page);
});
