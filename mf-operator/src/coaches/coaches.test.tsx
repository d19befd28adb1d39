import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('marks locked coaches and those without payouts', async () => {
  const coach = { id: 4, name: 'Vex', email: 'vex@example.com', services: 1 };
  await openPage(remote, '/operator/coaches', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/operator/applications/': () => [],
      'GET /api/operator/coaches/': () => [
        { ...coach, locked: true, payouts: 'active' },
        { ...coach, id: 5, name: 'Orbit', locked: false, payouts: 'unfinished' },
        { ...coach, id: 6, name: 'Rook', locked: false, payouts: 'off' },
        { ...coach, id: 7, name: 'Nova' }, // from an earlier API
      ],
    },
  });
  const marks = screen
    .getAllByRole('link', { name: /^(Vex|Orbit|Rook|Nova)$/ })
    .map((link) => link.parentElement?.textContent?.trim().replace(/\s+/g, ' '));
  expect(marks).toEqual(['Vex locked', 'Orbit no payouts yet', 'Rook', 'Nova']);
});

test('marks applications whose address is not confirmed', async () => {
  const application = {
    ...{ name: 'Vex', email: 'vex@example.com', game: 'lol', rank: 'Challenger', links: 'x' },
    ...{ about: 'Mid lane.', time_zone: 'UTC', since: '2026-11-28T10:00:00Z', state: 'open' },
    ...{ decided_at: null, coach_id: null, picture: null },
  };
  await openPage(remote, '/operator/coaches', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/operator/applications/': () => [
        { ...application, id: 1, confirmed: false },
        { ...application, id: 2, confirmed: true },
        { ...application, id: 3 }, // from an earlier API
      ],
      'GET /api/operator/coaches/': () => [],
    },
  });
  const emails = screen.getAllByText(/^vex@example\.com/).map(({ textContent }) => textContent);
  expect(emails).toEqual([
    'vex@example.com · not confirmed, anyone may have sent it',
    'vex@example.com · confirmed',
    'vex@example.com',
  ]);
});
