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

test('dismisses a failed email', async () => {
  const { recorded } = await openPage(remote, '/operator/emails', {
    ...signedIn,
    answers: {
      'GET /api/operator/mails/': () => [mail, { ...mail, id: 8, state: 'waiting' }],
      'POST /api/operator/mails/9/dismiss/': () => ({ detail: 'Dismissed' }),
    },
  });
  expect(screen.queryByRole('button', { name: 'Dismiss email 8' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss email 9' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Dismissed']));
});

test('finds sent emails of a recipient', async () => {
  const sent = { ...mail, state: 'sent', failure: null, sent_at: '2026-11-20T12:01:00Z' };
  const { recorded } = await openPage(remote, '/operator/emails?q=kim&state=sent', {
    ...signedIn,
    answers: { 'GET /api/operator/mails/': () => [{ ...sent, sendable: false }] },
  });
  expect(recorded.calls[0]?.call).toBe('GET /api/operator/mails/?q=kim&state=sent');
  expect(screen.getAllByText('Sent')).toHaveLength(3); // filter, state, time
  expect(screen.queryByText(/^Its links have expired/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Send|Dismiss)/ })).toBeNull();
});
