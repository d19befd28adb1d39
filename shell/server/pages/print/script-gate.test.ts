import { runInNewContext } from 'node:vm';
import { THEME_KEY } from '@carry/contracts/boot';
import { themeColors } from '@carry/ui/theme';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ACCESS_KEY } from '../../../universal/session/tokens';
import { buildPrograms } from '../test/build-programs';
import { printDocument } from './document';

const SITE = 'https://site.example';
const LISTED = 'https://js.provider.example';

interface Policy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
  createHTML(text: string): string | null;
}

const programs = await buildPrograms();

function printed() {
  const html = printDocument({
    assets: { version: '', scripts: [], styles: [], fonts: [], programs },
    nonce: 'n',
    scriptOrigins: [LISTED, 'https://other.example'],
    development: false,
    head: [],
    html: '',
    boot: { renderedAt: 0 } as never,
    files: [],
    styles: [],
    styled: true,
    complete: true,
  });
  const [, origins = '', program = ''] =
    /<script nonce="n" data-rendered="0" data-origins="(.*?)">(.*?)<\/script>/.exec(html) ?? [];
  return { origins, program };
}

function open(stored: Record<string, string> | null = {}, globals: object = {}) {
  const { origins, program } = printed();
  let policy: Policy | undefined;
  const dataset: Record<string, string> = {};
  const setAttribute = vi.fn();
  const page = {
    ...globals,
    URL,
    MutationObserver: class {
      observe() {}
    },
    addEventListener() {},
    HTMLScriptElement: { supports: () => true },
    CSS: { supports: () => true },
    CSSStyleSheet: class {
      replaceSync() {}
    },
    location: { origin: SITE, href: `${SITE}/booking/1` },
    trustedTypes: { createPolicy: (_: string, made: Policy) => (policy = made) },
    document: {
      documentElement: { dataset },
      adoptedStyleSheets: [],
      currentScript: { dataset: { origins } },
      querySelector: () => ({ setAttribute }),
    },
    localStorage: {
      getItem(key: string) {
        if (!stored) throw new Error('forbidden');
        return stored[key] ?? null;
      },
    },
  };
  Object.defineProperty(page, 'mf_stuck', { value: {} });
  runInNewContext(program, Object.assign(page, { self: page }));
  if (!policy) throw new Error('the page creates no default policy');
  return { ...(policy as Policy), dataset, page, barColours: setAttribute.mock.calls };
}
const { createScriptURL, createScript, createHTML } = open();

test.each([
  '//evil.example/x.js',
  `${LISTED}.evil.example/x.js`,
  `${LISTED}@evil.example/x.js`,
  `${LISTED}:8443/x.js`,
  'http://js.provider.example/x.js',
  `${SITE}:444/x.js`,
  'https://xn--80ak6aa92e.example/x.js',
  '\\\\evil.example\\x.js',
  '\t//evil.example/x.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:https://evil.example/1',
  `blob:${SITE}/1`,
])('rejects a script from %s', { tags: ['@fault-C5'] }, (url) => {
  expect(() => createScriptURL(url)).toThrow('script from');
});

test.each([
  '/remotes/a.js',
  'a.js',
  `${SITE}/a.js`,
  'HTTPS://JS.provider.example/v3',
  'https://other.example/',
])('allows a script from %s', (url) => {
  expect(createScriptURL(url)).toBe(url);
});

test('allows the site and listed origins only', {
  tags: ['@fault-C5'],
}, () => {
  const odd = fc.stringMatching(/^(https?:|javascript:|data:|blob:|)[/\\]{0,3}[a-z.@:%#?]{0,20}$/);
  fc.assert(
    fc.property(fc.oneof(odd, fc.webUrl(), fc.string()), (url) => {
      let allowed: string;
      try {
        allowed = createScriptURL(url);
      } catch {
        return;
      }
      const { protocol, host } = new URL(allowed, SITE);
      expect([SITE, LISTED, 'https://other.example']).toContain(`${protocol}//${host}`);
    }),
    { numRuns: 500 },
  );
});

test('rejects inline scripts except structured data', () => {
  expect(() => createScript('alert(1)')).toThrow('inline script');
  expect(createScript('{"@context":"https://schema.org"}')).toContain('schema.org');
});

test('allows text without elements as markup', { tags: ['@fault-C5'] }, () => {
  for (const text of ['', '.a>.b{color:teal}', '&#215;', '&lt;script&gt;'])
    expect(createHTML(text)).toBe(text);
  for (const text of ['<b>', 'a<img src=x onerror=alert(1)>', '<', '</style>'])
    expect(createHTML(text)).toBeNull();
});

test('prints the built script, small and safe to inline', () => {
  expect(printed().program).toBe(programs.first);
  expect(programs.first.length).toBeLessThan(3900);
  expect(programs.first).not.toMatch(/<\/script|<!--/i);
});

test('the first program is built for browsers older than the supported ones', () => {
  expect(programs.first).not.toMatch(/\?\.[a-z([]|\?\?|catch\s*\{/);
});

test('no global replaces a container or its runtime', () => {
  const names = ['mf_booking', 'webpackChunkshell', '__FEDERATION__', 'mine'];
  const { page } = open({}, Object.fromEntries(names.map((name) => [name, {}])));
  expect([...names, 'mf_stuck'].filter((name) => name in page)).toEqual(['mine', 'mf_stuck']);
});

test.each([
  [{}, {}],
  [{ [THEME_KEY]: 'light' }, { theme: 'light' }],
  [
    { [THEME_KEY]: 'dark', [ACCESS_KEY]: 'a token' },
    { theme: 'dark', session: 'stored' },
  ],
  [{ [THEME_KEY]: '"><b>', [ACCESS_KEY]: 'undefined' }, {}],
  [{ [ACCESS_KEY]: 'null' }, {}],
  [null, {}],
])('starts a page with %j stored as %j', (stored, dataset) => {
  const page = open(stored);
  expect(page.dataset).toEqual(dataset);
  expect(page.barColours).toEqual(
    page.dataset['theme'] === 'light' ? [['content', themeColors.light]] : [],
  );
});
