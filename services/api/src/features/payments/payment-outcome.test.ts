import { expect, test } from 'vitest';
import { explainUnbooked } from './payment-outcome';

const late = { status: 'expired', refund: 'returned', paidCents: null } as const;

test('names a session or an order whose payment came in too late', () => {
  expect(explainUnbooked({ ...late, startsAt: new Date() })).toBe(
    "Your payment came in, but this session can't be booked anymore. Your payment was refunded in full.",
  );
  expect(explainUnbooked({ ...late, startsAt: null })).toBe(
    "Your payment came in, but this order can't be booked anymore. Your payment was refunded in full.",
  );
});

test('names a cancelled order', () => {
  expect(explainUnbooked({ ...late, status: 'cancelled', refund: 'due', startsAt: null })).toBe(
    "This order was cancelled. You'll get a full refund.",
  );
});
