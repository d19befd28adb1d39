import { ApiError, type ApiErrorCode } from '@carry/remote-kit';
import {
  asOtherServer,
  createFakeShell,
  type FakeShellOptions,
} from '@carry/remote-kit/fake-shell';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { placeOrder } from './place-order';

const hourly = { id: 1, label: 'One-on-one', rate: 25, is_hourly: true };
const slot = { date: '2026-11-23', time: '15:00', displayTime: '3:00 PM', label: 'Mon, Nov 23' };

const { signal: session } = new AbortController();

const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterAll(() => warned.mockRestore());

describe('placing an order', () => {
  const order = {
    coachId: '1',
    service: hourly,
    quantity: 2,
    contact: 'kim#1',
    details: 'Aim.',
    slot,
  };
  const place = async (
    answers: NonNullable<FakeShellOptions['answers']>,
    more: FakeShellOptions = {},
  ) => {
    const { shell, recorded } = createFakeShell({
      auth: { status: 'signed-in' },
      answers,
      ...more,
    });
    const created: unknown[] = [];
    const outcome = await placeOrder({ ...shell, session }, order, (id) => created.push(id));
    return { outcome, created, recorded };
  };
  const booked = { 'POST /api/create-booking/': () => ({ booking_id: 7 }) };

  const failing = (code: ApiErrorCode, status: number) => ({
    'POST /api/create-booking/': () => Promise.reject(new ApiError(code, status)),
  });

  test('sends the specified payloads and opens the payment page', {
    tags: ['@spec-3.8', '@spec-7.12'],
  }, async () => {
    const { outcome, created, recorded } = await place({
      ...booked,
      'POST /api/create-checkout-session/': () => ({
        sessionId: 'cs_1',
        url: 'https://pay.example/cs_1',
      }),
    });
    expect(outcome).toBe('leaving');
    expect(created).toEqual([7]);
    expect(recorded.left).toEqual(['https://pay.example/cs_1']);
    expect(recorded.calls).toEqual([
      {
        call: 'POST /api/create-booking/',
        body: {
          coach_id: 1,
          service_id: 1,
          quantity: 2,
          contact_info: 'kim#1',
          details: 'Aim.',
          slot,
        },
      },
      {
        call: 'POST /api/create-checkout-session/',
        body: {
          coachId: 1,
          serviceId: 1,
          serviceLabel: 'One-on-one',
          quantity: 2,
          contactInfo: 'kim#1',
          details: 'Aim.',
          slot,
          price: 50,
          booking_id: 7,
        },
      },
    ]);
  });

  test.each([
    ['a broken server', failing('http', 500), 'Failed to create booking.', 'failed'],
    ['an answer that is not one', failing('malformed', 200), 'Failed to create booking.', 'failed'],
    ['a refused booking', failing('http', 400), 'Failed to create booking.', 'refused'],
    ['a taken slot', failing('http', 409), 'Failed to create booking.', 'taken'],
    ['a changed service', failing('http', 410), 'Failed to create booking.', 'changed'],
    ['a session that is over', failing('http', 401), 'Failed to create booking.', 'signed-out'],
    ['no answer', failing('timeout', 0), 'Failed to create booking.', 'unanswered'],
    [
      'a booking without an id',
      { 'POST /api/create-booking/': () => ({}) },
      'Failed to create booking.',
      'refused',
    ],
    [
      'an empty id',
      { 'POST /api/create-booking/': () => asOtherServer({ booking_id: '' }) },
      'Failed to create booking.',
      'refused',
    ],
    [
      'no checkout',
      {
        ...booked,
        'POST /api/create-checkout-session/': () => Promise.reject(new ApiError('network', 0)),
      },
      'Payment session failed to create.',
      'unpaid',
    ],
    [
      'a checkout without a session',
      { ...booked, 'POST /api/create-checkout-session/': () => ({ url: 'https://pay.example/x' }) },
      'Payment session failed to create.',
      'unpaid',
    ],
    [
      'a session alone, without a payment key',
      { ...booked, 'POST /api/create-checkout-session/': () => ({ sessionId: 'cs_1' }) },
      'Payment session failed to create.',
      'unpaid',
    ],
  ])('shows the alert for %s', async (_, answers, message, outcome) => {
    const placed = await place(answers);
    expect(placed.recorded.alerts).toEqual([message]);
    expect(placed.outcome).toBe(outcome);
    expect(placed.recorded.left).toEqual([]);
  });

  test('sends the price in whole cents', async () => {
    const { shell, recorded } = createFakeShell({ auth: { status: 'signed-in' }, answers: booked });
    const service = { ...hourly, rate: 8.2 };
    await placeOrder({ ...shell, session }, { ...order, service, quantity: 3 }, () => {});
    expect(recorded.calls.at(-1)?.body).toMatchObject({ price: 24.6 });
  });

  test('shows the server’s reason below the alert', async () => {
    const refusal = new ApiError('http', 400, { detail: 'Quantity: Please book fewer.' });
    const { recorded } = await place({
      'POST /api/create-booking/': () => Promise.reject(refusal),
    });
    expect(recorded.alerts).toEqual(['Failed to create booking. (Quantity: Please book fewer.)']);
  });

  test('shows the alert for a missing access token', async () => {
    const { recorded } = await place(booked, { auth: { status: 'signed-out' } });
    expect(recorded.alerts).toEqual(['Authentication token missing. Please log in again.']);
  });
});
