import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, paymentEvents, paymentIncidents } from '../src/core/db/schema';
import { notePaymentFailed, settlePayment } from '../src/features/payments/settle';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('payments that do not match a booking', (api) => {
  const readRow = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];

  async function book(name: string) {
    const token = await api().newStudent(name);
    const order = api().order(await api().slotIn(6));
    const { booking_id: id } = (await api().send('POST', '/api/create-booking/', order, token))
      .body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    return { id, token, session: sessionId as string, email: `${name}@example.com` };
  }

  /** Opens a page at the provider that no booking has. */
  async function openPage(metadata: Record<string, string>): Promise<string> {
    const price = { currency: 'usd', unit_amount: 2500, product_data: { name: 'x' } };
    const { id } = await api().stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: price }],
      metadata,
      success_url: 'http://x',
      cancel_url: 'http://x',
    });
    return id;
  }
  const readIncidents = (session: string) =>
    api()
      .db.select()
      .from(paymentIncidents)
      .where(eq(paymentIncidents.key, `unknown ${session}`));

  test('open an incident if another page of the booking is paid', {
    tags: ['@fault-G5'],
  }, async () => {
    const { id, session } = await book('paid-elsewhere');
    const other = await openPage({ booking_id: String(id) });
    await api().pay(other);
    await settlePayment(api(), other);
    expect(await readIncidents(other)).toMatchObject([
      {
        ...{ type: 'payment.without_booking', bookingId: null },
        ...{ amountCents: 2500, currency: 'usd' },
        summary: `paid 2500 usd cents on ${other} for booking ${id}, which has another payment page or none; return it at the payment provider`,
      },
    ]);
    expect(await readRow(id)).toMatchObject({
      status: 'pending_payment',
      checkoutSession: session,
    });
    const resolvedAt = api().now();
    await api().db.update(paymentIncidents).set({ resolvedAt });
    await settlePayment(api(), other);
    expect(await readIncidents(other)).toMatchObject([{ resolvedAt }]);
  });

  test('open no incident for an unpaid, returned or foreign page', async () => {
    const { id } = await book('no-incident');
    const about = { booking_id: String(id) };
    const [unpaid, returned, foreign] = [
      await openPage(about),
      await openPage(about),
      await openPage({}),
    ];
    for (const session of [returned, foreign]) await api().pay(session);
    const { payment_intent } = await api().stripe.checkout.sessions.retrieve(returned);
    await api().stripe.refunds.create({ payment_intent: String(payment_intent) });
    for (const session of [unpaid, returned, foreign]) {
      await settlePayment(api(), session);
      expect.soft(await readIncidents(session)).toEqual([]);
    }
  });

  test('stay cancelled, and return all that was paid', async () => {
    const { id, session } = await book('cancelled-before');
    const cancelled = { status: 'cancelled' } as const;
    await api().db.update(bookings).set(cancelled).where(eq(bookings.id, id));
    await api().pay(session);
    await settlePayment(api(), session);
    expect(await readRow(id)).toMatchObject({
      status: 'cancelled',
      refund: 'due',
      paidCents: null,
    });
  });

  test('end no booking that is paid when an earlier attempt fails', async () => {
    const { id, session, email } = await book('paid-in-time');
    await api().pay(session);
    await settlePayment(api(), session);
    const mails = await api().mailsTo(email);
    const event = { id: 'evt_late_failure', type: 'checkout.session.async_payment_failed' };
    await notePaymentFailed(api(), session, event);
    expect(await readRow(id)).toMatchObject({ status: 'confirmed' });
    expect(await api().mailsTo(email)).toEqual(mails);
  });

  test('record the event of a payment once', async () => {
    const { id, session } = await book('twice');
    await api().pay(session);
    const event = { id: 'evt_twice', type: 'checkout.session.completed' };
    await settlePayment(api(), session, event);
    await settlePayment(api(), session, event);
    expect(await readRow(id)).toMatchObject({ status: 'confirmed' });
    const kept = api().db.$count(paymentEvents, eq(paymentEvents.id, event.id));
    expect(await kept).toBe(1);
  });
});
