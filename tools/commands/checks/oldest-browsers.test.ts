import { createRequire } from 'node:module';
import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import type { BrowserName, CompatData, CompatStatement } from '@mdn/browser-compat-data';
import { isSupported } from 'shell/support';
import { afterEach, expect, test, vi } from 'vitest';
import { isIn } from './browser-support';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
const { css, html } = data as unknown as Record<'css' | 'html', Tree>;

interface Tree {
  [name: string]: Tree;
}
const statementAt = (tree: Tree, path: string) =>
  path.split(' ').reduce((at, name) => at[name] as Tree, tree)[
    '__compat'
  ] as unknown as CompatStatement;

/** Features that the support check asks for, as the data of browsers names them. */
const PROBES: Record<string, CompatStatement> = {
  importmap: statementAt(html, 'elements script type importmap'),
  '(color: color-mix(in srgb, red, red))': statementAt(css, 'types color color-mix'),
  'selector(:has(a))': statementAt(css, 'selectors has'),
};

/** Answers the support check as a version of a browser. Throws for a probe without data. */
function stubBrowser(browser: BrowserName, version: number): void {
  const supports = (condition: string) =>
    condition.split(' and ').every((probe) => {
      const support = PROBES[probe]?.support[browser];
      if (!support) throw new Error(`no data about ${probe}`);
      return [support].flat().some((statement) => isIn(statement, version));
    });
  vi.stubGlobal('CSS', { supports });
  vi.stubGlobal('HTMLScriptElement', { supports });
}

afterEach(() => void vi.unstubAllGlobals());

test.each(SUPPORTED_BROWSERS)('the support check passes %s, and none before', (query) => {
  const [name = '', , oldest = ''] = query.split(' ');
  const browser = (name === 'ios_saf' ? 'safari_ios' : name) as BrowserName;
  const versions = Object.keys(data.browsers[browser].releases).map(Number);
  const passing = versions.filter((version) => {
    stubBrowser(browser, version);
    return isSupported();
  });
  expect(Math.min(...passing)).toBe(Number(oldest));
});
