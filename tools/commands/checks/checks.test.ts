import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { codeOwnerProblems } from './code-owners';

test('requires one code owner line per remote', { tags: ['@fault-files'] }, () => {
  const owners = '* @carry/platform\n/mf-a/ @carry/a\n/mf-b/   @carry/b @carry/c\n';
  expect(codeOwnerProblems(owners, ['mf-a', 'mf-b'])).toEqual([]);
  expect(codeOwnerProblems(owners, ['mf-a', 'mf-b', 'mf-help'])).toEqual([
    "mf-help has no owner; add '/mf-help/ @carry/…'",
  ]);
  expect(codeOwnerProblems(owners, ['mf-a'])).toEqual(['mf-b is not in tools/workspace/site.json']);
  expect(codeOwnerProblems(`${owners}/mf-a/ @carry/z\n`, ['mf-a', 'mf-b'])).toEqual([
    'mf-a has two lines',
  ]);
  expect(codeOwnerProblems('/mf-a/\n', ['mf-a'])).toEqual(['/mf-a/ has no owner']);
});

test('the shell has no pictures and colors; they belong to the theme', () => {
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
