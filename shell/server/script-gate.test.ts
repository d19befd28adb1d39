import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printDocument } from './document';

const SITE = 'https://site.example';
const LISTED = 'https://js.provider.example';

interface Policy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}

/** The default policy, as the first script of a page makes it. */
function gate(): Policy {
  const html = printDocument({
    assets: { scripts: [], styles: [], fonts: [] },
    nonce: 'n',
    scriptOrigins: [LISTED],
    development: false,
    head: [],
    html: '',
    boot: {} as never,
    files: [],
  });
  const [, script = ''] = /<script nonce="n">(.*?)<\/script>/.exec(html) ?? [];
  let made: Policy | undefined;
  const trustedTypes = { createPolicy: (_: string, policy: Policy) => (made = policy) };
  const location = { origin: SITE, href: `${SITE}/booking/1` };
  const page = {
    URL,
    location,
    trustedTypes,
    document: { documentElement: { dataset: {} } },
    localStorage: { getItem: () => null },
  };
  runInNewContext(script, Object.assign(page, { self: page }));
  if (!made) throw new Error('the page makes no default policy');
  return made;
}
const { createScriptURL, createScript } = gate();

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
])('%s is no script of ours', (url) => {
  expect(() => createScriptURL(url)).toThrow('script from');
});

test.each(['/remotes/a.js', 'a.js', `${SITE}/a.js`, 'HTTPS://JS.provider.example/v3'])(
  '%s is one',
  (url) => {
    expect(createScriptURL(url)).toBe(url);
  },
);

test('whatever the URL, a script comes from the site itself or from an origin of the list', () => {
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
      expect([SITE, LISTED]).toContain(`${protocol}//${host}`);
    }),
    { numRuns: 500 },
  );
});

test('text is no script, except the structured data', () => {
  expect(() => createScript('alert(1)')).toThrow('inline script');
  expect(createScript('{"@context":"https://schema.org"}')).toContain('schema.org');
});
