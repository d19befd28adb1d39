import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { readPurchase } from '../src/features/payments/purchase';
import { onEveryDatabase } from './harness';
import { webhook } from './webhook';

onEveryDatabase('bookings', (api) => {
  test('books, pays, confirms once and lists', {
    tags: ['@spec-4.16', '@spec-7.21', '@fault-G6', '@extra-2'],
  }, async () => {
    const token = await api().newStudent('payer');
    const slot = await api().slotIn(3);
    const booked = await api().send('POST', '/api/create-booking/', api().order(slot), token);
    expect(booked.status).toBe(201);
    expect((await api().send('GET', '/api/my-sessions/', undefined, token)).body).toEqual([]);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booked.body.booking_id),
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

  test("ignores the client's price", {
    tags: ['@fault-G1', '@extra-1'],
  }, async () => {
    const token = await api().newStudent('cheap');
    const booked = await api().send(
      'POST',
      '/api/create-booking/',
      { ...api().order(await api().slotIn(3, 2)), price: 1, amount_cents: 1, status: 'confirmed' },
      token,
    );
    const checkout = await api().send('POST', '/api/create-checkout-session/', {
      ...api().createCheckout(booked.body.booking_id),
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

  test('lists sessions newest first', async () => {
    const student = await api().newStudent('regular');
    const [early, late] = [await api().slotIn(8), await api().slotIn(9)];
    for (const slot of [early, late]) {
      const { booking_id } = (
        await api().send('POST', '/api/create-booking/', api().order(slot), student)
      ).body;
      const checkout = await api().send(
        'POST',
        '/api/create-checkout-session/',
        api().createCheckout(booking_id),
      );
      await api().pay(checkout.body.sessionId);
      await webhook(api(), checkout.body.sessionId);
    }
    const { body } = await api().send('GET', '/api/my-sessions/', undefined, student);
    expect(
      body.map(({ session_time }: { session_time: string }) => session_time.slice(0, 10)),
    ).toEqual([late.date, early.date]);
  });

  test('gives one slot to exactly one of many students', {
    tags: ['@fault-H1', '@extra-1'],
  }, async () => {
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
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const answer = status === 201 ? '201' : `${status} ${body.detail}`;
      counts[answer] = (counts[answer] ?? 0) + 1;
    }
    // A busy machine may ask some to try again: they hold nothing.
    const {
      '201': won,
      '409 This time slot is no longer available.': lost = 0,
      ...others
    } = counts;
    expect(won, JSON.stringify(counts)).toBe(1);
    expect(lost, JSON.stringify(counts)).toBeGreaterThan(0);
    expect(Object.keys(others).filter((answer) => !answer.startsWith('503 '))).toEqual([]);
    const rows = await api()
      .db.select()
      .from(bookings)
      .where(eq(bookings.startsAt, new Date(`${slot.date}T${slot.time}:00Z`)));
    expect(rows.filter(({ status }) => status === 'pending_payment')).toHaveLength(1);
  });

  test('removes overlapping slots only', {
    tags: ['@fault-H2'],
  }, async () => {
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

  test('continues a repeated order and replaces a different one', async () => {
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
    expect(await api().slotIn(6)).toEqual(slot);
    expect(
      (
        await api().send(
          'POST',
          '/api/create-checkout-session/',
          api().createCheckout(first?.body.booking_id),
        )
      ).status,
    ).toBe(409);
  });

  test('holds two hours of a longer booking', async () => {
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
    const { id } = row ?? { id: 0 };
    await api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, id));
    const held = { duration_minutes: 240, held_minutes: 120 };
    expect((await api().send('GET', '/api/my-sessions/', undefined, token)).body).toMatchObject([
      held,
    ]);
    const { access } = await api().asCoach();
    for (const reader of [token, access])
      expect(
        (await api().send('GET', `/api/bookings/${id}/`, undefined, reader)).body,
      ).toMatchObject(held);
    const { operatorToken } = api().config;
    const path = `/api/operator/bookings/${id}/`;
    expect((await api().send('GET', path, undefined, operatorToken)).body).toMatchObject(held);
    expect(await readPurchase(api(), id)).toMatchObject(held);
  });

  test('does not let coaches book themselves', async () => {
    const { access } = await api().asCoach();
    expect(
      await api().send('POST', '/api/create-booking/', api().order(null), access),
    ).toMatchObject({
      status: 400,
      body: { detail: "You can't book yourself." },
    });
  });
});
