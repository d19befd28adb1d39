import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createAnswers, NOW } from '../../test/coach-page';
import remote from '../remote';

const COACH = 'GET /api/coaches/7/';
const SERVICES = 'GET /api/coaches/7/services/';
const INFO = 'GET /api/stripe/success-info/?session_id=cs_1';
const never: FakeAnswer = () => new Promise(() => {});
const CONTROLS = 'a, button, input, select, textarea, [tabindex="0"]';
const controls = () => [...document.querySelectorAll(CONTROLS)];
const prompts = () => document.querySelectorAll('[aria-hidden=true] .prompt');

const open = (answers: Record<string, FakeAnswer>, options: FakeShellOptions = {}) =>
  openPage(remote, '/booking/7', {
    answers: { ...createAnswers(['09:00']), ...answers },
    now: () => NOW,
    ...options,
  });

afterEach(cleanup);

test('shows an inert, hidden skeleton while the coach loads', async () => {
  await open({ [COACH]: never });
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(controls()).toEqual([]);
  const aloud = [...document.querySelectorAll('body *')].filter(
    (element) => !element.closest('[aria-hidden=true]') && element.children.length === 0,
  );
  expect(aloud.map(({ textContent }) => textContent?.trim()).filter(Boolean)).toEqual([
    'Loading...',
  ]);
});

test('reserves space for the sign-in prompt only when signed out', async () => {
  await open({ [COACH]: never }, { auth: { status: 'signed-out' } });
  expect(prompts()).toHaveLength(1);
  cleanup();
  await open({ [COACH]: never }, { auth: { status: 'signed-in' } });
  expect(prompts()).toHaveLength(0);
});

test('shows the coach first, then replaces the form skeleton', async () => {
  let answer = (_: unknown) => {};
  await open({
    [SERVICES]: () => new Promise((resolve) => (answer = resolve)),
    'GET /api/reviews/by-coach/7/': () => [{ id: 1, comment: 'Good.', rating: 4 }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nova' })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Reviews' })).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.querySelectorAll('[aria-hidden=true] .service')).toHaveLength(4);
  const about = () => [
    screen.getByRole('heading', { level: 1 }),
    screen.getByRole('region', { name: 'Reviews' }),
  ];
  const before = about();
  await act(async () => answer([{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }]));
  await waitFor(() => expect(screen.getByRole('form')).toBeTruthy());
  expect(document.querySelectorAll('[aria-hidden=true] .service')).toHaveLength(0);
  // The same elements stay mounted, so focus and scroll position survive.
  for (const [index, element] of about().entries()) expect(element).toBe(before[index]);
});

test('shows an inert skeleton while the payment loads', async () => {
  await openPage(remote, '/booking-success?session_id=cs_1', {
    auth: { status: 'signed-in' },
    answers: { [INFO]: never },
  });
  expect(screen.getByRole('status').textContent).toBe('Loading your booking...');
  expect(controls()).toEqual([]);
});
