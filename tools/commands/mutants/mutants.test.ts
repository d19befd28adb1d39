import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from 'workspace';
import { asWritten, listProblems, type Mutant } from './list';
import { type Trial, tryMutants } from './try-mutants';

let folder: string;
const source = 'export const MAX = 3;\nexport const isBelow = (n: number) => n > 0 && n < MAX;\n';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-mutants-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.join(root, 'node_modules/vitest'), path.join(folder, 'node_modules/vitest'));
  writeFileSync(path.join(folder, 'below.ts'), source);
  writeFileSync(
    path.join(folder, 'below.test.ts'),
    `import { expect, test } from 'vitest';
import { isBelow } from './below';
test.each([4, 5])('%i is too many', (n) => expect(isBelow(n)).toBe(false));
test('the largest below', () => expect(isBelow(2)).toBe(true));
test('red anyway', () => expect(isBelow(2)).toBe(false));`,
  );
  writeFileSync(
    path.join(folder, 'thrown.ts'),
    'export const start = () => void setTimeout(() => { /* nothing */ }, 1);\n',
  );
  writeFileSync(
    path.join(folder, 'thrown.test.ts'),
    `import { expect, test } from 'vitest';
import { start } from './thrown';
test('it starts', async () => {
  start();
  await new Promise((resolve) => setTimeout(resolve, 50));
});`,
  );
  writeFileSync(
    path.join(folder, 'vitest.config.ts'),
    "export default { test: { reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]] } };",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mutant = (changes: Partial<Mutant>): Mutant => ({
  control: 'an upper bound',
  file: 'below.ts',
  find: ' && n < MAX',
  replace: '',
  test: 'below.test.ts',
  grep: '%i is too many',
  ...changes,
});

test('distinguishes killed, surviving and invalid mutants', {
  tags: ['@fault-I6'],
}, async () => {
  const trials: Trial[] = [];
  const mutants = [
    mutant({}),
    mutant({ control: 'a lower bound', find: 'n > 0 && ', grep: 'the largest below' }),
    mutant({ control: 'no program', find: 'n < MAX', replace: 'n <' }),
    mutant({ control: 'a test that is red anyway', grep: 'red anyway' }),
  ];
  await tryMutants(folder, mutants, {
    test: 'below.test.ts',
    until: Date.now() + 120_000,
    report: (trial) => trials.push(trial),
  });
  expect(trials.map(({ control, verdict }) => [control, verdict])).toEqual([
    ['an upper bound', 'dead'],
    ['a lower bound', 'lived'],
    ['no program', 'broken'],
    ['a test that is red anyway', 'broken'],
  ]);
  expect(trials[0]?.why).toContain('4 is too many');
  expect(readFileSync(path.join(folder, 'below.ts'), 'utf8')).toBe(source);
});

test('an uncaught error kills a mutant unless it occurs without it', async () => {
  const trials: Trial[] = [];
  const thrown = {
    file: 'thrown.ts',
    find: '/* nothing */',
    replace: "throw new Error('late')",
    test: 'thrown.test.ts',
    grep: 'it starts',
  };
  const tell = (trial: Trial) => trials.push(trial);
  await tryMutants(folder, [mutant(thrown)], {
    test: 'thrown.test.ts',
    until: Date.now() + 120_000,
    report: tell,
  });
  writeFileSync(
    path.join(folder, 'thrown.ts'),
    "export const start = () => void setTimeout(() => { throw new Error('late') }, 1);\n",
  );
  await tryMutants(folder, [mutant({ ...thrown, find: ', 1)', replace: ', 2)' })], {
    test: 'thrown.test.ts',
    until: Date.now() + 120_000,
    report: tell,
  });
  expect(trials.map(({ verdict }) => verdict)).toEqual(['dead', 'broken']);
});

test.each([
  ['isBelow(a, b) && more', 'isBelow(\n  a,\n  b,\n) &&\n  more'],
  ['one.two().three', 'one\n  .two()\n  .three'],
  ['if (a) return b;', 'if (a)\n    return b;'],
  ['{ a, b }', '{\n  a,\n  b,\n}'],
])('matches a text with any line breaks: %s', (text, broken) => {
  expect(broken.replace(asWritten(text), '')).toBe('');
  expect(text.replace(asWritten(text), '')).toBe('');
  expect('iffy(a) returnb'.match(asWritten(text))).toBeNull();
});

test.each([
  [{ find: 'n < LIMIT' }, 'the text occurs 0 times in below.ts'],
  [{ find: 'MAX' }, 'the text occurs 2 times in below.ts'],
  [{ file: 'gone.ts' }, 'gone.ts does not exist'],
  [{ replace: ' && n < MAX' }, 'changes nothing'],
  [{ test: 'gone.test.ts' }, 'gone.test.ts does not exist'],
  [{ grep: 'of another name' }, "below.test.ts has no test 'of another name'"],
  [{ grep: '' }, 'lacks a field'],
])('reports an outdated mutant: %j', (changes, why) => {
  expect(listProblems(folder, [mutant(changes)])).toEqual([`mutant 'an upper bound': ${why}`]);
});

test('accepts a correct list and rejects duplicate names', () => {
  expect(listProblems(folder, [mutant({})])).toEqual([]);
  expect(listProblems(folder, [mutant({}), mutant({})])).toEqual([
    "mutant 'an upper bound': duplicate name",
  ]);
});
