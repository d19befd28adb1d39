import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recordFiles } from '../../test/saved-files';
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
        { ...entry, id: 4, action: 'refund booking', status: 502 },
        { ...entry, reason: 'An insult.' },
        { ...entry, id: 2, action: 'refund booking', amount: 12.5, status: 409 },
        { ...entry, id: 1, status: null, target: null },
      ],
    },
  });
  const results = screen
    .getAllByRole('row')
    .map(({ lastElementChild }) => lastElementChild?.textContent);
  expect(results).toEqual([
    ...['Result', 'Failed (502), may have gone through', 'Done', 'Refused (409)'],
    'Unknown: the API stopped',
  ]);
  const column = (fromEnd: number) =>
    screen
      .getAllByRole('row')
      .map(({ children }) => children[children.length - fromEnd]?.textContent);
  expect(column(2)).toEqual(['Reason', '–', 'An insult.', '–', '–']);
  expect(column(3)).toEqual(['Amount', '–', '–', '$12.50', '–']);
  expect(screen.getAllByText('owner@example.com')).toHaveLength(4);
});

test('downloads the whole record as CSV', async () => {
  const files = recordFiles();
  const EXPORT = 'GET /api/operator/audit/export/';
  const { recorded } = await openPage(remote, '/operator/record?below=9', {
    ...signedIn,
    answers: {
      'GET /api/operator/audit/': () => [entry],
      [EXPORT]: () => asOtherServer(new Blob(['entry\r\n'])),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(async () => expect(await files()).toEqual([['record.csv', 'entry\r\n']]));
  expect(recorded.calls.at(-1)?.call).toBe(EXPORT);
});

test('explains a failed download of the record', async () => {
  const { recorded } = await openPage(remote, '/operator/record', {
    ...signedIn,
    answers: {
      'GET /api/operator/audit/': () => [entry],
      'GET /api/operator/audit/export/': () => {
        throw new Error('the connection was lost');
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(() => expect(recorded.alerts).toHaveLength(1));
});

test('offers no download of an empty record', async () => {
  const answers = { 'GET /api/operator/audit/': () => [] };
  await openPage(remote, '/operator/record', { ...signedIn, answers });
  expect(screen.getByText('No actions yet.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
