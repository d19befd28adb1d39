import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('counts all who wait for a game', async () => {
  const entry = (game: string, waiting: number) => ({
    ...{ game, waiting, game_name: game.toUpperCase() },
    ...{ address: 'a…@example.com', since: '2026-11-01T10:00:00Z' },
  });
  await openPage(remote, '/coach/waiting-list', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/waitlist/entries/': () => [
        entry('lol', 600),
        entry('dota2', 1),
        entry('cs2', 1000),
      ],
    },
  });
  const game = (name: string) => within(screen.getByRole('region', { name }));
  expect(game('LOL').getByRole('heading', { name: 'LOL 600' })).toBeTruthy();
  expect(game('LOL').getByText('599 more are waiting.')).toBeTruthy();
  expect(game('CS2').getByRole('heading', { name: 'CS2 999+' })).toBeTruthy();
  expect(game('CS2').getByText('At least 999 more are waiting.')).toBeTruthy();
  expect(game('DOTA2').getByRole('heading', { name: 'DOTA2 1' })).toBeTruthy();
  expect(game('DOTA2').queryByText(/more/)).toBeNull();
});
