import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bookings, ledgerEntries, paymentIncidents, payoutAccounts } from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { ledgerSums } from '../src/features/earnings/sums';
import { settlePayment } from '../src/features/payments/settle';
import { payOut } from '../src/features/payouts/run';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { deliverEvent, openAccount } from './ledger-world';

const HOUR_MS = 3_600_000;
const PRICE = 2500;
const SHARE = 2125;

let names = 0;

/** A coach with an account at the provider, and a student. */
async function newPair(api: Harness) {
  const name = `destination-${++names}`;
  const coach = await api.newCoach(name);
  const account = await openAccount(api, coach.coachId);
  const [student] = await api.newCrowd(`${name}-student-`, 1);
  const token = student?.token ?? '';

  async function book(): Promise<{ id: number; session: string }> {
    const date = new Date(api.now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
    const slots = `/api/coach/${coach.coachId}/available-slots/?date=${date}&duration=60`;
    const [slot] = (await api.send('GET', slots)).body.available_slots;
    const of = { coach_id: coach.coachId, service_id: coach.serviceId };
    const order = api.order({ date, time: slot.start }, of);
    const { body } = await api.send('POST', '/api/create-booking/', order, token);
    const id = body.booking_id;
    const details = { coachId: coach.coachId, serviceId: coach.serviceId };
    const page = await api.send(
      'POST',
      '/api/create-checkout-session/',
      api.createCheckout(id, details),
      token,
    );
    return { id, session: page.body.sessionId };
  }

  async function balance(): Promise<number> {
    const { available } = await api.stripe.balance.retrieve({}, { stripeAccount: account });
    return available[0]?.amount ?? 0;
  }

  return {
    account,
    token,
    coach,
    book,
    async bookAndPay() {
      const booked = await book();
      await api.pay(booked.session);
      await settlePayment(api, booked.session);
      return booked;
    },
    balance,
    async emptyAccount(): Promise<void> {
      const amount = await balance();
      await api.stripe.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account });
    },
    /** Puts as much again into the account. */
    async refill(): Promise<void> {
      const price = { currency: 'usd', unit_amount: SHARE, product_data: { name: 'x' } };
      const { id } = await api.stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: price }],
        payment_intent_data: { transfer_data: { destination: account } },
        success_url: 'http://x',
        cancel_url: 'http://x',
      });
      await api.pay(id);
    },
  };
}

onEveryDatabaseAtNight('destination charges', (api) => {
  beforeEach(() => {
    Object.assign(api().config.stripe, { destinationCharges: true });
    Object.assign(api().config, { commissionPercent: 15 });
  });
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  const addUpAll = async (id: number) =>
    (
      await api().db.select(ledgerSums).from(ledgerEntries).where(eq(ledgerEntries.bookingId, id))
    )[0];
  const readRow = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const readIncidents = (id: number) =>
    api()
      .db.select({ type: paymentIncidents.type })
      .from(paymentIncidents)
      .where(eq(paymentIncidents.bookingId, id));
  const readTransfers = async (id: number) =>
    (await api().stripe.transfers.list({ transfer_group: `booking-${id}` })).data;
  const cancel = (id: number, token: string) =>
    api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
  const refund = async () => {
    api().clock.offset += HOUR_MS; // the cancellation can be undone until then
    await sweep(api());
  };

  /** Reads payments without their transfer until undone: Stripe makes it up to an hour later. */
  function delayTransfers(): () => void {
    const { sessions } = api().stripe.checkout;
    const retrieve = sessions.retrieve.bind(sessions);
    const restore = () => {
      sessions.retrieve = retrieve;
    };
    undo.push(restore);
    sessions.retrieve = (async (...call: Parameters<typeof retrieve>) => {
      const session = await retrieve(...call);
      const intent = session.payment_intent as Stripe.PaymentIntent | null;
      if (intent) Object.assign(intent.latest_charge as Stripe.Charge, { transfer: null });
      return session;
    }) as typeof retrieve;
    return restore;
  }
  const complete = async (id: number) => {
    const completed = { status: 'completed', completedAt: api().now() } as const;
    await api().db.update(bookings).set(completed).where(eq(bookings.id, id));
    api().clock.offset += 96 * HOUR_MS;
  };

  test('record a transfer that the provider makes after the payment', async () => {
    const { bookAndPay } = await newPair(api());
    delayTransfers();
    const { id } = await bookAndPay();
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: SHARE });
    const [transfer] = await readTransfers(id);
    await deliverEvent(api(), 'transfer.created', { object: transfer ?? {} }); // before its charge has it
    expect(await addUpAll(id)).toMatchObject({ paid_out: SHARE, pending: 0 });
    expect(await readIncidents(id)).toEqual([]);
    const key = `transfer ${transfer?.id}`;
    expect(await api().db.$count(paymentIncidents, eq(paymentIncidents.key, key))).toBe(0);
  });

  test('make no second transfer if the event of the first is lost', async () => {
    Object.assign(api().config, { commissionPercent: 60 }); // two shares are less than the payment
    const { bookAndPay, balance } = await newPair(api());
    const restore = delayTransfers();
    const { id } = await bookAndPay();
    await complete(id);
    await payOut(api());
    expect(await balance()).toBe(1000);
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: 1000 });
    restore();
    api().clock.offset += 24 * HOUR_MS;
    await payOut(api());
    expect(await readTransfers(id)).toHaveLength(1);
    expect(await addUpAll(id)).toMatchObject({ paid_out: 1000, pending: 0 });
    expect(await readIncidents(id)).toEqual([]);
  });

  test('take back a share whose transfer is first seen with the refund', async () => {
    const pair = await newPair(api());
    const restore = delayTransfers();
    const { id } = await pair.bookAndPay();
    restore();
    await pair.emptyAccount();
    await cancel(id, pair.token);
    await refund();
    const row = await readRow(id);
    expect(row).toMatchObject({ refund: 'returned' });
    const charge = { id: 'ch_1', object: 'charge', payment_intent: row?.paymentIntent };
    await deliverEvent(api(), 'charge.refunded', { object: charge });
    expect(await addUpAll(id)).toMatchObject({ paid_out: SHARE, pending: -SHARE });
    await pair.refill();
    api().clock.offset += HOUR_MS;
    await payOut(api());
    expect(await pair.balance()).toBe(0);
  });

  test('open no incident for a refund made at the provider', async () => {
    const { bookAndPay, balance } = await newPair(api());
    const { id } = await bookAndPay();
    const [transfer] = await readTransfers(id);
    const payment_intent = (await readRow(id))?.paymentIntent ?? '';
    await api().stripe.refunds.create({ payment_intent, reverse_transfer: true });
    await deliverEvent(api(), 'transfer.reversed', { object: transfer ?? {} });
    const charge = { id: 'ch_1', object: 'charge', payment_intent };
    await deliverEvent(api(), 'charge.refunded', { object: charge });
    expect(await readRow(id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
    expect(await addUpAll(id)).toMatchObject({ refunded: PRICE, paid_out: 0, pending: 0 });
    expect(await balance()).toBe(0);
    expect(await readIncidents(id)).toEqual([]);
  });

  test('refuse a payout by hand of a share that the provider transferred', async () => {
    const { bookAndPay, account, coach } = await newPair(api());
    const restore = delayTransfers();
    const { id } = await bookAndPay();
    restore();
    await complete(id);
    const accounts = api().db.update(payoutAccounts).set({ enabled: false });
    await accounts.where(eq(payoutAccounts.account, account));
    const { operatorToken } = api().config;
    const due = `/api/operator/coaches/${coach.coachId}/due/?until=${api().now().toISOString()}`;
    expect((await api().send('GET', due, undefined, operatorToken)).body).toMatchObject({
      amount: 0,
    });
    const byHand = `/api/operator/bookings/${id}/paid-out/`;
    const answer = await api().send('POST', byHand, { amount: SHARE / 100 }, operatorToken);
    expect(answer.status).toBe(409);
    expect(await addUpAll(id)).toMatchObject({ paid_out: SHARE, pending: 0 });
  });

  test('reverse nothing in another currency', async () => {
    const { bookAndPay, balance } = await newPair(api());
    const { id } = await bookAndPay();
    const { transfers } = api().stripe;
    const retrieve = transfers.retrieve.bind(transfers);
    undo.push(() => {
      transfers.retrieve = retrieve;
    });
    transfers.retrieve = (async (...call: Parameters<typeof retrieve>) => ({
      ...(await retrieve(...call)),
      currency: 'eur',
    })) as typeof retrieve;
    await api().db.update(bookings).set({ refundedCents: 333 }).where(eq(bookings.id, id));
    await payOut(api());
    expect(await balance()).toBe(SHARE);
  });

  test('transfer the share with the payment, and not again after the guarantee', async () => {
    const { bookAndPay, balance } = await newPair(api());
    const { id } = await bookAndPay();
    expect(await readRow(id)).toMatchObject({ status: 'confirmed', hasTransfer: true });
    expect(await addUpAll(id)).toMatchObject({
      paid: PRICE,
      commission: 375,
      paid_out: SHARE,
      pending: 0,
    });
    expect(await balance()).toBe(SHARE);
    const now = api().now();
    const completed = { status: 'completed', completedAt: now } as const;
    await api().db.update(bookings).set(completed).where(eq(bookings.id, id));
    api().clock.offset += 96 * HOUR_MS;
    await payOut(api());
    expect(await readTransfers(id)).toHaveLength(1);
    expect(await balance()).toBe(SHARE);
  });

  test('take the share back with a refund', async () => {
    const { bookAndPay, balance, token } = await newPair(api());
    const { id } = await bookAndPay();
    const [transfer] = await readTransfers(id);
    const { refunds } = api().stripe;
    const create = refunds.create.bind(refunds);
    undo.push(() => {
      refunds.create = create;
    });
    refunds.create = (async (...call: Parameters<typeof create>) => {
      const made = await create(...call);
      await deliverEvent(api(), 'transfer.reversed', { object: transfer ?? {} });
      return made;
    }) as typeof refunds.create;
    expect((await cancel(id, token)).status).toBe(200);
    await refund();
    expect(await readRow(id)).toMatchObject({ refund: 'returned', refundedCents: PRICE });
    expect(await balance()).toBe(0);
    await payOut(api());
    expect(await addUpAll(id)).toMatchObject({ refunded: PRICE, paid_out: 0, pending: 0 });
    expect(await readIncidents(id)).toEqual([]);
  });

  test('refund from the balance of the site if the account is empty', async () => {
    const { bookAndPay, balance, token, emptyAccount, refill } = await newPair(api());
    const { id } = await bookAndPay();
    await emptyAccount();
    await cancel(id, token);
    await refund();
    expect(await readRow(id)).toMatchObject({ refund: 'returned', refundedCents: PRICE });
    expect(await addUpAll(id)).toMatchObject({ paid_out: SHARE, pending: -SHARE });
    await refill();
    api().clock.offset += HOUR_MS;
    await payOut(api());
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: 0 });
    expect(await balance()).toBe(0);
  });

  test('take back the share of a partial refund, then of the rest', async () => {
    const { bookAndPay, balance, token } = await newPair(api());
    const { id } = await bookAndPay();
    const part = await api().send(
      'POST',
      `/api/operator/bookings/${id}/refund/`,
      { amount: 3.33 },
      api().config.operatorToken,
    );
    expect(part.status).toBe(200);
    await payOut(api());
    expect(await balance()).toBe(1842); // 21.67 without 3.25
    expect(await addUpAll(id)).toMatchObject({ refunded: 333, paid_out: 1842, pending: 0 });
    await cancel(id, token);
    await refund();
    await payOut(api());
    expect(await addUpAll(id)).toMatchObject({ refunded: PRICE, paid_out: 0, pending: 0 });
    expect(await balance()).toBe(0);
  });

  test('confirm a payment whose transfer is reported first', async () => {
    const { book } = await newPair(api());
    const { id, session } = await book();
    await api().pay(session);
    const [transfer] = await readTransfers(id);
    await deliverEvent(api(), 'transfer.created', { object: transfer ?? {} });
    expect(await readRow(id)).toMatchObject({ status: 'confirmed' });
    expect(await addUpAll(id)).toMatchObject({ paid_out: SHARE });
    await deliverEvent(api(), 'transfer.created', { object: transfer ?? {} });
    expect(await readIncidents(id)).toEqual([]);
    await api().stripe.transfers.createReversal(transfer?.id ?? '');
    await deliverEvent(api(), 'transfer.reversed', { object: transfer ?? {} });
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: SHARE });
    expect(await readIncidents(id)).toEqual([{ type: 'transfer.reversed' }]);
  });

  test('take the share back if the session was cancelled before the payment', async () => {
    const { book, balance } = await newPair(api());
    const { id, session } = await book();
    const cancelled = { status: 'cancelled' } as const;
    await api().db.update(bookings).set(cancelled).where(eq(bookings.id, id));
    await api().pay(session);
    await settlePayment(api(), session);
    expect(await readRow(id)).toMatchObject({ refund: 'due' });
    await sweep(api());
    await payOut(api());
    expect(await balance()).toBe(0);
    expect(await addUpAll(id)).toMatchObject({ refunded: PRICE, paid_out: 0, pending: 0 });
  });

  test('wait for the guarantee without an account that accepts payments', async () => {
    const { bookAndPay, account } = await newPair(api());
    const { sessions } = api().stripe.checkout;
    const create = sessions.create.bind(sessions);
    undo.push(() => {
      sessions.create = create;
    });
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    const errors = [StripeInvalidRequestError, StripePermissionError];
    let refused = 0;
    sessions.create = ((...call: Parameters<typeof create>) => {
      if (!call[0]?.payment_intent_data?.transfer_data) return create(...call);
      const Refusal = errors[refused++] ?? Error;
      return Promise.reject(new Refusal({} as never));
    }) as typeof sessions.create;
    const { id } = await bookAndPay();
    expect(refused).toBe(1);
    expect(await readRow(id)).toMatchObject({ status: 'confirmed', destination: null });
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: SHARE });
    const { id: next } = await bookAndPay();
    expect(await readRow(next)).toMatchObject({ status: 'confirmed', destination: null });
    await api()
      .db.update(payoutAccounts)
      .set({ enabled: false })
      .where(eq(payoutAccounts.account, account));
    await bookAndPay();
    expect(refused).toBe(2);
  });

  test('stay off unless the site turns them on', async () => {
    Object.assign(api().config.stripe, { destinationCharges: false });
    const { bookAndPay, balance } = await newPair(api());
    const { id } = await bookAndPay();
    expect(await addUpAll(id)).toMatchObject({ paid_out: 0, pending: SHARE });
    expect(await balance()).toBe(0);
  });
});
