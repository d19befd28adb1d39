import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { games } from '../games/games';
import remote from '../remote';

const coach = { id: 1, name: 'Nova', description: '**Nova** aims.\n\nMore', image_url: null };
const answers: Record<string, FakeAnswer> = {
  'GET /api/coaches/1/': () => coach,
  'GET /api/coaches/1/services/': () => [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  'GET /api/reviews/by-coach/1/': () => [{ id: 1, rating: 4, comment: 'Good.' }],
};

afterEach(cleanup);

test('shows the specified texts, three features and five games', async () => {
  await openPage(remote, '/', { answers });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Level Up With World-Class Coaches',
  );
  expect(document.body.textContent).toContain(
    'Pick your game, meet elite coaches, and start carrying—fast.',
  );
  for (const name of ['Strengths and Weaknesses', 'Strategy and Mechanics', 'Learn your Role'])
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  const grid = screen
    .getByRole('heading', { name: 'Choose Your Game' })
    .closest('section') as HTMLElement;
  expect(
    within(grid)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/cs2', '/valorant', '/lol', '/dota2', '/fortnite']);
});

test('shows the coach, or omits it when loading fails', async () => {
  await openPage(remote, '/', { answers });
  expect(await screen.findByRole('heading', { name: 'Nova' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Your coach' }).querySelector('svg text')).toBeTruthy();
  expect(screen.getAllByText('1 review', { exact: false }).length).toBeGreaterThan(0);
  cleanup();
  const broken = () => Promise.reject(new ApiError('http', 500));
  await openPage(remote, '/', {
    answers: Object.fromEntries(Object.keys(answers).map((call) => [call, broken])),
  });
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Nova' })).toBeNull());
});

test('shows the coach’s first paragraph and session count', {
  tags: ['@extra-34'],
}, async () => {
  await openPage(remote, '/', { answers });
  expect(await screen.findByText('Nova aims.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('coached');
  for (const [sessions_given, words] of [
    [0, null],
    [11, null], // contradicts 12 reviews
    [12, '12 sessions coached'],
    [96, '96 sessions coached'],
  ] as const) {
    cleanup();
    const counted = () => ({ ...coach, sessions_given, rating_counts: [0, 0, 0, 0, 12] });
    await openPage(remote, '/', { answers: { ...answers, 'GET /api/coaches/1/': counted } });
    await screen.findByText('Nova aims.');
    const line = [...document.querySelectorAll('p')].find((p) =>
      p.textContent?.endsWith(' coached'),
    );
    expect(line?.textContent ?? null).toBe(words);
  }
});

test('offers a draft booking until dismissed', async () => {
  await openPage(remote, '/', {
    answers,
    offers: [{ path: '/booking/7', title: 'your booking with Rook' }],
  });
  const offer = screen.getByRole('link', { name: 'Continue your booking with Rook' });
  const hero = screen.getByRole('heading', { level: 1 });
  expect(offer.compareDocumentPosition(hero) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(offer.getAttribute('href')).toBe('/booking/7');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull();
});

test('navigates to the game chosen in the dropdown', async () => {
  const { router } = await openPage(remote, '/', { answers });
  fireEvent.click(screen.getByRole('button', { name: /Your game/ }));
  const list = screen.getByRole('listbox', { name: 'Your game' });
  expect(within(list).getAllByRole('option')).toHaveLength(5);
  fireEvent.click(within(list).getByRole('option', { name: 'Dota 2' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dota2'));
});

test('emits WebPage structured data and a description', async () => {
  const { head } = await openPage(remote, '/', { answers });
  const tags = head();
  expect(tags?.title).toBe('Sample: Level Up With World-Class Coaches');
  for (const game of games) expect(tags?.description).toContain(game.name);
  expect(tags?.jsonLd).toMatchObject([
    {
      '@type': 'WebPage',
      url: 'http://localhost:3000/',
      isPartOf: { '@id': 'http://localhost:3000/#website' },
    },
  ]);
});

test('explains how it works in three steps', async () => {
  await openPage(remote, '/', { answers });
  const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole(
    'listitem',
  );
  expect(steps.map((step) => step.querySelector('h3')?.textContent)).toEqual([
    'Pick your game',
    'Book a time',
    'Start carrying',
  ]);
});
