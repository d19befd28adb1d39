import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { signAccess } from '../src/accounts/access-token';
import { sweep } from '../src/bookings/sweep';
import { bookings, users } from '../src/db/schema';
import { onEveryDatabase } from './harness';
import { webhook } from './webhook';

onEveryDatabase('bookings', (api) => {
  const refundsOf = async (intent: string | null | undefined) =>
    (await api().stripe.refunds.list({ payment_intent: intent ?? '' })).data;

  test('book, pay, confirm once by success page and webhook, list', async () => {
    const token = await api().newStudent('payer');
    const slot = await api().slotIn(3);
    const booked = await api().send('POST', '/api/create-booking/', api().order(slot), token);
    expect(booked.status).toBe(201);
    expect((await api().send('GET', '/api/my-sessions/', undefined, token)).body).toEqual([]); // unpaid: in no list
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().checkoutOf(booked.body.booking_id),
    );
    expect(checkout.body.url).toContain(checkout.body.sessionId);
    const info = () =>
      api().send(
        'GET',
        `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`,
        undefined,
        token,
      );
    expect(await info()).toMatchObject({ status: 202, body: { status: 'pending' } });
    await api().pay(checkout.body.sessionId);
    const bought = {
      coach_name: 'Nova',
      service: 'One-on-one coaching',
      quantity: 1,
      amount: 25,
      email: 'payer@example.com',
    };
    expect(await info()).toMatchObject({
      status: 200,
      body: { booking_id: booked.body.booking_id, discord: null, purchase: bought },
    });
    const mail = await api().lastMail('payer@example.com');
    expect(mail?.subject).toContain('is booked');
    await webhook(api(), checkout.body.sessionId);
    expect((await api().lastMail('payer@example.com'))?.id).toBe(mail?.id);
    expect((await api().send('GET', '/api/my-sessions/', undefined, token)).body).toEqual([
      expect.objectContaining({
        id: booked.body.booking_id,
        coach_name: 'Nova',
        session_time: `${slot.date}T${slot.time}:00.000Z`,
        duration_minutes: 60,
        status: 'confirmed',
        has_review: false,
        cancel_until: new Date(
          Date.parse(`${slot.date}T${slot.time}:00Z`) - 12 * 3_600_000,
        ).toISOString(),
      }),
    ]);
    const other = await api().newStudent('stranger');
    expect(
      (
        await api().send(
          'GET',
          `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`,
          undefined,
          other,
        )
      ).status,
    ).toBe(404);
    const coach = await api().asCoach();
    expect(
      (await api().send('GET', '/api/bookings/', undefined, coach.access)).body,
    ).toContainEqual(
      expect.objectContaining({ id: booked.body.booking_id, contact_info: 'kim#1' }),
    );
    expect((await api().send('GET', '/api/bookings/', undefined, other)).body).toEqual([]);
  });

  test('the price that the client sends does not count', async () => {
    const token = await api().newStudent('cheap');
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      { ...api().order(await api().slotIn(3, 2)), price: 1, amount_cents: 1, status: 'confirmed' },
      token,
    );
    const checkout = await api().send('POST', '/api/create-checkout-session/', {
      ...api().checkoutOf(booked.body.booking_id),
      price: 0.01,
    });
    const session = await api().stripe.checkout.sessions.retrieve(checkout.body.sessionId);
    expect(session.amount_total).toBe(2500);
    const [row] = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.id, booked.body.booking_id));
    expect(row).toMatchObject({ status: 'pending_payment', amountCents: 2500 });
  });

  test('sessions are listed newest first', async () => {
    const student = await api().newStudent('regular');
    const [early, late] = [await api().slotIn(8), await api().slotIn(9)];
    for (const slot of [early, late]) {
      const { booking_id } = (
        await api().send('POST', '/api/create-booking/', api().order(slot), student)
      ).body;
      const checkout = await api().send(
        'POST',
        '/api/create-checkout-session/',
        api().checkoutOf(booking_id),
      );
      await api().pay(checkout.body.sessionId);
      await webhook(api(), checkout.body.sessionId);
    }
    const { body } = await api().send('GET', '/api/my-sessions/', undefined, student);
    expect(
      body.map(({ session_time }: { session_time: string }) => session_time.slice(0, 10)),
    ).toEqual([late.date, early.date]);
  });

  test('a payment of the wrong amount or currency, or one that is not paid, confirms nothing', async () => {
    const token = await api().newStudent('short');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().checkoutOf(booked.body.booking_id, { serviceId: 3 }),
    );
    const sessions = api().stripe.checkout.sessions;
    const { retrieve } = sessions;
    const says = (changes: object) => {
      sessions.retrieve = (async (id: string) => ({
        ...(await retrieve.call(sessions, id)),
        ...changes,
      })) as typeof retrieve;
    };
    for (const wrong of [{ amount_total: 1 }, { currency: 'eur' }, { payment_status: 'unpaid' }]) {
      says({ payment_status: 'paid', ...wrong });
      await webhook(api(), checkout.body.sessionId, wrong);
      const [row] = await api()
        .db.select()
        .from(bookings)
        .where(eq(bookings.id, booked.body.booking_id));
      expect(row?.status).toBe('pending_payment');
    }
    says({ payment_status: 'paid' });
    await webhook(api(), checkout.body.sessionId, {}, 'checkout.session.async_payment_succeeded');
    sessions.retrieve = retrieve;
    const [row] = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.id, booked.body.booking_id));
    expect(row?.status).toBe('confirmed'); // a payment that took its time
  });

  test('one slot, many students at once: exactly one booking', async () => {
    const crowd = Array.from({ length: 100 }, (_, index) => ({
      email: `crowd${index}@example.com`,
      passwordHash: 'x',
      verifiedAt: api().now(),
    }));
    const students = await api().db.insert(users).values(crowd).returning({ id: users.id });
    const tokens = await Promise.all(students.map(({ id }) => signAccess(api(), id)));
    const slot = await api().slotIn(5, 1);
    const answers = await Promise.all(
      tokens.map((token) => api().send('POST', '/api/create-booking/', api().order(slot), token)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      answers.filter(
        ({ status, body }) =>
          status === 409 && body.detail === 'This time slot is no longer available.',
      ),
    ).toHaveLength(99);
    const rows = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.startsAt, new Date(`${slot.date}T${slot.time}:00Z`)));
    expect(rows.filter(({ status }) => status === 'pending_payment')).toHaveLength(1);
  });

  test('a slot that overlaps a longer booking is gone, the one after it is not', async () => {
    const slot = await api().slotIn(4, 2);
    const next = await api().slotIn(4, 3);
    const after = await api().slotIn(4, 4);
    expect(
      (
        await api().send(
          'POST',
          '/api/create-booking/',
          api().order(slot, { quantity: 2 }),
          await api().newStudent('long'),
        )
      ).status,
    ).toBe(201);
    const other = await api().newStudent('overlap');
    expect(
      (await api().send('POST', '/api/create-booking/', api().order(next), other)).status,
    ).toBe(409);
    expect(
      (await api().send('POST', '/api/create-booking/', api().order(after), other)).status,
    ).toBe(201);
  });

  test('the same order again is the same booking; another one replaces it', async () => {
    const token = await api().newStudent('twice');
    const slot = await api().slotIn(6);
    const [first, second] = await Promise.all(
      [1, 2].map(() => api().send('POST', '/api/create-booking/', api().order(slot), token)),
    );
    expect(second?.body).toEqual(first?.body);
    const third = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(await api().slotIn(6, 1)),
      token,
    );
    expect(third.status).toBe(201);
    expect(await api().slotIn(6)).toEqual(slot); // the first hold is let go
    expect(
      (
        await api().send(
          'POST',
          '/api/create-checkout-session/',
          api().checkoutOf(first?.body.booking_id),
        )
      ).status,
    ).toBe(409);
  });

  test('the payment page knows the student, ends with the hold and leads back to the site', async () => {
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
      api().checkoutOf(booked.body.booking_id),
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

  test('a booking of many hours holds two of them; the rest is agreed with the coach', async () => {
    const slots = await Promise.all([0, 1, 2].map((index) => api().slotIn(7, index)));
    const token = await api().newStudent('marathon');
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(slots[0] ?? null, { quantity: 4 }),
      token,
    );
    expect(await api().slotIn(7)).toEqual(slots[2]);
    const [row] = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.id, booked.body.booking_id));
    expect(row).toMatchObject({ durationMinutes: 240, amountCents: 10_000 });
  });

  test('a payment page is opened for the booking as it was made, and not for one whose page has closed', async () => {
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
        api().checkoutOf(booked.body.booking_id, { serviceId: 3, ...more }),
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

  test('a payment provider that refuses is said to be down, and the booking stays', async () => {
    const token = await api().newStudent('no-provider');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), token);
    const { create } = api().stripe.checkout.sessions;
    api().stripe.checkout.sessions.create = () =>
      Promise.reject(new Stripe.errors.StripeAPIError({ message: 'down' } as never));
    const open = () =>
      api().send(
        'POST',
        '/api/create-checkout-session/',
        api().checkoutOf(booked.body.booking_id, { serviceId: 3 }),
      );
    expect((await open()).status).toBe(502);
    api().stripe.checkout.sessions.create = create;
    expect((await open()).status).toBe(200);
  });

  test('a coach books nobody’s time but another’s', async () => {
    const { access } = await api().asCoach();
    expect(
      await api().send('POST', '/api/create-booking/', api().order(null), access),
    ).toMatchObject({
      status: 400,
      body: { detail: 'You cannot book yourself.' },
    });
  });

  test('a hold ends: the slot is free, its payment page closes, a late payment is returned', async () => {
    const token = await api().newStudent('late');
    const slot = await api().slotIn(2);
    const booked = await api().send('POST', '/api/create-booking/', api().order(slot), token);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().checkoutOf(booked.body.booking_id),
    );
    expect(await api().slotIn(2)).not.toEqual(slot);
    api().clock.offset += 31 * 60_000;
    expect(await api().slotIn(2)).toEqual(slot);
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
    expect(await refundsOf(row?.paymentIntent)).toMatchObject([{ amount: 2500 }]);
    expect((await api().lastMail('late@example.com'))?.subject).toContain('is returned');
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
          'Your payment arrived when the time was no longer free. Your payment has been returned in full.',
      },
    });
  });

  test('the sweep closes the payment pages of ended holds', async () => {
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      api().order(await api().slotIn(2, 3)),
      await api().newStudent('swept'),
    );
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().checkoutOf(booked.body.booking_id),
    );
    api().clock.offset += 31 * 60_000;
    await sweep(api());
    expect((await api().stripe.checkout.sessions.retrieve(checkout.body.sessionId)).status).toBe(
      'expired',
    );
  });

  test('webhooks: only with a good signature, and each event once', async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: {} },
    });
    const signed = (secret: string, timestamp?: number) => ({
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        ...(timestamp && { timestamp }),
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
    ); // written again
    expect((await post(signed(good), payload.replace('evt_1', 'evt_2'))).status).toBe(400);
    expect((await post(signed(good, Math.floor(Date.now() / 1000) - 600))).status).toBe(400);
    expect((await post(signed(good))).status).toBe(200);
  });
});
