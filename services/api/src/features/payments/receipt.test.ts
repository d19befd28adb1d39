import { expect, test } from 'vitest';
import { receiptOf } from './receipt';

const seller = { name: 'Example Coaching GmbH', address: 'Sample Street 1', taxId: null };
const taxOf = (amountCents: number, taxBasisPoints: number | null) =>
  receiptOf({ seller }, { amountCents, taxBasisPoints }).tax;

test.each([
  [7500, 1900, { percent: 19, amount: 11.97 }],
  [2500, 810, { percent: 8.1, amount: 1.87 }],
  [2500, 0, { percent: 0, amount: 0 }],
  [2500, null, null],
])('finds the tax within %i cents at %s basis points', (cents, rate, tax) => {
  expect(taxOf(cents, rate)).toEqual(tax);
});

test('names the seller', () => {
  expect(receiptOf({ seller }, { amountCents: 100, taxBasisPoints: 0 }).seller).toEqual({
    name: 'Example Coaching GmbH',
    address: 'Sample Street 1',
    tax_id: null,
  });
});
