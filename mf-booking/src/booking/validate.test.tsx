import { describe, expect, test } from 'vitest';
import { type BookingFields, validateBooking } from './validate';

const hourly = { id: 1, label: 'One-on-one', rate: 25, is_hourly: true };
const unit = { ...hourly, id: 2, is_hourly: false };
const slot = { date: '2026-11-23', time: '15:00', displayTime: '3:00 PM', label: 'Mon, Nov 23' };

const validate = (fields: BookingFields) => validateBooking(fields, true);

describe('validation', () => {
  const good = { service: hourly, quantity: '1', contact: 'kim#1', details: 'Aim.', slot };
  test('accepts a complete form; unit services need no slot', () => {
    expect(validate(good)).toEqual({});
    expect(validate({ ...good, service: unit, slot: null })).toEqual({});
  });
  test('returns the specified message for each rule', {
    tags: ['@spec-5.5', '@spec-5.6', '@spec-5.7'],
  }, () => {
    expect(
      validate({
        service: undefined,
        quantity: '1',
        contact: ' \u200b',
        details: '\n\u2060',
        slot: null,
      }),
    ).toEqual({
      service: 'Please select a service.',
      contact: 'Contact info is required.',
      details: 'Please fill in the details.',
    });
    expect(validate({ ...good, slot: null })).toEqual({
      slot: 'Please select a time slot.',
    });
  });
  test.each(['0', '-1', '1.5', '', 'x', '1e3'])(
    'rejects quantity %j',
    { tags: ['@spec-5.8'] },
    (quantity) => {
      expect(validate({ ...good, quantity }).quantity).toBeTruthy();
    },
  );
  test.each(['101', '999', '1000000'])('rejects quantity %s above the server limit', (quantity) => {
    expect(validate({ ...good, quantity }).quantity).toBe('Please enter at most 100.');
    expect(validate({ ...good, quantity: '100' }).quantity).toBeUndefined();
  });
  test('rejects a total above the payment limit', () => {
    const service = { ...hourly, rate: 20_000 };
    expect(validate({ ...good, service, quantity: '100' }).quantity).toContain('$999,999.99');
  });
  test('leaves the limits of our API out for another server', () => {
    const service = { ...unit, rate: 20_000 };
    const large = { service, quantity: '101', contact: 'k'.repeat(201), details: 'a'.repeat(4001) };
    expect(validateBooking({ ...large, slot: null }, false)).toEqual({});
    expect(Object.keys(validateBooking({ ...large, slot: null }, true))).toEqual([
      'quantity',
      'contact',
      'details',
    ]);
  });
});
