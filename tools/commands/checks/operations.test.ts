import { optional, required, text, withDefault } from '@carry/contracts/environment';
import { apiVariables } from 'api/variables';
import { expect, test } from 'vitest';
import { example, operationsProblems, tables } from './operations';

test('a table says of each variable what it is for and what holds without it', () => {
  const variables = {
    A: required('what a is', text()),
    B: withDefault('what b is', text(), '1'),
    C: optional('what c is', text(), 'the one of B'),
  };
  expect(tables({ 'A process': variables })).toContain(
    '### A process\n\n| variable | default | what |\n|---|---|---|\n' +
      '| `A` | **required** | what a is |\n| `B` | `1` | what b is |\n| `C` | the one of B | what c is |\n',
  );
});

test('every variable of the API stands in the table and once in the example, where only what must be set is not a comment', () => {
  const set = example().match(/^[A-Z_]+=/gm) ?? [];
  expect(set).toContain('JWT_SECRET=');
  expect(set).not.toContain('API_PORT=');
  for (const name of Object.keys(apiVariables)) {
    expect(tables()).toContain(`| \`${name}\` |`);
    expect(example().match(new RegExp(`^(# )?${name}=`, 'gm'))).toHaveLength(1);
  }
});

test('a file that is not as generated and a read without a schema are problems', () => {
  expect(operationsProblems({ read: () => 'old', sources: [] })).toEqual([
    'docs/operations/reference.md is not what the schemas say; run npm run generate -- operations',
    '.env.example is not what the schemas say; run npm run generate -- operations',
  ]);
  const read = (file: string) => (file === 'a.ts' ? 'process.env.SECRET_DOOR' : '');
  expect(operationsProblems({ read, sources: ['a.ts'] })).toContain(
    'a.ts reads SECRET_DOOR, which no schema names',
  );
});
