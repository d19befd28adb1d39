import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const load = (file: string) =>
  JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, file)));

const run = (source: string) =>
  spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', source],
    { cwd: import.meta.dirname, encoding: 'utf8', timeout: 30_000 },
  );

/** Renders a page with this loader, as `carry-remote check` does. */
const renderWith = (loader: string) => {
  const route = `{ id: 'help', path: '/help', loader: ${loader}, Component: () => null }`;
  const code = `exports.default = { contractVersion: 2, createRoutes: (shell) => [${route}] };`;
  return run(`
    import { ignoreFailedCalls } from ${load('failed-calls.ts')};
    import { renderRoutes } from '@carry/releases';
    ignoreFailedCalls();
    await renderRoutes('mf-help', ${JSON.stringify(code)});
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log('rendered');
  `);
};

test.each([
  ['a second call', "async () => { const a = shell.api.get('/a'); await shell.api.get('/b'); }"],
  ['the steps after a call', "() => { void fetch('/a').then((it) => it.json()); return null; }"],
  ['a timer that repeats', '() => { setInterval(() => {}, 1000); return null; }'],
])('ends after a loader left %s', (_, loader) => {
  const { stdout, stderr, status, signal } = renderWith(loader);
  expect({ stdout, stderr, status, signal }).toMatchObject({ stdout: 'rendered\n', status: 0 });
});

test('ends with other unhandled errors', () => {
  const { stderr, status } = renderWith(
    "() => { void Promise.reject(new Error('lost')); return 1; }",
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining('lost')]);
});
