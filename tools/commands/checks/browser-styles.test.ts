import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { styleProblems } from './browser-styles';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-styles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the features that a sheet uses and a supported browser lacks. */
function missingIn(sheet: string): string[] {
  const file = path.join(folder, 'sheet.css');
  writeFileSync(file, sheet);
  return styleProblems([file], folder).map(
    (problem) => /^sheet\.css: (.+) is missing in .*\d; guard/.exec(problem)?.[1] ?? problem,
  );
}

test.each([
  ['a pseudo-class', 'li:focus-visible, p:open { color: red }', ':open'],
  [
    'a value',
    'ul { display: grid; grid-template-columns: subgrid }',
    'grid-template-columns: subgrid',
  ],
  ['a property', 'p { color: red; field-sizing: content }', 'field-sizing'],
  ['an at-rule', '@starting-style { p { opacity: 0 } }', '@starting-style'],
  ['a function', 'p { width: calc(1px * random(1, 2)) }', 'width: random'],
  ['a function of a custom property', ':root { --wide: if(style(--a): 1px) }', '--wide: if'],
  ['a unit', 'p { width: 2.5rcap }', 'rcap'],
])('finds %s', (_, sheet, name) => {
  expect(missingIn(sheet)).toContain(name);
});

test.each([
  ['a guarded selector', '@supports selector(:open) { p:open { color: red } }'],
  ['a guarded value', '@supports (display: grid-lanes) { ul { display: grid-lanes } }'],
  ['a comment', '/* :open */ li:has(> p)::marker { color: red }'],
  [
    'old features',
    '@container (width > 20rem) { p { height: 10dvh; inset: 0; width: min(1rem, 5cqi) } }',
  ],
  ['a prefixed property', 'p { user-select: none }'],
  ['an optional property', 'p { text-wrap: balance; cursor: pointer }'],
  ['a name in a custom property', ':root { --subgrid: var(--if-random) }'],
])('accepts %s', (_, sheet) => {
  expect(missingIn(sheet)).toEqual([]);
});
