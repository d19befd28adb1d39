import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const answers = Object.fromEntries(
  ['applications', 'audit', 'bookings', 'coaches', 'mails', 'members', 'messages', 'reviews'].map(
    (list) => [`GET /api/operator/${list}/`, () => []],
  ),
);

test.each([
  ['record', 'below', 'actions'],
  ['bookings', 'below', 'bookings'],
  ['members', 'below', 'members'],
  ['emails', 'below', 'emails'],
  ['coaches', 'below', 'coaches'],
  ['coaches', 'applications_below', 'applications'],
  ['reports', 'reviews_below', 'reported reviews'],
  ['reports', 'messages_below', 'reported messages'],
  ['reports', 'hidden_below', 'hidden reviews'],
])('names the end of %s?%s', async (page, cursor, noun) => {
  await openPage(remote, `/operator/${page}?${cursor}=5`, {
    auth: { status: 'signed-in' },
    answers,
  });
  expect(screen.getByText(`No older ${noun}.`)).toBeTruthy();
  cleanup();
  await openPage(remote, `/operator/${page}`, { auth: { status: 'signed-in' }, answers });
  expect(screen.queryByText(/older/)).toBeNull();
});
