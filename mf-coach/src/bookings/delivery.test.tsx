import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const booking = {
  ...{ id: 1, session_time: null, timed: false, duration_minutes: 0, status: 'confirmed' },
  ...{ service_type: 'review', contact_info: 'kim#1', details: 'Aim.', notes: '', amount: 40 },
  ...{ unread: 0, reader: 'coach', student_name: 'Kim', student_booking: 1, time_zone: 'UTC' },
  ...{ writable: true, has_review: false, history: [], refund: 'none', refunded: 0 },
};
async function open(drafts: Record<string, unknown> = {}, first: object = booking) {
  let page = first;
  await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [booking],
      'GET /api/bookings/1/': () => page,
      'GET /api/bookings/1/events/': () => new Promise(() => {}),
      'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
    },
    drafts,
  });
  await screen.findByLabelText('Update Status');
  return async (more: object) => {
    page = { ...booking, ...more };
    await act(async () => void window.dispatchEvent(new Event('online')));
  };
}
const field = (name: string) => screen.queryByLabelText<HTMLTextAreaElement>(name);

test.each([
  ['Result', { status: 'cancelled', refund: 'due' }, 'Your unsent result', /was cancelled/],
  ['Result', { status: 'completed', refund: 'due' }, 'Your unsent result', /was refunded/],
  ['Message to Kim', { writable: false }, 'Your unsent message', /can't receive messages/],
])('keeps what was typed into "%s" after %j', async (label, change, unsent, reason) => {
  const update = await open();
  field(label)?.focus();
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'Watch 2:10.' } });
  await update(change);
  expect(field(label)).toBeNull();
  expect([field(unsent)?.value, field(unsent)?.readOnly]).toEqual(['Watch 2:10.', true]);
  expect(document.activeElement).toBe(field(unsent));
  expect(screen.getByText(reason)).toBeTruthy();
});

test('shows nothing of a refunded booking without a typed result', async () => {
  const update = await open();
  await update({ status: 'completed', refund: 'due' });
  expect(field('Your unsent result')).toBeNull();
  expect(screen.queryByText(/deliver/)).toBeNull();
});

test('leaves the focus alone on a page with an unsent result', async () => {
  const draft = { text: 'Watch 2:10.', files: [] };
  await open({ 'delivery/1': draft }, { ...booking, refund: 'returned' });
  expect(field('Your unsent result')?.value).toBe('Watch 2:10.');
  expect(document.activeElement).toBe(document.body);
});
