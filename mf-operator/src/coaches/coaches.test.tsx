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
