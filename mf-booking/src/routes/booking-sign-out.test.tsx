import { ApiError } from '@carry/remote-kit';
import { asOtherServer, createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { choose, createAnswers, fill, NOW, openCoachPage } from '../../test/coach-page';
import remote from '../remote';

const home = process.env['TZ'];
const CREATE = 'POST /api/create-booking/';
const CHECKOUT = 'POST /api/create-checkout-session/';
const ORDER = {
  coachId: '7',
  service: { id: 1, label: 'Coaching', rate: 25, is_hourly: true },
  ...{ quantity: 2, contact: 'lee', details: 'aim' },
  slot: { date: '2026-11-25', time: '09:00', displayTime: '9:00 AM', label: 'Wed, Nov 25' },
};
const paymentPage = { sessionId: 'cs_1', url: 'https://pay.example/1' };

beforeEach(() => {
  process.env['TZ'] = 'UTC';
});
afterEach(() => {
  cleanup();
  process.env['TZ'] = home;
});

const contact = () => (screen.getByLabelText(/Contact info/) as HTMLInputElement).value;
const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Book Now' })));

async function open(answers: Record<string, FakeAnswer> = {}, drafts = {}) {
  const fake = createFakeShell({
    auth: { status: 'signed-in' },
    answers: { ...createAnswers(['09:00']), ...answers },
    drafts,
    now: () => NOW,
  });
  await openCoachPage(remote, fake);
  return fake;
}

/** Opens the page with a call that stays unanswered until `respond`. */
async function openHeld(call: string, answers: Record<string, FakeAnswer> = {}) {
  let respond = (_: unknown) => {};
  const held = vi.fn<FakeAnswer>(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  const fake = await open({ [call]: held, ...answers });
  fill('Contact info', 'kim');
  fill('Details', 'aim');
  choose(1, '9:00 AM');
  await press();
  await waitFor(() => expect(held).toHaveBeenCalledOnce());
  return { ...fake, respond: (answer: unknown) => act(async () => respond(answer)) };
}

test('clears the form at sign-out', {
  tags: ['@fault-H15'],
}, async () => {
  const { shell } = await open();
  fill('Contact info', 'kim');
  act(() => shell.auth.signOut());
  await waitFor(() => expect(contact()).toBe(''));
});

describe('an order that is answered after the sign-out', () => {
  test('opens no payment page and leaves no draft', async () => {
    const { shell, recorded, respond } = await openHeld(CREATE, { [CHECKOUT]: () => paymentPage });
    act(() => shell.auth.signOut());
    await respond({ booking_id: 9 });
    expect(shell.drafts.keys()).not.toContain('booking/7');
    expect(recorded.calls.filter(({ call }) => call === CHECKOUT)).toEqual([]);
    expect([recorded.left, recorded.alerts]).toEqual([[], []]);
    fill('Contact info', 'lee'); // the next visitor's draft is new
    expect(shell.drafts.load('booking/7')).toMatchObject({ contact: 'lee', pending: null });
  });

  test('leaves no draft after the page was left', async () => {
    const { shell, recorded, respond } = await openHeld(CREATE, { [CHECKOUT]: () => paymentPage });
    cleanup();
    shell.auth.signOut();
    await respond({ booking_id: 9 });
    expect([shell.drafts.keys(), recorded.left]).toEqual([[], []]);
  });

  test('restores no earlier order when it is refused', async () => {
    const { shell, respond } = await openHeld(CREATE);
    act(() => shell.auth.signOut());
    await respond(Promise.reject(new ApiError('http', 409)));
    expect(shell.drafts.keys()).not.toContain('booking/7');
    fill('Contact info', 'lee');
    expect(shell.drafts.load('booking/7')).toMatchObject({ slot: null, pending: null });
  });

  test('does not pay when the checkout is answered', async () => {
    const { shell, recorded, respond } = await openHeld(CHECKOUT, {
      [CREATE]: () => ({ booking_id: 9 }),
    });
    act(() => shell.auth.signOut());
    await respond(paymentPage);
    expect([shell.drafts.keys(), recorded.left, recorded.alerts]).toEqual([[], [], []]);
  });

  test.each([
    ['is refused', () => Promise.reject(new ApiError('http', 500))],
    ['has no booking', () => asOtherServer({ booking_id: '' })],
  ])('shows no alert when it %s', async (_, answer) => {
    const { shell, recorded, respond } = await openHeld(CREATE);
    act(() => shell.auth.signOut());
    await respond(answer());
    expect(recorded.alerts).toEqual([]);
  });
});

describe('an order whose session expires', () => {
  test('restores the earlier order', async () => {
    const pending = { bookingId: 9, order: ORDER, at: NOW };
    const fake = await open(
      {
        [CREATE]: () => {
          fake.expire();
          throw new ApiError('http', 401);
        },
      },
      { 'booking/7': { pending } },
    );
    fill('Contact info', 'kim');
    fill('Details', 'aim');
    choose(1, '9:00 AM');
    await press();
    await waitFor(() => expect(fake.recorded.alerts).toEqual(['Failed to create booking.']));
    expect(fake.shell.drafts.load('booking/7')).toMatchObject({
      contact: 'kim',
      pending: { bookingId: 9 },
    });
  });

  test('is kept, and not paid', async () => {
    const { shell, recorded, respond, expire } = await openHeld(CHECKOUT, {
      [CREATE]: () => ({ booking_id: 9 }),
    });
    act(expire);
    await respond(paymentPage);
    expect(recorded.left).toEqual([]);
    expect(recorded.alerts).toEqual(['Payment session failed to create.']);
    expect(shell.drafts.load('booking/7')).toMatchObject({ pending: { bookingId: 9 } });
  });

  test.each([
    ['Failed to create booking.', CREATE],
    ['Payment session failed to create.', CHECKOUT],
  ])('shows the alert with an opaque token: %s', async (alert, call) => {
    const fake = await openHeld(
      call,
      call === CHECKOUT ? { [CREATE]: () => ({ booking_id: 9 }) } : {},
    );
    act(() => fake.shell.auth.signOut()); // an opaque token names no person, so its end counts as one
    await fake.respond(Promise.reject(new ApiError('http', 401)));
    expect(fake.recorded.alerts).toEqual([alert]);
  });
});
