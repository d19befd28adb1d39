import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse } from 'yaml';
import { codeOwnerProblems } from './code-owners';

test('each remote has exactly one owner, and only remotes do', { tags: ['@fault-files'] }, () => {
  const owners = '* @carry/platform\n/mf-a/ @carry/a\n/mf-b/   @carry/b @carry/c\n';
  expect(codeOwnerProblems(owners, ['mf-a', 'mf-b'])).toEqual([]);
  expect(codeOwnerProblems(owners, ['mf-a', 'mf-b', 'mf-help'])).toEqual([
    "mf-help has no owner; add '/mf-help/ @carry/…'",
  ]);
  expect(codeOwnerProblems(owners, ['mf-a'])).toEqual(['mf-b is in no ownership table']);
  expect(codeOwnerProblems(`${owners}/mf-a/ @carry/z\n`, ['mf-a', 'mf-b'])).toEqual([
    'mf-a has two lines',
  ]);
  expect(codeOwnerProblems('/mf-a/\n', ['mf-a'])).toEqual(['/mf-a/ names no owner']);
});

test('the shell has no picture and no colour of its own: the theme has them', () => {
  const files = ['universal', 'browser'].flatMap((part) => {
    const folder = path.join(root, 'shell', part);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    );
  });
  const sources = files.filter((file) => /\.(css|tsx)$/.test(file) && !file.includes('.test.'));
  expect(sources.length).toBeGreaterThan(20);
  expect(files.filter((file) => /\.(svg|png|jpe?g|webp|avif|gif)$/.test(file))).toEqual([]);
  expect(
    sources.filter((file) =>
      /#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch)\(/i.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]);
});

test('what only some packages need is not in the root, where all of them would find it unasked', () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(
    Object.keys(devDependencies).filter((name) =>
      /react|jsdom|playwright|testing-library/.test(name),
    ),
  ).toEqual([]);
});

test('each version stands once, in the catalog', () => {
  const { catalog, packageExtensions, overrides } = parse(
    readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8'),
  ) as {
    catalog: Record<string, string>;
    packageExtensions: Record<string, { dependencies: Record<string, string> }>;
    overrides: Record<string, string>;
  };
  const added = Object.values(packageExtensions).map(({ dependencies }) => dependencies);
  const again = [...added, overrides]
    .flatMap(Object.entries)
    .filter(([name, version]) => catalog[name.split('>').at(-1) ?? ''] === version);
  expect(again).toEqual([]);
});
