import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const session = {
  ...{ id: 3, reader: 'student', status: 'cancelled', timed: true, unread: 0, quantity: 1 },
  ...{ coach_name: 'Nova', service_name: 'One-on-one coaching', has_review: false },
  ...{ session_time: '2026-11-28T20:00:00Z', duration_minutes: 60, details: 'Aim.', notes: '' },
  ...{ student_name: 'Kim', contact_info: 'kim#1', history: [], writable: true, coach_id: 7 },
};

async function open(more: object = {}) {
  await openPage(remote, '/sessions/3', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/3/': () => ({ ...session, ...more }),
      'GET /api/bookings/3/messages/': () => ({ messages: [], older: null, seen: 0 }),
    },
    now: () => Date.parse('2026-11-25T12:00:00Z'),
  });
  await screen.findByRole('heading', { name: 'Booking 3' });
}

test('leads to support while the coach is locked or gone', async () => {
  const place = { kind: 'link', url: 'https://meet.example/nova' };
  const late = { status: 'confirmed', cancel_until: '2026-11-25T08:00:00Z', place };
  await open(late);
  expect(screen.getByText('How to join')).toBeTruthy();
  expect(screen.getByText(/cancel it with a full refund\. Please message them/)).toBeTruthy();
  cleanup();
  await open({ ...late, writable: false });
  expect(screen.getByText(/^Nova isn't available right now\. Please/)).toBeTruthy();
  expect(screen.queryByText(/message them/)).toBeNull();
  expect(screen.queryByText('How to join')).toBeNull();
});

const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;

test('leads from a cancelled session to a new booking', async () => {
  await open();
  expect([href('Book Nova again'), href('Find another coach')]).toEqual(['/booking/7', '/']);
});

test.each([{ writable: false }, { coach_id: undefined }])(
  'leads to other coaches only (%j)',
  async (more) => {
    await open(more);
    expect([href('Book Nova again'), href('Find another coach')]).toEqual([null, '/']);
  },
);

test('offers no other coach for a confirmed session', async () => {
  await open({ status: 'confirmed' });
  expect([href('Book Nova again'), href('Find another coach')]).toEqual([null, null]);
});
