import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { bookings, paymentIncidents } from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

onEveryDatabaseAtNight('payments', (api) => {
  const readRefunds = async (intent: string | null | undefined) =>
    (await api().stripe.refunds.list({ payment_intent: intent ?? '' })).data;

  test('confirms an asynchronous payment once it is paid', async () => {
    const token = await api().newStudent('short');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booked.body.booking_id, { serviceId: 3 }),
    );
    const sessions = api().stripe.checkout.sessions;
    const { retrieve } = sessions;
    const status = async () =>
      (await api().db.select().from(bookings).where(eq(bookings.id, booked.body.booking_id)))[0]
        ?.status;
    try {
      for (const [payment_status, type, result] of [
        ['unpaid', 'checkout.session.completed', 'pending_payment'],
        ['paid', 'checkout.session.async_payment_succeeded', 'confirmed'],
      ] as const) {
        sessions.retrieve = (async (id: string) => ({
          ...(await retrieve.call(sessions, id)),
          payment_status,
        })) as typeof retrieve;
        await webhook(api(), checkout.body.sessionId, {}, type);
        expect(await status()).toBe(result);
      }
    } finally {
      sessions.retrieve = retrieve;
    }
  });

  test('offers cards only on the payment page', async () => {
    const token = await api().newStudent('cards');
    const { body } = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const page = await api().send('POST', `/api/bookings/${body.booking_id}/checkout/`, {}, token);
    const session = await api().stripe.checkout.sessions.retrieve(page.body.sessionId);
    expect(session.payment_method_types).toEqual(['card']);
  });

  test('opens a payment page that expires with the hold', async () => {
    const student = await api().newStudent('customer');
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(await api().slotIn(6, 4)),
      student,
    );
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booked.body.booking_id),
    );
    const session = await api().stripe.checkout.sessions.retrieve(checkout.body.sessionId);
    const [row] = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.id, booked.body.booking_id));
    const hold = row?.holdExpiresAt as Date;
    expect(session).toMatchObject({
      customer_email: 'customer@example.com',
      client_reference_id: String(booked.body.booking_id),
      success_url: 'http://site.test/booking-success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: `http://site.test/booking-cancelled?${new URLSearchParams({ coach: '1', booking: booked.body.booking_id, until: hold.toISOString() })}`,
    });
    expect(session.expires_at - hold.getTime() / 1000).toBeGreaterThan(-1);
    expect(session.expires_at - hold.getTime() / 1000).toBeLessThan(120);
  });

  test('names the booking in its payment', async () => {
    const token = await api().newStudent('bookkeeper');
    const { body } = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const { booking_id: id } = body;
    const page = await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token);
    await api().pay(page.body.sessionId);
    const session = await api().stripe.checkout.sessions.retrieve(page.body.sessionId, {
      expand: ['payment_intent'],
    });
    expect(session.payment_intent).toMatchObject({
      description: `Booking ${id}: Recorded match review with Nova`,
      metadata: { booking_id: String(id) },
    });
  });

  test('opens no payment page for a closed or changed booking', async () => {
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(null),
      await api().newStudent('pages'),
    );
    const open = (more: Record<string, unknown> = {}) =>
      api().send(
        'POST',
        '/api/create-checkout-session/',
        api().createCheckout(booked.body.booking_id, { serviceId: 3, ...more }),
      );
    expect((await open({ contactInfo: 'somebody else' })).status).toBe(404);
    const { sessionId } = (await open()).body;
    expect((await open()).body.sessionId).toBe(sessionId);
    await api().stripe.checkout.sessions.expire(sessionId);
    expect(await open()).toMatchObject({
      status: 409,
      body: { detail: 'This booking can no longer be paid.' },
    });
  });

  test('keeps the booking when the provider rejects a call', async () => {
    const token = await api().newStudent('no-provider');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const { create } = api().stripe.checkout.sessions;
    api().stripe.checkout.sessions.create = () =>
      Promise.reject(new Stripe.errors.StripeAPIError({ message: 'down' } as never));
    const open = () =>
      api().send(
        'POST',
        '/api/create-checkout-session/',
        api().createCheckout(booked.body.booking_id, { serviceId: 3 }),
      );
    expect((await open()).status).toBe(502);
    api().stripe.checkout.sessions.create = create;
    expect((await open()).status).toBe(200);
  });

  test('releases an expired hold and refunds a late payment', {
    tags: ['@spec-7.21', '@fault-G7', '@fault-H4', '@extra-3'],
  }, async () => {
    const token = await api().newStudent('late');
    const slot = await api().slotIn(2);
    const booked = await api().send('POST', '/api/create-booking/', api().order(slot), token);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booked.body.booking_id),
    );
    const path = `/api/coach/1/available-slots/?date=${slot.date}&duration=60`;
    const first = async () => (await api().send('GET', path)).body.available_slots[0].start;
    expect(await first()).not.toBe(slot.time);
    api().clock.offset += 31 * 60_000;
    expect(await first()).toBe(slot.time);
    const winner = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(slot),
      await api().newStudent('winner'),
    );
    expect(winner.status).toBe(201);
    await api().pay(checkout.body.sessionId);
    await webhook(api(), checkout.body.sessionId);
    const [row] = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.id, booked.body.booking_id));
    expect(row).toMatchObject({
      status: 'expired',
      paymentIntent: expect.stringMatching(/^pi_/),
      refund: 'due',
    });
    await sweep(api());
    expect(await readRefunds(row?.paymentIntent)).toMatchObject([{ amount: 2500 }]);
    const mail = await api().lastMail('late@example.com');
    expect(mail?.subject).toContain('is refunded');
    expect(mail?.body).toMatch(/^Paid: (\$[\d.]+)\nRefund due: \1$/m);
    const { access } = await api().logIn('late@example.com', 'Secret-123!');
    expect(
      await api().send(
        'GET',
        `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`,
        undefined,
        access,
      ),
    ).toEqual({
      status: 410,
      body: {
        error:
          "Your payment came in, but this session can't be booked anymore. Your payment was refunded in full.",
        purchase: expect.objectContaining({ amount: 25, refunded: 25 }),
        receipt: expect.anything(),
      },
    });
  });

  test('the sweep closes the payment pages of ended holds', { tags: ['@fault-H4'] }, async () => {
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(await api().slotIn(2, 3)),
      await api().newStudent('swept'),
    );
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booked.body.booking_id),
    );
    api().clock.offset += 31 * 60_000;
    await sweep(api());
    expect((await api().stripe.checkout.sessions.retrieve(checkout.body.sessionId)).status).toBe(
      'expired',
    );
  });

  /** Orders a session, lets its hold end, and does `first` when the sweep is about to close the payment page. */
  async function closeAfter(name: string, first: (page: string) => Promise<unknown>) {
    const { sessions } = api().stripe.checkout;
    const { expire } = sessions;
    const token = await api().newStudent(name);
    const order = api().order(null);
    const { booking_id: id } = (await api().send('POST', '/api/create-booking/', order, token))
      .body;
    await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token);
    api().clock.offset += 31 * 60_000;
    sessions.expire = (async (page: string) => {
      await first(page);
      return expire.call(sessions, page);
    }) as typeof expire;
    await sweep(api()).finally(() => {
      sessions.expire = expire;
    });
    const [booking] = await api().db.select().from(bookings).where(eq(bookings.id, id));
    const incidents = await api().db.$count(paymentIncidents, eq(paymentIncidents.bookingId, id));
    return { status: booking?.status, isClosed: booking?.checkoutClosed, incidents };
  }

  test('leaves a payment page alone that another process has closed', async () => {
    const { sessions } = api().stripe.checkout;
    const { expire } = sessions;
    expect(await closeAfter('closed-twice', (page) => expire.call(sessions, page))).toEqual({
      ...{ status: 'expired', isClosed: true, incidents: 0 },
    });
  });

  test('confirms a payment made just before its page is closed', async () => {
    expect(await closeAfter('paid-last', (page) => api().pay(page))).toEqual({
      ...{ status: 'confirmed', isClosed: true, incidents: 0 },
    });
  });

  test('verifies webhook signatures and handles each event once', {
    tags: ['@fault-G3'],
  }, async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_of_another_product' } },
    });
    const signed = (secret: string, secondsAgo = 0) => ({
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(api().now().getTime() / 1000) - secondsAgo,
      }),
    });
    const post = (headers: Record<string, string>, body = payload) =>
      api().send('POST', '/api/stripe/webhook/', body, undefined, headers);
    const good = api().config.stripe.webhookSecret;
    expect((await post({})).status).toBe(400);
    expect((await post(signed('whsec_other'))).status).toBe(400);
    expect((await post(signed(good), `${payload} `)).status).toBe(400);
    expect((await post(signed(good), JSON.stringify(JSON.parse(payload), null, 1))).status).toBe(
      400,
    );
    expect((await post(signed(good), payload.replace('evt_1', 'evt_2'))).status).toBe(400);
    expect((await post(signed(good, 600))).status).toBe(400);
    expect((await post(signed(good))).status).toBe(200);
  });
});
