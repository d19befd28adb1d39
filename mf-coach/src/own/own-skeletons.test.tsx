import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const NOW = Date.parse('2026-11-22T12:00:00Z');
const start = new Date(NOW + 3_600_000).toISOString();
const booking = { id: 1, session_time: start, service: 'aim', status: 'confirmed' };

/** Opens a page whose data arrives on `release`. */
async function open(path: string, call: string, data: unknown, answers = {}) {
  let release = () => {};
  const pending: FakeAnswer = () =>
    new Promise((resolve) => {
      release = () => resolve(data);
    });
  await openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: { [call]: pending, ...answers },
    now: () => NOW,
  });
  return { release: () => act(async () => release()) };
}

/** Returns the text that a screen reader announces, without the heading and the tabs. */
function getAnnouncedText(): string {
  const page = document.body.cloneNode(true) as HTMLElement;
  for (const part of page.querySelectorAll('[aria-hidden], h1, nav, a')) part.remove();
  return (page.textContent ?? '').trim();
}

const countSkeletons = () => document.querySelectorAll('.text, .box').length;

test.each([
  ['/coach-dashboard', 'GET /api/bookings/', 'Loading bookings...', [booking]],
  [
    '/coach/bookings/1',
    'GET /api/bookings/',
    'Loading bookings...',
    { results: [booking], next: null },
  ],
  ['/coach/waiting-list', 'GET /api/waitlist/entries/', 'Loading the waiting list...', []],
])('%s shows a skeleton and announces only the status', async (path, call, words, data) => {
  const { release } = await open(path, call, data);
  expect(screen.getByRole('status').textContent).toBe(words);
  expect(getAnnouncedText()).toBe(words);
  expect(countSkeletons()).toBeGreaterThan(8);
  await release();
  expect(screen.queryByText(words)).toBeNull();
  expect(countSkeletons()).toBe(0);
});

test.each([
  ['/coach/availability', 'GET /api/coach/availability/', 'Loading your hours...'],
  ['/coach/profile', 'GET /api/coach/profile/', 'Loading your profile...'],
])('%s shows settings skeletons with the status as title', async (path, call, words) => {
  await open(path, call, null);
  const settings = document.querySelectorAll('section.setting');
  expect(settings.length).toBe(3);
  expect(settings[0]?.contains(screen.getByText(words))).toBe(true);
  expect(getAnnouncedText()).toBe(words);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('shows cards while the reviews load', async () => {
  const coach = { id: 1, username: 'nova', is_coach: true, coach_id: 3 };
  const { release } = await open('/coach/reviews', 'GET /api/reviews/by-coach/3/', [], {
    'GET /api/me/': () => coach,
  });
  expect(getAnnouncedText()).toBe('Loading your reviews...');
  expect(document.querySelectorAll('.cards .card').length).toBe(4);
  await release();
  expect(screen.queryByText('Loading your reviews...')).toBeNull();
});
