import { expect, test } from 'vitest';
import { answer, requireRows } from './growth-answers';

const list = { ...answer('GET /api/list/', '/api/list/'), rows: 2 };

test.each([
  ['a list', [{}]],
  ['a page', { results: [{}], next: null }],
  ['a conversation', { messages: [{}], results: [{}, {}] }],
])('rejects %s with fewer rows than a page', (_, body) => {
  expect(() => requireRows(list, body)).toThrow('has 1 rows instead of at least 2');
});

test('rejects an empty list by default', () => {
  expect(() => requireRows(answer('GET /api/list/', '/api/list/'), [])).toThrow('has 0 rows');
});

test('accepts full lists and other answers', () => {
  for (const body of [[{}, {}], { results: [{}, {}] }, { id: 1 }, '<!doctype html>', null])
    requireRows(list, body);
});
