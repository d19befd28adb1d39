import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse } from 'yaml';
import { codeOwnerProblems } from './code-owners';
import { missingRows } from './reliability';
import { missingSentences } from './specification';

const product = `# Specification

- Visitors pick a game. They book.

| Route | Purpose |
|---|---|
| /login | A form. |
`;
const table = (...sentences: string[]) =>
  sentences.map((sentence) => `| ${sentence} | \`a.ts\` | \`a.test.ts\` › it |`).join('\n');

test('a specification whose every sentence is in the table has nothing missing', () => {
  expect(
    missingSentences(product, table('Visitors pick a game.', 'They book.', '`/login` A form.')),
  ).toEqual([]);
});

test.each([
  [
    'a sentence that is left out',
    table('Visitors pick a game.', '`/login` A form.'),
    'left out: They book.',
  ],
  [
    'the last sentence left out',
    table('Visitors pick a game.', 'They book.'),
    'left out: /login A form.',
  ],
  [
    'another wording',
    table('Visitors pick games.', 'They book.', '`/login` A form.'),
    'not in the specification, or out of its order',
  ],
  [
    'another order',
    table('They book.', 'Visitors pick a game.', '`/login` A form.'),
    'Visitors pick a game.',
  ],
])('%s is found', (_, document, problem) => {
  expect(missingSentences(product, document).join('\n')).toContain(problem);
});

test('each remote has exactly one owner, and only remotes do', () => {
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

test('each starred line of the catalogue has a row with a test', () => {
  const catalogue = '- A1★ all gone → stands.\n- A2 one gone.\n- 11.5★ signs out.\n';
  const row = (id: string, tests = '`a.test.ts` › it') => `| ${id} | it stands | ${tests} |\n`;
  expect(missingRows(catalogue, row('A1') + row('11.5, D5'))).toEqual([]);
  expect(missingRows(catalogue, row('A1') + row('11.51'))).toEqual(['no row with a test for 11.5']);
  expect(missingRows(catalogue, row('A1', '–') + row('11.5'))).toEqual([
    'no row with a test for A1',
  ]);
  expect(missingRows('', row('A1'))).toEqual(['the catalogue has no starred line']);
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
