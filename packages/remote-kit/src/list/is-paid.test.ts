import { expect, test } from 'vitest';
import { asOtherServer, createFakeShell } from '../testing/fake-shell';
import { isPaid } from './is-paid';

const session = (id: number, status: string) => ({ id, status });
const lookUp = (answer: (query: string) => unknown) => {
  const { shell, recorded } = createFakeShell({
    auth: { status: 'signed-in' },
    answers: { 'GET /api/my-sessions/': (_, __, query) => asOtherServer(answer(query)) },
  });
  return isPaid(shell.api, '9').then((paid) => ({ paid, calls: recorded.calls.length }));
};

test.each([
  ['confirmed', true],
  ['completed', true],
  ['pending', false],
  ['cancelled', false],
  [null, false],
])('takes a booking that is %s for paid: %s', async (status, expected) => {
  expect((await lookUp(() => [{ id: 9, status }])).paid).toBe(expected);
});

test('reads pages until one has the booking', async () => {
  const answer = await lookUp((query) =>
    query.includes('cursor=b%2F1')
      ? { results: [session(9, 'confirmed')], next: 'c' }
      : { results: [session(10, 'confirmed')], next: 'b/1' },
  );
  expect(answer).toEqual({ paid: true, calls: 2 });
});

test('sends one cursor a page, and stops if the list never ends', async () => {
  const queries: string[] = [];
  const answer = await lookUp((query) => {
    queries.push(query);
    return { results: [], next: `p${queries.length}` };
  });
  expect(answer).toEqual({ paid: false, calls: 10 });
  expect(queries.map((query) => query.match(/cursor=[^&]*/g)?.join() ?? '').slice(0, 3)).toEqual([
    '',
    'cursor=p1',
    'cursor=p2',
  ]);
});

test('takes a missing booking and a failed list for unpaid', async () => {
  expect(await lookUp(() => ({ results: [], next: null }))).toEqual({ paid: false, calls: 1 });
  const failed = await lookUp(() => Promise.reject(new Error('network')));
  expect(failed.paid).toBe(false);
});
