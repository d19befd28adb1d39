import { expect, test } from 'vitest';
import type { ApiConfig } from '../../core/config';
import type { Parties } from '../people/parties';
import type { Booking } from './booking-facts';
import { cancelledMails, statusMail } from './messages';
import {
  leftMail,
  partlyReturnedMails,
  paymentFailedMail,
  refundFailedMail,
  refundMail,
  refundSettledMail,
  wrongAmountMail,
} from './payment-messages';

const config = { siteUrl: 'http://site.test', siteName: 'Carry' } as ApiConfig;
const parties = {
  ...{ student: 'kim@example.com', coach: 'nova@example.com' },
  ...{ studentName: 'Kim', coachName: 'Nova', service: 'Recorded match review' },
  isCoachActive: true,
} as Parties;
const order = {
  id: 7,
  coachId: 3,
  startsAt: null,
  deliveredAt: null,
  amountCents: 1800,
} as Booking;
const about = { config, booking: order, parties };

const first = ({ body }: { body: string }) => body.split('\n')[0];

test('names an order without a time in mails about its payment', () => {
  expect(first(refundMail(about))).toBe(
    "Your payment came in, but this order can't be booked anymore. You'll get all of it back. Sorry about that!",
  );
  expect(first(paymentFailedMail(about))).toContain("so the order isn't booked.");
  expect(first(wrongAmountMail(about, { amountCents: 1, currency: 'usd' }))).toContain(
    "and the order isn't booked.",
  );
  expect(refundMail(about).body).not.toContain('When:');
});

test('informs both sides that a partial refund leaves the booking unchanged', () => {
  expect(partlyReturnedMails(about, 500).map(first)).toEqual([
    expect.stringMatching(/Your booking hasn't changed\.$/),
    expect.stringMatching(/The booking hasn't changed\.$/),
  ]);
  expect(first(leftMail(about, new Date()))).toContain('so you keep the payment.');
});

test.each([refundFailedMail, refundSettledMail])(
  'names a failed refund in US dollars only',
  (compose) => {
    const inEuros = { ...about, booking: { ...order, paidCents: 2000 } };
    expect(first(compose(about, 1800))).toContain(
      "We couldn't refund $18.00 for booking 7 to your",
    );
    expect(first(compose(inEuros, 2000))).toContain(
      "We couldn't refund your payment for booking 7 to your",
    );
  },
);

test('links to all coaches if this one is locked or deleted', () => {
  const getMails = (isCoachActive: boolean) => {
    const of = { ...about, parties: { ...parties, isCoachActive } };
    const [cancelled] = cancelledMails(of, 'operator', new Date());
    const payment = { amountCents: 1, currency: 'usd' };
    return [cancelled, refundMail(of), wrongAmountMail(of, payment), paymentFailedMail(of)].map(
      (mail) => mail?.body ?? '',
    );
  };
  for (const body of getMails(true))
    expect(body).toMatch(/ook (Nova )?again: http:\S+\/booking\/3$/m);
  for (const body of getMails(false)) {
    expect(body).toContain('Find another coach: http://site.test/coaches\n');
    expect(body).not.toMatch(/\/booking\/|book it again/);
  }
});

test('names the refund instead of a review if the coach is locked', () => {
  const completed = (change: Partial<Booking>) =>
    statusMail(
      {
        ...{ ...about, parties: { ...parties, isCoachActive: false } },
        booking: { ...order, ...change },
      },
      'completed',
      { until: new Date('2026-11-26T12:00:00Z'), automatic: true },
    ).body;
  const end = 'you can ask for your money back until Thursday 26 November 2026, 12:00 (UTC).';
  expect(completed({ startsAt: new Date(), durationMinutes: 60, endsAt: null })).toContain(
    `Your session is over, so we marked it as completed. If it didn't take place, ${end}`,
  );
  expect(completed({})).toContain(`If you didn't get a result, ${end}`);
  for (const startsAt of [null, new Date()])
    expect(completed({ startsAt, endsAt: null, durationMinutes: 60 })).not.toMatch(
      /leave a review/i,
    );
});

test('leaves out the links of a student who deletes the account', () => {
  const [student, coach] = cancelledMails({ ...about, isLeaving: true }, 'student', new Date());
  expect(student?.body).not.toContain('http');
  expect(coach?.body).toContain('http://site.test/coach/bookings/7');
});

test('asks for a review of an order only if it was delivered', () => {
  const completed = (deliveredAt: Date | null) =>
    statusMail({ ...about, booking: { ...order, deliveredAt } }, 'completed', {
      until: null,
      automatic: true,
    });
  expect(first(completed(null))).toBe(
    'Your order has been open for a month, so we marked it as completed.',
  );
  expect(first(completed(new Date()))).toContain('Please leave a review.');
});
