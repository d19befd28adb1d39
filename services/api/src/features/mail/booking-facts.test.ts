import { expect, test } from 'vitest';
import type { ApiConfig } from '../../core/config';
import type { Parties } from '../people/parties';
import { type Booking, listFacts } from './booking-facts';
import { messageMail } from './message-mail';
import { cancelledMails, newBookingMail, refundMails } from './messages';
import { leftMail, partlyReturnedMails, wrongAmountMail } from './payment-messages';

const config = { siteUrl: 'http://site.test', siteName: 'Carry' } as ApiConfig;
const parties = {
  ...{ student: 'kim@example.com', coach: 'nova@example.com' },
  ...{ studentName: 'Kim', coachName: 'Nova', service: 'Match review' },
  meetingUrl: 'https://meet.example/nova',
} as Parties;
const order = {
  ...{ id: 7, coachId: 3, status: 'confirmed', startsAt: null, quantity: 1 },
  ...{ amountCents: 6000, refund: 'none', refundedCents: 0 },
  ...{ paidAt: new Date('2026-11-20T12:00:00Z'), contactInfo: 'kim#1', details: 'Help' },
} as Booking;
const about = (change: Partial<Booking> = {}) => ({
  config,
  booking: { ...order, ...change },
  parties,
});

const message = (change: Partial<Booking>) =>
  messageMail({ ...about(change), reader: 'coach' }, { body: 'Hi', files: 0 }).body;

test('names the quantity of a service without a time', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(newBookingMail(about({ quantity: 3 }), now).body).toContain('\nQuantity: 3\n');
  expect(newBookingMail(about(), now).body).not.toContain('Quantity');
  const startsAt = new Date('2026-11-25T15:00:00Z');
  const session = { quantity: 2, startsAt, endsAt: null, durationMinutes: 120 };
  expect(message(session)).not.toContain('Quantity');
});

test('names the hours that are held and those to arrange', () => {
  const startsAt = new Date('2026-11-25T15:00:00Z');
  const held = { startsAt, endsAt: new Date('2026-11-25T17:00:00Z'), quantity: 4 };
  const withPlace = (change: Partial<Booking>, reader: 'student' | 'coach') =>
    listFacts({ ...about({ ...held, ...change }), reader }, undefined, true).facts;
  const length = expect.stringMatching(/, 120 of 240 minutes$/);
  expect(withPlace({ durationMinutes: 240 }, 'student')).toEqual(
    expect.arrayContaining([
      ['When', length],
      ['To arrange', 'Your coach will message you to arrange the remaining 2 hours.'],
    ]),
  );
  expect(withPlace({ durationMinutes: 180 }, 'coach')).toContainEqual([
    ...['To arrange', 'Please message your student to arrange the remaining hour.'],
  ]);
  const whole = withPlace({ durationMinutes: 120 }, 'student');
  expect(whole).toContainEqual(['When', expect.stringMatching(/, 120 minutes$/)]);
  expect(whole.map(([name]) => name)).not.toContain('To arrange');
  expect(message({ ...held, durationMinutes: 240 })).not.toContain('To arrange');
});

test('names a cancellation and its refund', () => {
  expect(message({ status: 'cancelled', refund: 'begun' })).toMatch(
    /^Status: Cancelled\n(?:.+\n)+Paid: \$60\.00\nRefund due: \$60\.00$/m,
  );
  expect(message({ status: 'cancelled', refund: 'returned', refundedCents: 6000 })).toMatch(
    /^Paid: \$60\.00\nRefunded: \$60\.00$/m,
  );
  expect(message({})).not.toMatch(/Status:|Refund/);
});

test('names what was refunded of a payment', () => {
  expect(message({ refundedCents: 2000 })).toMatch(/^Paid: \$60\.00\nRefunded: \$20\.00$/m);
  expect(message({ status: 'cancelled', refund: 'due', refundedCents: 2000 })).toMatch(
    /^Refunded: \$20\.00\nRefund due: \$40\.00$/m,
  );
  for (const { body } of partlyReturnedMails(about({ refundedCents: 1000 }), 3000))
    expect(body).toMatch(/^Refunded: \$30\.00$/m);
});

test('lists the refund in mails about a cancellation or a refund', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const cancelled = cancelledMails(about({ sequence: 0 }), 'student', now);
  for (const { body } of cancelled)
    expect(body).toMatch(/^Status: Cancelled\n(?:.+\n)+Paid: \$60\.00\nRefund due: \$60\.00$/m);
  for (const { body } of refundMails(about({ status: 'completed' }), ''))
    expect(body).toMatch(/^Paid: \$60\.00\nRefund due: \$60\.00$/m);
  const after = { ...order, refund: 'returned', refundedCents: 6000 } as const;
  for (const { body } of [
    ...cancelledMails({ ...about({ sequence: 0 }), after }, 'operator', now),
    ...refundMails({ ...about({ status: 'completed' }), after }, null),
  ]) {
    expect(body).toMatch(/^Paid: \$60\.00\nRefunded: \$60\.00$/m);
    expect(body).toContain('a full refund of $60.00');
    expect(body).not.toContain('Refund due');
  }
  const [unpaid] = cancelledMails(about({ paidAt: null }), 'student', now);
  expect(unpaid?.body).not.toContain('Refund due');
});

test('lists a wrong amount beside the price', () => {
  const expired = about({ status: 'expired', paidAt: null });
  const { body } = wrongAmountMail(expired, { amountCents: 2000, currency: 'eur' });
  expect(body).toMatch(/^Price: \$60\.00\nPaid: €20\.00$/m);
  for (const unknown of [{ amountCents: null }, { currency: null }]) {
    const { body } = wrongAmountMail(expired, { amountCents: 2000, currency: 'eur', ...unknown });
    expect(body).toMatch(/^We received a different amount for booking \d+, which costs \$60\.00/);
    expect(body).not.toMatch(/^Paid:/m);
  }
  expect(message({ paidCents: 2000, refund: 'due' })).not.toMatch(/\$|Paid:|Price:|Refund due:/);
  for (const refundedCents of [0, 500])
    for (const { body } of refundMails(
      about({ ...expired.booking, paidCents: 2000, refund: 'failed', refundedCents }),
      null,
    ))
      expect(body).not.toContain('$');
});

test('names why a deleted account leaves the payment with the coach', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(leftMail(about(), now).body).toContain(
    "Orders aren't refunded when a student deletes their account, so you keep the payment.",
  );
  const startsAt = new Date('2026-11-21T15:00:00Z');
  const late = about({ startsAt, endsAt: null, durationMinutes: 60, sequence: 0 });
  expect(leftMail(late, now).body).toContain('It was too late for a refund');
});
