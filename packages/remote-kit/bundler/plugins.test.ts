import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scopingPlugin } from './plugins';

let folder: string;
const write = (file: string, text: string) => {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-scoping-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds a source beside an earlier build of 18 bytes. Resolves with the error. */
async function build(source: string, earlier: object): Promise<Error> {
  write('src/index.js', source);
  write('dist/web/remoteEntry.js', 'export default 1;\n');
  write('dist/build.json', JSON.stringify({ name: 'mf-help', ...earlier }));
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      logLevel: 'silent',
      source: { entry: { index: './src/index.js' } },
      output: { cleanDistPath: false },
      tools: { htmlPlugin: false },
      plugins: [scopingPlugin('mf-help')],
    },
  });
  return rsbuild.build().then(
    () => new Error('built'),
    (error: Error) => error,
  );
}

const facts = { imports: {}, packages: [] };
const manifest = (entry: string) => ({
  version: '1.0.0',
  shared: {},
  facts: { web: facts, server: facts },
  entry,
  expose: [],
  routes: { help: [] },
  slots: {},
  budgets: { '*': 1 },
});

test('leaves a failed compilation to the compiler', async () => {
  const error = await build('function {', manifest('web/remoteEntry.gone.js'));
  expect(error.message).not.toMatch(/ENOENT/);
  expect(error.message).toMatch(/build failed/i);
});

test('refuses without a stack of files that the team does not have', async () => {
  const error = await build('console.log(1);', manifest('web/remoteEntry.js'));
  expect(error.stack).toMatch(/mf-help: .* its budget is 1/);
  expect(error.stack).not.toMatch(/\n\s+at /);
});

test('leaves its checks to a publish', async () => {
  vi.stubGlobal('carryChecksLater', true);
  const { message } = await build('console.log(1);', manifest('web/remoteEntry.js'));
  vi.unstubAllGlobals();
  expect(message).toBe('built');
});
