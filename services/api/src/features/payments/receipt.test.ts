import { expect, test } from 'vitest';
import { createReceipt, hasReceipt } from './receipt';

const seller = { name: 'Example Coaching GmbH', address: 'Sample Street 1', taxId: null };
const getTax = (amountCents: number, taxBasisPoints: number | null) =>
  createReceipt({ seller }, { amountCents, taxBasisPoints }).tax;

test.each([
  [7500, 1900, { percent: 19, amount: 11.97 }],
  [2500, 810, { percent: 8.1, amount: 1.87 }],
  [2500, 0, { percent: 0, amount: 0 }],
  [2500, null, null],
])('finds the tax within %i cents at %s basis points', (cents, rate, tax) => {
  expect(getTax(cents, rate)).toEqual(tax);
});

test('names the seller', () => {
  expect(createReceipt({ seller }, { amountCents: 100, taxBasisPoints: 0 }).seller).toEqual({
    name: 'Example Coaching GmbH',
    address: 'Sample Street 1',
    tax_id: null,
  });
});

const paidAt = new Date('2026-11-22T12:00:00Z');

test.each([
  ['a paid booking', { paidAt, paidCents: null }, true],
  ['an unpaid booking', { paidAt: null, paidCents: null }, false],
  ['a payment of a wrong amount', { paidAt, paidCents: 100 }, false],
])('decides about a receipt for %s', (_, booking, result) => {
  expect(hasReceipt(booking)).toBe(result);
});
