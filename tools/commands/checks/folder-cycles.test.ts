import { expect, test } from 'vitest';
import { folderCycles, listCycleImports } from './folder-cycles';

const file = (source: string, ...imports: string[]) => ({ source, imports });

test('finds folders that import each other', () => {
  expect(
    folderCycles([
      file('a/one/x.ts', 'a/two/y.ts'),
      file('a/two/y.ts', 'b/z.ts'),
      file('b/z.ts', 'a/one/other.ts'),
      file('c/x.ts', 'a/one/x.ts'),
    ]),
  ).toEqual([['a/one', 'a/two', 'b']]);
});

test('names an import for each pair of neighbors in a cycle', () => {
  const files = [
    file('a/x.ts', 'b/x.ts', 'b/y.ts', 'c/x.ts'),
    file('b/x.ts', 'a/y.ts'),
    file('c/x.ts'),
  ];
  expect(listCycleImports(['a', 'b'], files)).toEqual(['a/x.ts → b/x.ts', 'b/x.ts → a/y.ts']);
});

test('counts a parent as a folder', () => {
  expect(
    folderCycles([file('api/config.ts', 'api/mail/x.ts'), file('api/mail/x.ts', 'api/log.ts')]),
  ).toEqual([['api', 'api/mail']]);
});

test('ignores tests and imports inside a folder', () => {
  expect(
    folderCycles([
      file('a/x.ts', 'a/y.ts', 'b/x.ts'),
      file('b/x.test.ts', 'a/x.ts'),
      file('b/test/start.ts', 'a/x.ts'),
      file('b/x.ts', 'a/test/build.ts'),
    ]),
  ).toEqual([]);
});
