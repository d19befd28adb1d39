import { expect, test } from 'vitest';
import {
  missingSentences,
  type Requirements,
  taggedIds,
  testsById,
  traceabilityProblems,
  traceabilityTable,
} from './traceability';

const listed: Requirements = {
  untested: { 'fault-A2': 'needs | four machines' },
  requirements: { 'spec-1.1': 'Visitors pick a game.', 'fault-A2': 'one remote is down' },
};
const problems = (source: string, requirements = listed) =>
  traceabilityProblems(requirements, testsById({ 'a.test.ts': source }));

test('finds each tag of a test file once', () => {
  expect(
    taggedIds("{ tag: ['@full', '@spec-1.1', '@spec-1.1'] }, { tags: ['@fault-A2'] }"),
  ).toEqual(['spec-1.1', 'fault-A2']);
});

test.each([
  ['a requirement without a test', '', "spec-1.1 has no test; tag one with '@spec-1.1'"],
  [
    'an unknown tag',
    "'@spec-9.9'",
    "a.test.ts has the tag '@spec-9.9', which docs/requirements.json lacks",
  ],
  [
    'a tested id in the list of untested ones',
    "'@fault-A2'",
    "fault-A2 has a test or is unknown; remove it from 'untested'",
  ],
])('reports %s', (_, source, problem) => {
  expect(problems(source)).toContain(problem);
});

test('reports a requirement without a test and without a reason', () => {
  expect(problems("'@spec-1.1'", { ...listed, untested: { 'fault-A2': ' ' } })).toEqual([
    "fault-A2 has no test and no reason; write one in 'untested'",
  ]);
});

test('accepts tests that show every requirement', () => {
  expect(problems("'@spec-1.1'")).toEqual([]);
  expect(traceabilityTable(listed, testsById({ 'a.test.ts': "'@spec-1.1'" }))).toContain(
    '| spec-1.1 | Visitors pick a game. | a.test.ts |\n| fault-A2 | one remote is down | none: needs \\| four machines |',
  );
});

const product =
  '# Specification\n\n- Visitors pick a game. They book.\n\n| Route | Purpose |\n|---|---|\n| /login | A form. |\n';

test.each([
  [['Visitors pick a game.', '`/login` A form.'], 'left out: They book.'],
  [['Visitors pick a game.', 'They book.'], 'left out: /login A form.'],
  [['Visitors pick games.', 'They book.'], 'not in the specification, or out of its order'],
])('reports a sentence that differs from the specification: %j', (sentences, problem) => {
  expect(missingSentences(product, sentences).join('\n')).toContain(problem);
});

test('accepts the sentences of the specification in their order', () => {
  expect(
    missingSentences(product, ['Visitors pick a game.', 'They book.', '`/login` A form.']),
  ).toEqual([]);
});
