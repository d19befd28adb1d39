import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('shows the reason of a review that a refused token prevents', async () => {
  const failure = new ApiError('http', 401, { body: '{"detail":"Given token not valid"}' });
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [
        { id: 4, coach_name: 'Nova', status: 'completed', has_review: false },
      ],
      'POST /api/reviews/': () => Promise.reject(failure),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a Review' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Error: Given token not valid']));
});
