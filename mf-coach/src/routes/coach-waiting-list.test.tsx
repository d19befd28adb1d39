import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const LEAGUE = 'League of Legends';
const open = (answer: FakeAnswer) =>
  openPage(remote, '/coach/waiting-list', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/waitlist/entries/': answer },
  });

test('groups the waiting list by game', async () => {
  await open(() => [
    { game: 'lol', game_name: LEAGUE, address: 'a…@example.com', since: '2026-11-01T10:00:00Z' },
    { game: 'dota2', address: 'b…@example.com', since: '2026-11-02T10:00:00Z' },
    { game: 'lol', game_name: LEAGUE, address: 'c…@example.com', since: '2026-11-03T10:00:00Z' },
  ]);
  const league = within(await screen.findByRole('region', { name: LEAGUE }));
  expect(league.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'a…@example.com since Nov 1, 2026',
    'c…@example.com since Nov 3, 2026',
  ]);
  expect(screen.getByRole('heading', { name: 'dota2 1' })).toBeTruthy(); // without `game_name`
  expect(screen.queryByRole('region', { name: 'fortnite' })).toBeNull();
});

test('shows an empty list and a failure', async () => {
  await open(() => []);
  expect(await screen.findByText('No one is waiting for a coach right now.')).toBeTruthy();
  cleanup();
  await open(() => Promise.reject(new ApiError('http', 500)));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Unable to load the waiting list.',
  );
});

test('links the coach pages to each other', async () => {
  await open(() => []);
  const tabs = within(screen.getByRole('navigation', { name: 'Coach' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Bookings',
    'Availability',
    'Profile',
    'Earnings',
    'Reviews',
    'Waiting list',
  ]);
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    null,
    null,
    'page',
  ]);
});
