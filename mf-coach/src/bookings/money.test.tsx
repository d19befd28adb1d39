import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const share = { paid: 40, commission: 6, refunded: 0, paid_out: 0, pending: 34 };
const booking = {
  ...{ id: 1, session_time: null, timed: false, duration_minutes: 0, status: 'completed' },
  ...{ service_type: 'review', contact_info: 'kim#1', details: 'Aim.', notes: '', amount: 40 },
  ...{ unread: 0, reader: 'coach', student_name: 'Kim', student_booking: 1, time_zone: 'UTC' },
  ...{ writable: true, has_review: false, history: [], refund: 'none', refunded: 0 },
};
async function open(more: object) {
  await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [booking],
      'GET /api/bookings/1/': () => ({ ...booking, ...more }),
      'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
    },
  });
  await screen.findByLabelText('Update Status');
}
const valueBeside = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

test.each([
  [34, { because: 'by_hand', until: null }, "$34.00, we'll pay you directly"],
  [-34, { because: 'reversal', until: null }, "-$34.00, we're taking it back at Stripe"],
  [-34, null, '-$34.00, we paid you too much'],
  [0, null, '$0.00'],
])('explains a pending share of %d (%j)', async (pending, waits, words) => {
  await open({ share: { ...share, pending, waits } });
  expect(valueBeside('Pending')).toBe(words);
});

test.each([
  ['No sound.\nAnd late.', 'No sound.\nAnd late.'],
  [null, undefined],
])("shows the student's reason for a refund: %j", async (refund_reason, shown) => {
  await open({ refund: 'due', refund_reason });
  expect(valueBeside('Reason for the refund')).toBe(shown);
});

test('writes the time zone in words', async () => {
  await open({ time_zone: 'America/New_York' });
  expect(valueBeside('Time zone')).toBe('America/New York');
});
