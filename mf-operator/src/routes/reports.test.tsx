import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const review = {
  id: 5,
  coach_id: 1,
  reviewer_name: 'Troll',
  rating: 1,
  comment: 'Buy my course.',
  reasons: ['Spam', 'An advertisement'],
  hidden_because: null as string | null,
};
const message = {
  id: 8,
  booking_id: 12,
  author: 'student',
  text: 'An insult.',
  files: [],
  reasons: ['Rude'],
};

test('hides a review with a reason', async () => {
  let hidden_because: string | null = null;
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [{ ...review, hidden_because }],
      'GET /api/operator/messages/': () => [],
      'POST /api/operator/reviews/5/hide/': (body) => {
        hidden_because = (body as { reason: string }).reason;
        return { detail: 'Hidden' };
      },
    },
  });
  expect(screen.getByText('An advertisement')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide the review by Troll' }));
  fireEvent.click(screen.getByRole('button', { name: 'Hide review' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a reason.');
  expect(recorded.calls).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Reason to hide the review by Troll'), {
    target: { value: 'An advertisement.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Hide review' }));
  const hidden = within(await screen.findByRole('region', { name: 'Hidden reviews' }));
  expect(hidden.getByText('An advertisement.')).toBeTruthy();
  expect(hidden.getByRole('button', { name: 'Show the review by Troll' })).toBeTruthy();
});

test('dismisses the reports of a review and keeps a message', async () => {
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [review],
      'GET /api/operator/messages/': () => [message],
      'POST /api/operator/reviews/5/restore/': () => ({ detail: 'Shown' }),
      'POST /api/operator/messages/8/keep/': () => ({ detail: 'Kept' }),
    },
  });
  fireEvent.click(
    screen.getByRole('button', { name: 'Dismiss the reports of the review by Troll' }),
  );
  await waitFor(() => expect(recorded.toasts).toEqual(['Shown']));
  fireEvent.click(screen.getByRole('button', { name: 'Keep message 8' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Shown', 'Kept']));
});

test('shows that nothing is reported', async () => {
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': () => [],
    },
  });
  expect(screen.getByText('No reports. All quiet.')).toBeTruthy();
});
