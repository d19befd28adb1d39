// What every browser test stands on, seen red: a spec that breaks the guard's laws, run by Playwright as `npm test` does.
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
    [
      'test',
      '-c',
      path.join(import.meta.dirname, 'fixtures/guard/playwright.config.ts'),
      '--retries=1',
    ],
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
const lastOf = (title: string) => {
  const [only] = specs.find((spec) => spec.title === title)?.tests ?? [];
  const messages = only?.results.at(-1)?.errors.map(({ message }) => message) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
  return { status: only?.status, printed: messages.join('\n').replaceAll(/\u001b\[\d+m/g, '') };
};

test.each([
  ['a console error', '"It broke at mf-a/late.js"'],
  ['an exception', '"exception: boom"'],
  ['a call that fails', '"404 /api/me/"'],
  ['a policy violation', '"policy violation: connect-src'],
  ['an error on a page that the test has opened itself', '"elsewhere"'],
  ['an announcement that nothing came of', '"500 /api/me/"'],
  ['an announcement of a part of the error', '"It broke twice"'],
  ['an announcement with an open end', "is open at '.': announce the error exactly"],
  ['an announcement of every name', "matches 'probe', too: announce the error exactly"],
])('%s fails a browser test', (title, words) => {
  const { status, printed } = lastOf(title);
  expect(status).toBe('unexpected');
  expect(printed).toContain(words);
});

test('a test that announces exactly what it causes, and one that causes nothing, pass', () => {
  for (const title of ['announces what it causes', 'causes nothing'])
    expect(lastOf(title)).toEqual({ status: 'expected', printed: '' });
});

test('a test that needs its second try is reported, and fails a nightly run', () => {
  expect(lastOf('needs its second try').status).toBe('flaky');
  expect(countBrowser(report, false)).toEqual({ passed: 3, failed: 9, flaky: 1, skipped: [] });
  expect(countBrowser(report, true)).toEqual({ passed: 2, failed: 10, flaky: 1, skipped: [] });
});
