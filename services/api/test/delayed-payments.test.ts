import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PROCESSING = "Your payment is being processed. We'll email you.";

onEveryDatabaseAtNight('a bank debit', (api) => {
  const later = (ms: number) => {
    api().clock.offset += ms;
  };
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const press = (page: string, action: string) =>
    fetch(`${api().sandbox.origin}/c/pay/${page}/${action}`, {
      method: 'POST',
      redirect: 'manual',
    });
  const book = async (studentId: number | undefined, order: object) =>
    api().send('POST', '/api/create-booking/', order, await signAccess(api(), studentId ?? 0));
  /** At noon in two days. */
  async function newSession(name: string) {
    const { coachId, serviceId } = await api().newCoach(name);
    const date = new Date(api().now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
    const more = { coach_id: coachId, service_id: serviceId };
    return api().order({ date, time: '12:00' }, more);
  }

  /** Orders a session, or something without a time, and pays it by a bank debit. */
  async function debited(name: string, hasTime: boolean) {
    const [student, rival] = await api().newCrowd(name, 2);
    const order = hasTime ? await newSession(name) : api().order(null);
    const send = async (method: string, path: string, body?: object) =>
      api().send(method, path, body, await signAccess(api(), student?.id ?? 0));
    const id: number = (await book(student?.id, order)).body.booking_id;
    const open = () => send('POST', `/api/bookings/${id}/checkout/`, {});
    const page: string = (await open()).body.sessionId;
    const readMails = async (words: RegExp) =>
      (await api().mailsTo(`${name}0@example.com`)).filter(({ subject }) => words.test(subject));
    await press(page, 'debit');
    return {
      ...{ id, page, order, send, open, readMails },
      again: (more: object = {}) => book(student?.id, { ...order, ...more }),
      rival: () => book(rival?.id, order),
      show: () => send('GET', `/api/stripe/success-info/?session_id=${page}`),
    };
  }
  const processing = { status: 'pending_payment', asyncPayment: 'processing' };

  test('keeps its slot until it is paid', { tags: ['@fault-G5'] }, async () => {
    const { id, page, send, open, show, again, rival, readMails } = await debited('debit', true);
    await webhook(api(), page);
    expect(await show()).toEqual({
      status: 202,
      body: { status: 'processing', error: PROCESSING },
    });
    expect((await again()).body.booking_id).toBe(id);
    expect(await open()).toEqual({ status: 409, body: { detail: PROCESSING } });
    later(31 * MINUTE_MS);
    await sweep(api());
    expect(await row(id)).toMatchObject({ ...processing, checkoutClosed: false });
    expect((await rival()).status).toBe(409);
    expect((await send('GET', '/api/my-sessions/')).body).toEqual([]);
    await press(page, 'debit/succeed');
    await webhook(api(), page, {}, 'checkout.session.async_payment_succeeded');
    expect(await row(id)).toMatchObject({ status: 'confirmed', asyncPayment: null });
    expect(await readMails(/^Your session .* is booked/)).toHaveLength(1);
    expect(await show()).toMatchObject({ status: 200, body: { booking_id: id } });
  });

  test('leaves its student free to order something else', async () => {
    const { id, order, send, show, again } = await debited('debit-more', true);
    expect((await show()).body.status).toBe('processing');
    expect((await again({ quantity: 2 })).status).toBe(409);
    const path = `/api/coach/${order.coach_id}/available-slots/?date=${order.slot?.date}&duration=60`;
    const { available_slots: offered } = (await send('GET', path)).body;
    expect(offered.map(({ start }: { start: string }) => start)).not.toContain('12:00');
    const untimed = api().order(null);
    const other: number = (await again(untimed)).body.booking_id;
    expect((await again({ ...untimed, quantity: 2 })).status).toBe(201);
    expect(await row(other)).toMatchObject({ status: 'expired' });
    expect(await row(id)).toMatchObject(processing);
  });

  test('charges an order once', async () => {
    const { id, open, show, again } = await debited('debit-order', false);
    expect((await open()).body).toEqual({ detail: PROCESSING });
    later(31 * MINUTE_MS);
    await sweep(api());
    expect((await again()).body.booking_id).toBe(id);
    expect((await open()).body).toEqual({ detail: PROCESSING });
    expect((await show()).body.error).toBe(PROCESSING);
  });

  test('is looked up hourly if its events are lost', async () => {
    const { id, page, readMails } = await debited('debit-lost', false);
    later(31 * MINUTE_MS);
    await sweep(api());
    expect(await row(id)).toMatchObject({ ...processing, checkoutClosed: false });
    await press(page, 'debit/succeed');
    later(HOUR_MS - 1000);
    await sweep(api());
    expect(await row(id)).toMatchObject(processing);
    later(1000);
    await sweep(api());
    expect(await row(id)).toMatchObject({ status: 'confirmed', checkoutClosed: true });
    expect(await readMails(/^You've booked/)).toHaveLength(1);
  });

  test.each(['its event', 'the sweep'])(
    'frees its slot once when it fails, found by %s',
    async (way) => {
      const first = way === 'its event';
      const name = `debit-fails-${Number(first)}`;
      const { id, page, open, show, rival, readMails } = await debited(name, true);
      await webhook(api(), page);
      await press(page, 'debit/fail');
      const tell = () => webhook(api(), page, {}, 'checkout.session.async_payment_failed');
      if (first) await tell();
      later(HOUR_MS);
      await sweep(api());
      if (!first) await tell();
      await sweep(api());
      expect(await row(id)).toMatchObject({
        ...{ status: 'expired', asyncPayment: 'failed', checkoutClosed: true },
      });
      expect(await readMails(/failed$/)).toHaveLength(1);
      expect(await show()).toEqual({
        status: 410,
        body: { error: "Your payment didn't go through, so this session isn't booked." },
      });
      expect((await open()).body.detail).toBe('This booking can no longer be paid.');
      expect((await rival()).status).toBe(201);
    },
  );

  test('takes a free slot back after its hold has ended', async () => {
    const { id, rival } = await debited('debit-late', true);
    later(31 * MINUTE_MS);
    await sweep(api());
    expect(await row(id)).toMatchObject(processing);
    expect((await rival()).status).toBe(409);
  });

  test('is returned if its slot was taken before', async () => {
    const { id, page, show, rival } = await debited('debit-taken', true);
    later(31 * MINUTE_MS);
    expect((await rival()).status).toBe(201);
    await sweep(api());
    expect(await row(id)).toMatchObject({ status: 'expired', asyncPayment: 'processing' });
    expect((await show()).body.error).toBe(PROCESSING);
    await press(page, 'debit/succeed');
    await webhook(api(), page, {}, 'checkout.session.async_payment_succeeded');
    expect(await row(id)).toMatchObject({ status: 'expired', refund: 'due', asyncPayment: null });
  });

  test('cannot be cancelled before it is paid', async () => {
    const { id, page } = await debited('debit-operator', true);
    await webhook(api(), page);
    const path = `/api/operator/bookings/${id}/cancel/`;
    expect(await api().send('POST', path, {}, api().config.operatorToken)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('still processing') },
    });
    expect(await row(id)).toMatchObject(processing);
  });

  test('ends if its payment page is gone', async () => {
    const { id, page } = await debited('debit-gone', true);
    await webhook(api(), page);
    const { sessions } = api().stripe.checkout;
    const { retrieve } = sessions;
    const missing = { code: 'resource_missing' } as Stripe.StripeRawError;
    sessions.retrieve = () => Promise.reject(new Stripe.errors.StripeInvalidRequestError(missing));
    later(HOUR_MS);
    for (const _ of [1, 2])
      await sweep(api()).finally(() => {
        sessions.retrieve = retrieve;
      });
    expect(await row(id)).toMatchObject({ status: 'expired', checkoutClosed: true });
  });
});
