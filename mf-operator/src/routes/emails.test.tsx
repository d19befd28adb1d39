import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const mail = {
  id: 9,
  recipient: 'kim@example.com',
  subject: 'Your session is booked',
  state: 'failed',
  attempts: 12,
  failure: 'refused',
  created_at: '2026-11-20T12:00:00Z',
  sendable: true,
};

test('sends a failed email again', async () => {
  const { recorded } = await openPage(remote, '/operator/emails', {
    ...signedIn,
    answers: {
      'GET /api/operator/mails/': () => [mail, { ...mail, id: 8, sendable: false }],
      'POST /api/operator/mails/9/send/': () => ({ detail: 'Retrying now' }),
    },
  });
  expect(screen.getAllByText('12 (refused)')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Send email 8 again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Send email 9 again' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Retrying now']));
});
