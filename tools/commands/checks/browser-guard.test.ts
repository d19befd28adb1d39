// Runs fixtures that violate the rules of the browser tests' guard.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { countBrowser } from '../count-results';

interface Suite {
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: Result[] }[] }[];
}
interface Result {
  errors: { message: string }[];
}

function run(): string {
  const { stdout, stderr } = spawnSync(
    path.join(root, 'e2e/node_modules/.bin/playwright'),
    ['test', '-c', path.join(import.meta.dirname, 'fixtures/guard/playwright.config.ts')],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  );
  return stdout || stderr;
}

const report = run();
const specsIn = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsIn),
];
const specs = (JSON.parse(report) as { suites: Suite[] }).suites.flatMap(specsIn);
const getLast = (title: string) => {
  const [only] = specs.find((spec) => spec.title === title)?.tests ?? [];
  const messages = only?.results.at(-1)?.errors.map(({ message }) => message) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors
  return { status: only?.status, printed: messages.join('\n').replaceAll(/\u001b\[\d+m/g, '') };
};

test.each([
  ['a console error', '"It broke at mf-a/late.js"'],
  ['an exception', '"exception: boom"'],
  ['a failed request', '"404 /api/me/"'],
  ['a policy violation', '"policy violation: connect-src'],
  ['an error on another page', '"elsewhere"'],
  ['an expected error that does not occur', '"500 /api/me/"'],
  ['a pattern that matches a part of the error', '"It broke twice"'],
  ['a pattern with an open end', "is open at '.': announce the error exactly"],
  ['a pattern that matches anything', "matches 'probe', too: announce the error exactly"],
])('fails for %s', (title, words) => {
  const { status, printed } = getLast(title);
  expect(status).toBe('unexpected');
  expect(printed).toContain(words);
});

test('passes for expected errors and for no errors', () => {
  for (const title of ['expects its errors', 'has no errors'])
    expect(getLast(title)).toEqual({ status: 'expected', printed: '' });
});

test('counts a flaky test and fails it in a nightly run', () => {
  expect(getLast('passes on retry').status).toBe('flaky');
  expect(countBrowser(report, false)).toMatchObject({ passed: 3, failed: 9, flaky: 1 });
  expect(countBrowser(report, true)).toMatchObject({ passed: 2, failed: 10, flaky: 1 });
});
