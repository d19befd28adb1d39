import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const entry = {
  id: 3,
  at: '2026-11-25T12:00:00Z',
  who: 'owner@example.com',
  action: 'hide review',
  target: 5,
  status: 200,
};

test('lists actions with their result', async () => {
  await openPage(remote, '/operator/record', {
    ...signedIn,
    answers: {
      'GET /api/operator/audit/': () => [
        entry,
        { ...entry, id: 2, action: 'refund booking', amount: 12.5, status: 409 },
        { ...entry, id: 1, status: null, target: null },
      ],
    },
  });
  const results = screen
    .getAllByRole('row')
    .map(({ lastElementChild }) => lastElementChild?.textContent);
  expect(results).toEqual(['Result', 'Done', 'Refused (409)', 'Unknown: the API stopped']);
  const amounts = screen
    .getAllByRole('row')
    .map(({ children }) => children[children.length - 2]?.textContent);
  expect(amounts).toEqual(['Amount', '–', '$12.50', '–']);
  expect(screen.getAllByText('owner@example.com')).toHaveLength(3);
});
