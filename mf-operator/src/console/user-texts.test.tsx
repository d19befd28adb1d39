import { openPage } from '@carry/remote-kit/test-page';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const HEBREW = 'שלום';
const WITH_HEBREW = /[\u0590-\u05ff]/;

/** Returns the texts of users that do not choose their own direction. */
function findUnisolated(): (string | null)[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: (string | null)[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!WITH_HEBREW.test(text.textContent ?? '')) continue;
    const area = text.parentElement?.closest('bdi, [dir=auto], select, textarea');
    const first = /\p{L}/u.exec(area?.textContent ?? '')?.[0] ?? '';
    if (!WITH_HEBREW.test(first)) found.push(text.textContent);
  }
  return found;
}

const review = { rating: 1, comment: HEBREW, reply: HEBREW, hidden_because: HEBREW };
const booking = {
  ...{ id: 12, student_id: 3, student: HEBREW, coach_id: 1, coach: HEBREW, service: HEBREW },
  ...{ session_time: '2026-11-25T18:00:00Z', duration_minutes: 60, quantity: 1, amount: 25 },
  ...{ status: 'confirmed', refunded: 0, refund: 'returned', failed_refund: 0, paid: true },
  ...{ created_at: '2026-11-20T18:00:00Z', paid_at: '2026-11-20T18:05:00Z', review },
  ...{ contact_info: HEBREW, details: HEBREW, refund_reason: HEBREW },
};
const message = {
  ...{ id: 8, booking_id: 12, author: 'student', text: HEBREW, files: [], reasons: [HEBREW] },
  around: [{ id: 9, author: 'coach', text: HEBREW, sent_at: '2026-11-25T18:00:00Z' }],
};
const application = {
  ...{ id: 1, name: HEBREW, email: 'a@example.com', game: 'lol', rank: HEBREW, links: HEBREW },
  ...{ about: HEBREW, time_zone: 'America/New_York', since: '2026-11-28T10:00:00Z' },
  ...{ state: 'open', decided_at: null, coach_id: null, picture: null },
};
const overview = {
  sessions: [booking],
  revenue: { paid: 75, refunded: 12.5 },
  ...{ refunds_due: 1, refunds_failed: 0, failed_payouts: 0, refunds_requested: 0 },
  ...{ failed_mails: 0, reported_reviews: 0, reported_messages: 0, open_applications: 1 },
  provider: { last_event_at: '2026-11-25T12:00:00Z', open_incidents: 0 },
};
const act = {
  ...{ id: 3, at: '2026-11-25T12:00:00Z', who: 'owner@example.com', action: 'hide review' },
  ...{ target: 5, status: 200, reason: HEBREW },
};

const answers = {
  'GET /api/operator/overview/': () => overview,
  'GET /api/operator/incidents/': () => [],
  'GET /api/operator/bookings/': () => [booking],
  'GET /api/operator/bookings/12/': () => booking,
  'GET /api/operator/reviews/': () => [
    { id: 5, coach_id: 1, coach: HEBREW, reviewer_name: HEBREW, reasons: [HEBREW], ...review },
  ],
  'GET /api/operator/messages/': () => [message],
  'GET /api/operator/applications/': () => [application],
  'GET /api/operator/coaches/': () => [
    { id: 1, name: HEBREW, email: 'a@example.com', services: 1, locked: false },
  ],
  'GET /api/operator/audit/': () => [act],
};

test.each([
  '/operator',
  '/operator/bookings',
  '/operator/bookings/12',
  '/operator/reports',
  '/operator/coaches',
  '/operator/record',
])('sets texts of users in their own direction on %s', async (path) => {
  await openPage(remote, path, { auth: { status: 'signed-in' }, answers });
  expect(document.body.textContent).toContain(HEBREW);
  expect(findUnisolated()).toEqual([]);
});

test('writes a time zone in words', async () => {
  await openPage(remote, '/operator/coaches', { auth: { status: 'signed-in' }, answers });
  expect(document.body.textContent).toContain('America/New York');
});
