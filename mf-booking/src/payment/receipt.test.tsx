import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ['none', []],
  ['refunds', ['How refunds work']],
  ['imprint', ['Sample']],
])('links the texts that the site has: %s', async (texts, names) => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Plan', quantity: 1, amount: 75, email: 'kim@example.com' },
    ...{ session_time: null, duration_minutes: 60 },
  };
  const site = { settings: { texts } };
  await openPage(remote, '/booking-success?session_id=cs_1', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/stripe/success-info/': () => ({ booking_id: 9, purchase }) },
    site,
  });
  await screen.findByText('Receipt');
  const links = screen.queryAllByRole('link', { name: /^(Sample|How refunds work)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.getByText('Seller').nextElementSibling?.textContent).toBe('Sample');
});

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-24T09:00:00Z');
const session = {
  ...{ booking_id: 9, status: 'confirmed', coach_id: 7, coach_name: 'Nova', quantity: 4 },
  ...{ service: 'Coaching', amount: 100, email: 'kim@example.com', time_zone: 'UTC' },
  ...{ session_time: new Date(START).toISOString(), duration_minutes: 240, held_minutes: 120 },
  paid_at: '2026-11-22T12:00:00Z',
};
async function open(now: () => number, more: object = {}) {
  await openPage(remote, '/booking-success?session_id=cs_1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/stripe/success-info/': () => ({ booking_id: 9, purchase: { ...session, ...more } }),
    },
    now,
  });
  await screen.findByRole('heading', { name: 'Receipt' });
}
const steps = /How to join|on Discord|Before your session|What's next|Your coach will message/;
const links = () =>
  ['View booking', 'My Sessions'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );

test('links to the page of the session', async () => {
  await open(() => START - HOUR_MS);
  expect(document.body.textContent).toMatch(steps);
  expect(links()).toEqual(['/sessions/9', '/sessions']);
});

test.each([
  ['an early completion', { status: 'completed' }],
  ['an early completion of an order', { status: 'completed', session_time: null }],
  ['a lock of the coach', { coach_id: null }],
])('shows no next steps after %s', async (_, more) => {
  await open(() => START - HOUR_MS, more);
  expect(screen.getByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(steps);
  expect(links()).toEqual(['/sessions/9', '/sessions']);
});

test.each([
  ['shows', 240, true],
  ['drops', 120, false],
])('%s next steps after 120 of %i minutes', async (_, duration_minutes, isShown) => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let now = START + 2 * HOUR_MS - 1000;
  await open(() => now, { duration_minutes });
  expect(document.body.textContent).toMatch(steps);
  now += 1000;
  await act(async () => void vi.advanceTimersByTime(1000));
  expect(steps.test(document.body.textContent)).toBe(isShown);
});

test('shows no date of a payment without one', async () => {
  await open(() => START, { status: 'completed', paid_at: undefined });
  expect(screen.getByText(/^You booked with/).textContent).toBe('You booked with Nova.');
});
