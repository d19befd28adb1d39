import { ApiError } from '@carry/remote-kit';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createAnswers, NOW } from '../../test/coach-page';
import remote from '../remote';
import { getReviewsForPage } from './api';

afterEach(cleanup);

const FIRST = 'GET /api/reviews/by-coach/7/?limit=20';
const createReviews = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({
    id: first + index + 1,
    reviewer_name: 'Kim',
    rating: 5,
    comment: 'Good.',
  }));

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('shows more reviews and rates over all of them', async () => {
  let fails = true;
  await openPage(remote, '/booking/7', {
    now: () => NOW,
    answers: {
      ...createAnswers([]),
      'GET /api/coaches/7/': () => ({
        id: 7,
        name: 'Nova',
        description: 'Aim.',
        rating_counts: [0, 0, 10, 0, 10_000],
      }),
      [FIRST]: () => ({ results: createReviews(20), next: 'abc' }),
      [`${FIRST}&cursor=abc`]: () =>
        fails
          ? Promise.reject(new ApiError('http', 500))
          : { results: createReviews(3, 20), next: null },
    },
  });
  expect(await screen.findByLabelText('1 of 20')).toBeTruthy();
  expect(screen.getAllByText(/10,?010 reviews/).length).toBeGreaterThan(0);
  await press('Show more reviews');
  expect(screen.getByRole('alert').textContent).toBe("We couldn't load more reviews.");
  fails = false;
  screen.getByRole('button', { name: 'Retry' }).focus();
  await press('Retry');
  expect(document.activeElement).toBe(await screen.findByLabelText('21 of 23'));
  expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull();
});

test('goes to the first new review of a server that sends all', async () => {
  await openPage(remote, '/booking/7', {
    now: () => NOW,
    answers: { ...createAnswers([]), 'GET /api/reviews/by-coach/7/': () => createReviews(45) },
  });
  expect(await screen.findByLabelText('1 of 20')).toBeTruthy();
  expect(screen.getAllByText('45 reviews').length).toBeGreaterThan(0);
  screen.getByRole('button', { name: 'Show more reviews' }).focus();
  await press('Show more reviews');
  expect(screen.getByLabelText('21 of 40').dataset).toHaveProperty('current');
  expect(document.activeElement?.textContent).toBe('Show more reviews');
});

test('leaves failed reviews to the browser, on the server only', async () => {
  const { shell } = createFakeShell({ answers: {} });
  const failing = {
    ...shell.api,
    get: () => Promise.reject(new ApiError('network', 0)),
  } as typeof shell.api;
  expect(await getReviewsForPage({ api: failing, rendering: 'server' }, '7')).toBeNull();
  await expect(
    getReviewsForPage({ api: failing, rendering: 'browser' }, '7'),
  ).rejects.toMatchObject({ code: 'network' });
});
