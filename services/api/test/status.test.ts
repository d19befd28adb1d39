import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, outbox } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

onEveryDatabaseAtNight('cancelling and completing', (api) => {
  async function paidSession(name: string, slotIndex: number) {
    const student = await api().newStudent(name);
    const slot = await api().slotIn(3, slotIndex);
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(slot), student)
    ).body;
    const { sessionId } = (
      await api().send('POST', '/api/create-checkout-session/', api().createCheckout(id))
    ).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const { access: coach } = await api().asCoach();
    const set = (status: string, token = coach) =>
      api().send('PATCH', `/api/bookings/${id}/status/`, { status }, token);
    return { id, slot, sessionId, student, coach, set, email: `${name}@example.com` };
  }
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const refunds = async (id: number) =>
    (await api().stripe.refunds.list({ payment_intent: (await row(id))?.paymentIntent ?? '' }))
      .data;
  const mails = async (to: string, subject: RegExp) =>
    (await api().mailsTo(to)).filter((mail) => subject.test(mail.subject));
  const info = (sessionId: string, token: string) =>
    api().send('GET', `/api/stripe/success-info/?session_id=${sessionId}`, undefined, token);

  test("refunds a coach's cancellation once and emails both", {
    tags: ['@fault-11.2'],
  }, async () => {
    const { id, slot, sessionId, student, coach, set, email } = await paidSession('returned', 0);
    const list = async () =>
      (await api().send('GET', '/api/bookings/', undefined, coach)).body.find(
        (booking: { id: number }) => booking.id === id,
      );
    expect(await list()).toMatchObject({
      status: 'confirmed',
      amount: 25,
      quantity: 1,
      refund: 'none',
    });
    expect((await set('cancelled')).status).toBe(200);
    expect(await list()).toMatchObject({ status: 'cancelled', refund: 'due' });
    expect(await info(sessionId, student)).toEqual({
      status: 410,
      body: {
        error: "This session was cancelled. You'll get a full refund.",
        purchase: expect.objectContaining({ booking_id: id, amount: 25, refunded: 0 }),
        receipt: expect.objectContaining({ seller: expect.anything() }),
      },
    });
    await sweep(api());
    expect(await refunds(id)).toEqual([]);
    api().clock.offset += 11_000;
    await Promise.all([sweep(api()), sweep(api())]);
    await sweep(api());
    expect(await refunds(id)).toMatchObject([{ amount: 2500, status: 'succeeded' }]);
    expect(await list()).toMatchObject({ status: 'cancelled', refund: 'returned' });
    expect((await info(sessionId, student)).body).toMatchObject({
      error: 'This session was cancelled. Your payment was refunded in full.',
      purchase: { amount: 25, refunded: 25, paid_at: expect.any(String) },
    });
    expect((await api().send('GET', '/api/my-sessions/', undefined, student)).body).toMatchObject([
      { status: 'cancelled', refund: 'returned', amount: 25 },
    ]);
    const [toStudent, ...more] = await mails(email, /is cancelled \(booking \d+\)$/);
    expect([toStudent?.body, more]).toEqual([
      expect.stringContaining("You'll get a full refund of $25.00."),
      [],
    ]);
    const toCoach = await mails(
      'coach@carry.example',
      new RegExp(`is cancelled \\(booking ${id}\\)$`),
    );
    expect(toCoach.map(({ body }) => body)).toEqual([
      expect.stringContaining('The student gets a full refund of $25.00.'),
    ]);
    // neither the coach nor a late event restores the session
    expect(await api().slotIn(3, 0)).toEqual(slot);
    for (const status of ['confirmed', 'completed']) expect((await set(status)).status).toBe(409);
    await webhook(api(), sessionId, { again: true });
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
  });

  test('moves no money for an undone cancellation', {
    tags: ['@fault-11.3'],
  }, async () => {
    const { id, sessionId, student, set, email } = await paidSession('undone', 1);
    expect((await set('cancelled')).status).toBe(200);
    api().clock.offset += 8_000;
    expect((await set('confirmed')).status).toBe(200);
    api().clock.offset += 60_000;
    await sweep(api());
    expect(await refunds(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    expect((await info(sessionId, student)).body).toMatchObject({ booking_id: id });
    expect(await mails(email, /cancelled|confirmed/)).toEqual([]);
    expect(await mails('coach@carry.example', new RegExp(`Booking ${id} is`))).toEqual([]);
  });

  test('makes a cancellation final once its refund begins', {
    tags: ['@fault-11.2', '@fault-guards'],
  }, async () => {
    const { id, set } = await paidSession('begun', 2);
    await set('cancelled');
    api().clock.offset += 11_000;
    const { create } = api().stripe.refunds;
    const keys: unknown[] = [];
    api().stripe.refunds.create = (async (params: never, options: { idempotencyKey?: string }) => {
      keys.push(options?.idempotencyKey);
      const made = await create.call(api().stripe.refunds, params, options as never);
      if (keys.length === 1) throw new Error('the answer was lost');
      return made;
    }) as typeof create;
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'begun' });
    expect((await set('confirmed')).status).toBe(409);
    api().clock.offset += 61_000;
    await sweep(api());
    api().stripe.refunds.create = create;
    const { paymentIntent } = (await row(id)) ?? {};
    expect(keys).toEqual([`refund-${paymentIntent}-1`, `refund-${paymentIntent}-2`]);
    expect(await refunds(id)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
  });

  test('completes a session after its start and replaces held mails', {
    tags: ['@fault-11.2', '@fault-11.3'],
  }, async () => {
    const { id, slot, set, email } = await paidSession('early', 3);
    const refused = await set('completed');
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: "This session hasn't started yet." },
    });
    api().clock.offset +=
      Date.parse(`${slot.date}T${slot.time}:00Z`) - api().now().getTime() - 60_000;
    const coach = async () => (await api().asCoach()).access;
    expect((await set('completed', await coach())).status).toBe(409);
    api().clock.offset += 60_000;
    const token = await coach();
    for (const status of ['cancelled', 'completed'])
      expect((await set(status, token)).status).toBe(200);
    const sentMails = await mails(email, / is \w+ \(booking \d+\)$/);
    expect(sentMails.map(({ subject }) => subject)).toEqual([
      `Your session with Nova is completed (booking ${id})`,
    ]);
    const wait = (sentMails[0]?.nextAttemptAt.getTime() ?? 0) - api().now().getTime();
    expect(wait).toBeGreaterThan(8_000);
    expect(await row(id)).toMatchObject({ status: 'completed', refund: 'none' });
    api().clock.offset += 11_000;
    await api()
      .db.update(outbox)
      .set({ sentAt: api().now() })
      .where(eq(outbox.id, sentMails[0]?.id ?? 0));
    await set('confirmed', token);
    expect((await mails(email, / is \w+ \(booking \d+\)$/)).map(({ subject }) => subject)).toEqual([
      `Your session with Nova is confirmed (booking ${id})`,
      `Your session with Nova is completed (booking ${id})`,
    ]);
  });

  const refundWays: [string, (id: number, sessionId: string) => Promise<unknown>][] = [
    [
      'the student asks for',
      async (id) => {
        const { studentId } = (await row(id)) ?? {};
        const token = await signAccess(api(), studentId ?? 0);
        return api().send('POST', `/api/my-sessions/${id}/refund/`, {}, token);
      },
    ],
    [
      'the operator makes',
      (id) =>
        api().send('POST', `/api/operator/bookings/${id}/refund/`, {}, api().config.operatorToken),
    ],
    [
      'the provider made',
      async (id, sessionId) => {
        const { paymentIntent } = (await row(id)) ?? {};
        await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '' });
        await refundedEvent(api(), sessionId);
      },
    ],
  ];
  test.each(refundWays)('asks for no review after a refund that %s', async (way, refund) => {
    const { id, slot, sessionId, set, email } = await paidSession(`${way.replaceAll(' ', '-')}`, 6);
    api().clock.offset += Date.parse(`${slot.date}T${slot.time}:00Z`) - api().now().getTime() + 1;
    expect((await set('completed', (await api().asCoach()).access)).status).toBe(200);
    expect(await mails(email, /is completed/)).toHaveLength(1);
    await refund(id, sessionId);
    expect(await mails(email, /is completed/)).toEqual([]);
    expect(await mails(email, /^Refund for/)).toHaveLength(1);
  });

  test('cancels a session that the operator refunded at the provider', {
    tags: ['@fault-11.1'],
  }, async () => {
    const { id, sessionId, student, email } = await paidSession('by-hand', 4);
    const { paymentIntent } = (await row(id)) ?? {};
    await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '' });
    await refundedEvent(api(), sessionId);
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
    await refundedEvent(api(), sessionId, 'again');
    expect(await mails(email, /is cancelled/)).toHaveLength(1);
    expect((await info(sessionId, student)).status).toBe(410);

    const other = await api().newStudent('by-hand-first');
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(await api().slotIn(3, 5)), other)
    ).body;
    const second = (
      await api().send('POST', '/api/create-checkout-session/', api().createCheckout(booking_id))
    ).body.sessionId;
    await api().pay(second);
    const { payment_intent } = await api().stripe.checkout.sessions.retrieve(second);
    await api().stripe.refunds.create({ payment_intent: String(payment_intent) });
    await refundedEvent(api(), second);
    await webhook(api(), second);
    expect((await info(second, other)).status).toBe(410);
    expect(await row(booking_id)).toMatchObject({ status: 'expired', refund: 'returned' });
  });
});

async function refundedEvent(api: Harness, sessionId: string, eventId = 'first') {
  const { payment_intent } = await api.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  });
  const { latest_charge } = payment_intent as { latest_charge: object };
  await webhook(api, sessionId, { ...latest_charge, eventId }, 'charge.refunded');
}
