import { expect, test } from 'vitest';
import { lengthProblems, lengthsOf } from './file-lengths';

const lines = (count: number) => 'work();\n'.repeat(count);
const many = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => ({ file: `a/src/${n}.ts`, text: lines(length) }));
const healthy = [...many(20, 10), { file: 'a/src/a.test.ts', text: lines(200) }];
const problemsOf = (files: typeof healthy) => lengthProblems(lengthsOf(files)).join('\n');

test('short files with tests have no problem', () => {
  expect(problemsOf(healthy)).toBe('');
});

test.each([
  ['few tests', [...many(20, 10), { file: 'a/src/a.test.ts', text: lines(149) }], '0.74 lines'],
  [
    'helpers in place of tests',
    [...many(20, 10), { file: 'a/test/helper.ts', text: lines(400) }],
    '0.00 lines of tests for each of source, 0.75',
  ],
  [
    'tests without what they check',
    [...many(20, 10), { file: 'e2e/a.spec.ts', text: `${'// why\n\n'.repeat(300)}` }],
    '0.00 lines of tests and their helpers',
  ],
  ['long files', [...many(20, 46), { file: 'a.test.ts', text: lines(2000) }], 'has 46 lines, 45'],
  [
    'a few very long files',
    [...many(18, 10), ...many(2, 151), { file: 'a.test.ts', text: lines(2000) }],
    'up to 151 lines, 150',
  ],
])('%s: refused', (_, files, problem) => {
  expect(problemsOf(files)).toContain(problem);
});

test('fixtures, declarations and styles count for nothing; a helper is neither test nor source', () => {
  const files = ['a/src/a.d.ts', 'a/src/a.css', 'scripts/checks/fixtures/law/a.ts'];
  expect(lengthsOf(files.map((file) => ({ file, text: lines(9) }))).files).toBe(0);
  expect(lengthsOf([{ file: 'e2e/load.ts', text: lines(9) }])).toMatchObject({
    ...{ source: 0, tests: 0, helpers: 9 },
  });
});
