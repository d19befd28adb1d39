import { optional, required, text, withDefault } from '@carry/contracts/environment';
import { apiVariables } from 'api/variables';
import { expect, test } from 'vitest';
import { example, operationsProblems, tables } from './operations';

test('prints a table of variables with defaults', () => {
  const variables = {
    A: required('what a is', text()),
    B: withDefault('what b is', text(), '1'),
    C: optional('what c is', text(), 'the one of B'),
  };
  expect(tables({ 'A process': variables })).toContain(
    '### A process\n\n| variable | default | description |\n|---|---|---|\n' +
      '| `A` | **required** | what a is |\n| `B` | `1` | what b is |\n| `C` | the one of B | what c is |\n',
  );
});

test('lists every API variable in the table and the example', () => {
  const set = example().match(/^[A-Z_]+=/gm) ?? [];
  expect(set).toContain('JWT_SECRET=');
  expect(set).not.toContain('API_PORT=');
  for (const name of Object.keys(apiVariables)) {
    expect(tables()).toContain(`| \`${name}\` |`);
    expect(example().match(new RegExp(`^(# )?${name}=`, 'gm'))).toHaveLength(1);
  }
});

test('reports outdated files and undeclared variables', () => {
  expect(operationsProblems({ read: () => 'old', sources: [] })).toEqual([
    'docs/operations/reference.md is outdated; run npm run generate -- operations',
    '.env.example is outdated; run npm run generate -- operations',
  ]);
  const read = (file: string) => (file === 'a.ts' ? 'process.env.SECRET_DOOR' : '');
  expect(operationsProblems({ read, sources: ['a.ts'] })).toContain(
    'a.ts reads SECRET_DOOR, which no schema declares',
  );
});
