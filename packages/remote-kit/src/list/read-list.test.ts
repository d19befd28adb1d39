import { ApiError } from '@carry/contracts/shell';
import { expect, test, vi } from 'vitest';
import { readList } from './read-list';

const rows = [1, 2, 3];
const refuse = (status: number) => async (query: string) => {
  if (query) throw new ApiError('http', status);
  return rows;
};

test('reads the whole list of a server that obeys only the limit', async () => {
  const read = vi.fn(async (query: string) => (query ? rows.slice(0, 2) : rows));
  expect(await readList(read, 'status=confirmed&limit=2')).toEqual(rows);
  expect(read.mock.calls).toEqual([['?status=confirmed&limit=2'], ['']]);
});

test.each([400, 422])('repeats a query that is refused with %i without it', async (status) => {
  expect(await readList(refuse(status), 'limit=2')).toEqual(rows);
});

test('passes other failures on', async () => {
  await expect(readList(refuse(500), 'limit=2')).rejects.toThrow(ApiError);
});

test.each([
  ['a page', { results: [1, 2], next: 'b' }],
  ['a list that ignores the query', rows],
  ['a shorter list', [1]],
])('asks once for %s', async (_, answer) => {
  const read = vi.fn(async () => answer);
  expect(await readList(read, 'limit=2')).toEqual(answer);
  expect(read).toHaveBeenCalledOnce();
});
