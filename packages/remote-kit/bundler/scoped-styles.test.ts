import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFolderScoping } from '@carry/releases/checks';
import { createRsbuild } from '@rsbuild/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteConfig } from './federation';

const FILES = {
  'package.json':
    '{ "name": "mf-text", "version": "0.1.0", "budgets": { "*": 100000 }, "carry": { "publicTokens": ["eyJh.eyJi.c"] } }',
  'src/remote.ts': `import './library.css';
    import styles from './page.module.css';
    export default { contractVersion: 2, createRoutes: () => [], className: styles.page };`,
  'src/library.css': `@import './base.css' layer(base);
    @font-face { font-family: Inter; src: url(./inter.woff2); }
    @keyframes spin { to { rotate: 1turn; } }
    .dark .menu { animation: spin 1s; &:hover { color: red; } }
    .tip { background: url("data:image/svg+xml;charset=utf-8,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"); }`,
  'src/base.css': ':root { --gap: 1px; } *, ::before { margin: 0; }',
  'src/inter.woff2': 'a font',
  'src/page.module.css': '.page { font-family: Inter, Arial; } .page p { margin: 0; }',
};

let folder: string;
let css: string;
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const web = () => path.join(folder, 'dist/web');
const files = () => readdirSync(web(), { recursive: true, encoding: 'utf8' });

function readStyles(): string {
  const name = files().find((file) => file.endsWith('.css')) ?? '';
  return readFileSync(path.join(web(), name), 'utf8');
}

async function buildRemote(): Promise<void> {
  const rsbuildConfig = {
    ...remoteConfig('mf-text', folder),
    mode: 'production' as const,
    logLevel: 'error' as const,
  };
  const { build } = await createRsbuild({
    cwd: folder,
    environment: ['web', 'node'],
    rsbuildConfig,
  });
  await build();
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-styles-'));
  symlinkSync(path.join(import.meta.dirname, '../node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'src'));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  await buildRemote();
  css = readStyles();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('declares the public tokens of its package.json', () => {
  const manifest = readFileSync(path.join(folder, 'dist/build.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ publicTokens: ['eyJh.eyJi.c'] });
});

test('limits the stylesheets of libraries to the remote', async () => {
  expect(css).toMatch(/@layer mf-text-base\{:root :is\(\[data-remote="?mf-text"?\]/);
  expect(css).toMatch(/\.dark :where\(.*\)\.menu\{animation:1s mf-text-spin/);
  expect(css).toMatch(/\.mf-text-page-\w+\{font-family:"?mf-text-Inter"?,Arial\}/);
  expect((await checkFolderScoping('mf-text', path.join(folder, 'dist'))).notes).toEqual([]);
});

test('makes files of pictures in stylesheets', () => {
  expect(css).not.toContain('data:');
  expect(files()).toContainEqual(expect.stringMatching(/picture\.\w{10}\.svg$/));
});

test('keeps rules out of slots only if the remote shows slots', async () => {
  expect(css).toMatch(/\.mf-text-page-\w+ p\{/);
  write(
    'src/remote.ts',
    `${FILES['src/remote.ts']} export const slot = { 'data-slot-props': '{}' };`,
  );
  await buildRemote();
  expect(readStyles()).toMatch(/\.mf-text-page-\w+ p:where\(:not\(\[data-slot-props\]/);
});

test('names the source of a style that stays refused', async () => {
  write('src/base.css', '.a { color: red; }\n\n  @page { margin: 0; }');
  await expect(buildRemote()).rejects.toThrow(/^mf-text: src\/base\.css:3:3 has @page/);
});
