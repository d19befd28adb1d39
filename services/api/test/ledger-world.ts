import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, like, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import {
  bookings,
  ledgerEntries,
  paymentIncidents,
  payoutAccounts,
  transfers,
} from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { compactMonths } from '../src/features/earnings/compact';
import { ledgerSums } from '../src/features/earnings/sums';
import { computeShare } from '../src/features/payments/checkout';
import { settlePayment } from '../src/features/payments/settle';
import { readPendingCents } from '../src/features/payouts/due';
import { payOut } from '../src/features/payouts/run';
import { REPORT_AFTER } from '../src/features/payouts/transfers';
import { breakable } from './breakable';
import { createDisputes } from './disputes';
import type { Harness } from './harness';

export const COMMISSION_BPS = 1500;
const HOUR_MS = 3_600_000;

/** Months whose sums differ from those of their ledger entries. */
export async function monthsOffLedger({ db }: Harness): Promise<unknown[]> {
  const sums = sql`sum(paid_cents), sum(commission_cents), sum(refunded_cents), sum(paid_out_cents), sum(pending_cents)`;
  const kept = sql`SELECT coach_id, month, sum(bookings), ${sums} FROM ledger_months GROUP BY 1, 2`;
  const added = sql`SELECT coach_id, month, count(DISTINCT booking_id), ${sums} FROM ledger_entries GROUP BY 1, 2`;
  const { rows } = (await db.execute(
    sql`((${kept}) EXCEPT (${added})) UNION ALL ((${added}) EXCEPT (${kept}))`,
  )) as unknown as { rows: unknown[] };
  return rows;
}

/** Bookings whose marks differ from the ledger or from the failed refunds. */
export async function wrongMarks({ db }: Harness): Promise<unknown[]> {
  const { rows } = (await db.execute(
    sql`SELECT booking_id FROM ledger_entries JOIN bookings ON bookings.id = booking_id
        GROUP BY 1, is_overpaid HAVING is_overpaid <> (sum(pending_cents) < 0)
      UNION SELECT id FROM bookings WHERE has_failed_refund <> (refund = 'failed' OR refund = 'none' AND id IN (
        SELECT booking_id FROM payment_incidents WHERE type = 'refund.failed' AND resolved_at IS NULL))`,
  )) as unknown as { rows: unknown[] };
  return rows;
}

/** Delivers a signed event; `account` makes it one of a connected account. */
export async function deliverEvent(
  api: Harness,
  type: string,
  { object, account, at }: { object: object; account?: string; at?: Date },
) {
  const { webhookSecret, connectSecret } = api.config.stripe;
  const id = `evt_${randomBytes(8).toString('hex')}`;
  const payload = JSON.stringify({
    ...{ id, type, data: { object } },
    ...(account && { account }),
    ...(at && { created: Math.floor(at.getTime() / 1000) }),
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: account ? connectSecret : webhookSecret,
    timestamp: Math.floor(api.now().getTime() / 1000),
  });
  return api.send('POST', '/api/stripe/webhook/', payload, undefined, {
    'stripe-signature': signature,
    'content-type': 'application/json',
  });
}

/** Finishes the provider's form, as the owner of an account does in the browser. */
export async function submitForm(api: Harness, url: string): Promise<void> {
  await fetch(url.replace(/^http:\/\/[^/]+/, api.sandbox.origin), {
    method: 'POST',
    redirect: 'manual',
  });
}

/** Creates an account of a coach that can receive transfers. */
export async function openAccount(api: Harness, coachId: number): Promise<string> {
  const { id } = await api.stripe.accounts.create({
    type: 'express',
    country: 'DE',
    capabilities: { transfers: { requested: true } },
  });
  const link = { account: id, refresh_url: 'http://x', return_url: 'http://x' };
  const { url } = await api.stripe.accountLinks.create({ ...link, type: 'account_onboarding' });
  await submitForm(api, url);
  await api.db
    .insert(payoutAccounts)
    .values({ coachId, account: id, submitted: true, enabled: true, updatedAt: api.now() });
  return id;
}

/** Bookings of two coaches, one of them with an account at the provider, which may get its share with each payment. */
export async function ledgerWorld(
  api: Harness,
  { destinationCharges = false, commissionBps = COMMISSION_BPS } = {},
) {
  const name = randomBytes(4).toString('hex');
  const [student] = await api.newCrowd(`payer-${name}-`, 1);
  const coaches = [await api.newCoach(`rich-${name}`), await api.newCoach(`plain-${name}`)];
  const account = await openAccount(api, coaches[0]?.coachId ?? 0);
  const breaking = breakable(api);
  const disputes = createDisputes(api);
  const faults = {
    ...breaking,
    restore(): void {
      disputes.restore();
      breaking.restore();
    },
  };
  const own: { id: number; session: string }[] = [];
  /** Bookings whose transfers the operator took back. */
  const takenBack = new Set<number>();
  /** Cents that the operator paid back another way, by booking. */
  const settled = new Map<number, number>();
  /** Cents that the operator paid a coach by hand, by booking. */
  const byHand = new Map<number, number>();
  const paidEarlier = new Set<number>();
  const pick = (which: number) => own[which % Math.max(own.length, 1)];
  const provider = new Stripe(api.config.stripe.secretKey, {
    host: 'localhost',
    port: new URL(api.sandbox.origin).port,
    protocol: 'http',
  });

  const readCharge = async (session: string) => {
    const { payment_intent } = await provider.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge'],
    });
    return (payment_intent as Stripe.PaymentIntent | null)?.latest_charge as Stripe.Charge | null;
  };
  const listOfCharge = async (session: string) => {
    const transfer = (await readCharge(session))?.transfer;
    return transfer ? [await provider.transfers.retrieve(String(transfer))] : [];
  };
  const readRow = async (id: number) =>
    (await api.db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const quietly = (work: Promise<unknown>) => work.catch(() => null);

  const readTransfer = async (one: { id: number } | undefined) =>
    one &&
    (await api.db.select().from(transfers).where(eq(transfers.bookingId, one.id)))[0]?.transfer;

  /** The operator pays what is pending by hand, or gets it back. */
  async function payByHand(which: number): Promise<void> {
    const one = pick(which);
    if (!one) return;
    const pending = await readPendingCents(api.db, one.id);
    const path = `/api/operator/bookings/${one.id}/paid-out/`;
    const body = { amount: pending / 100 };
    const answer = await api.send('POST', path, body, api.config.operatorToken);
    if (answer.status === 200) byHand.set(one.id, (byHand.get(one.id) ?? 0) + pending);
  }

  /** The operator records a payout that was made before a refund or lost dispute. */
  async function payEarlier(which: number): Promise<void> {
    const one = pick(which);
    if (!one) return;
    const path = `/api/operator/bookings/${one.id}/`;
    const { operatorToken } = api.config;
    const { body } = await api.send('GET', path, undefined, operatorToken);
    const { earlier_share: amount } = body;
    if (!(amount > 0)) return;
    const payout = { amount, earlier: true };
    const answer = await api.send('POST', `${path}paid-out/`, payout, operatorToken);
    if (answer.status !== 200) return;
    paidEarlier.add(one.id);
    byHand.set(one.id, (byHand.get(one.id) ?? 0) + Math.round(amount * 100));
  }

  async function order(
    coach: number,
    cents: number,
    beforePayment = async () => {},
  ): Promise<void> {
    const { coachId = 0, serviceId = 0 } = coaches[coach] ?? {};
    const price = { currency: 'usd', unit_amount: cents, product_data: { name: 'x' } };
    const destination = destinationCharges && coach === 0 ? account : null;
    const { id: session } = await provider.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: price }],
      ...(destination && {
        payment_intent_data: {
          transfer_data: { destination, amount: computeShare(cents, commissionBps) },
        },
      }),
      success_url: 'http://x',
      cancel_url: 'http://x',
    });
    const start = new Date(api.now().getTime() + (own.length + 1) * 2 * HOUR_MS);
    const [row] = await api.db
      .insert(bookings)
      .values({
        ...{ studentId: student?.id ?? 0, coachId, serviceId, quantity: 1, amountCents: cents },
        ...{ durationMinutes: 60, contactInfo: '', details: '', commissionBps },
        startsAt: start,
        endsAt: new Date(start.getTime() + HOUR_MS),
        status: 'expired',
        holdExpiresAt: api.now(),
        checkoutSession: session,
        checkoutClosed: true,
        destination,
      })
      .returning({ id: bookings.id });
    await api.db
      .update(bookings)
      .set({ status: 'pending_payment' })
      .where(eq(bookings.id, row?.id ?? 0));
    await beforePayment();
    await api.pay(session);
    await settlePayment({ ...api, stripe: provider }, session);
    own.push({ id: row?.id ?? 0, session });
  }

  return {
    account,
    provider,
    order,
    faults,
    disputes,
    own,
    readCharge,
    readRow,
    /** The session took place. */
    async complete(which: number): Promise<void> {
      const one = pick(which);
      if (!one) return;
      await api.db
        .update(bookings)
        .set({ status: 'completed', completedAt: api.now() })
        .where(sql`id = ${one.id} AND status = 'confirmed' AND refund = 'none'`);
    },
    /** The site refunds all of it. */
    async refund(which: number): Promise<void> {
      const one = pick(which);
      if (!one) return;
      await api.db
        .update(bookings)
        .set({
          refund: 'begun',
          refundAfter: api.now(),
          status: sql`CASE WHEN status = 'confirmed' THEN 'cancelled' ELSE status END`,
        })
        .where(sql`id = ${one.id} AND paid_at IS NOT NULL AND refund = 'none'`);
    },
    /** The operator refunds a part at the provider; its event comes with `deliverWebhook`. */
    async refundPart(which: number, percent: number): Promise<void> {
      const one = pick(which);
      const charge = one && (await readCharge(one.session));
      if (!charge || typeof charge.payment_intent !== 'string') return;
      const left = charge.amount - charge.amount_refunded;
      const amount = Math.max(1, Math.floor((left * percent) / 100));
      await quietly(provider.refunds.create({ payment_intent: charge.payment_intent, amount }));
    },
    /** The bank returns the last refund; the event of it arrives. */
    async failRefund(which: number): Promise<void> {
      const one = pick(which);
      const charge = one && (await readCharge(one.session));
      if (!charge || typeof charge.payment_intent !== 'string') return;
      const { data } = await api.stripe.refunds.list({ payment_intent: charge.payment_intent });
      const refund = data.find(({ status }) => status !== 'failed');
      if (!refund) return;
      await fetch(`${api.sandbox.origin}/refunds/${refund.id}/fail`, { method: 'POST' });
      const object = { ...refund, status: 'failed' };
      await deliverEvent(api, 'refund.failed', { object });
    },
    /** The operator pays what could not be refunded another way. */
    async settle(which: number): Promise<void> {
      const one = pick(which);
      if (!one) return;
      const path = `/api/operator/bookings/${one.id}/`;
      const { operatorToken } = api.config;
      const { body } = await api.send('GET', path, undefined, operatorToken);
      const { failed_refund: amount } = body;
      if (!(amount > 0)) return;
      const answer = await api.send('POST', `${path}settle/`, { amount }, operatorToken);
      if (answer.status === 200)
        settled.set(one.id, (settled.get(one.id) ?? 0) + Math.round(amount * 100));
    },
    payByHand,
    payEarlier,
    /** The coach pays back by hand what Stripe could not take. */
    async payBack(which: number): Promise<void> {
      const one = pick(which);
      if (!one || (await readPendingCents(api.db, one.id)) >= 0) return;
      const tooOften = { attempts: REPORT_AFTER, retryAt: api.now() };
      await api.db.update(transfers).set(tooOften).where(eq(transfers.bookingId, one.id));
      await payByHand(which);
    },
    handedOver: (id: number): number => byHand.get(id) ?? 0,
    async deliverWebhook(which: number): Promise<void> {
      const one = pick(which);
      const charge = one && (await readCharge(one.session));
      if (charge && charge.amount_refunded > 0)
        await deliverEvent(api, 'charge.refunded', { object: charge });
    },
    /** The bank takes a part of the payment; its event comes with `deliverDisputes`. */
    async loseDispute(which: number, percent: number): Promise<void> {
      const one = pick(which);
      const charge = one && (await readCharge(one.session));
      if (!charge || typeof charge.payment_intent !== 'string') return;
      const amount = Math.max(1, Math.floor((charge.amount * percent) / 100));
      disputes.lose(disputes.open(charge.payment_intent, amount));
    },
    /** Delivers the events of all disputes of a booking; the operator resolves their incidents. */
    async deliverDisputes(which: number): Promise<void> {
      const one = pick(which);
      const intent = one && (await readRow(one.id))?.paymentIntent;
      if (!intent) return;
      for (const dispute of disputes.ofIntent(intent))
        await deliverEvent(api, 'charge.dispute.closed', { object: dispute });
      await api.db
        .update(paymentIncidents)
        .set({ resolvedAt: api.now() })
        .where(
          and(
            eq(paymentIncidents.bookingId, one.id),
            like(paymentIncidents.type, 'charge.dispute%'),
          ),
        );
    },
    /** The amount that refunds, lost disputes and operators took from a payment. */
    addUpGone(id: number, charge: Stripe.Charge): number {
      const lost = disputes.ofIntent(String(charge.payment_intent));
      const gone = lost.reduce((sum, { amount }) => sum + amount, charge.amount_refunded);
      return Math.min(charge.amount, gone + (settled.get(id) ?? 0));
    },
    /** The operator takes a transfer back at the provider; its event comes with `deliverTransfer`. */
    async takeBack(which: number): Promise<void> {
      const one = pick(which);
      const transfer = await readTransfer(one);
      if (!one || !transfer) return;
      takenBack.add(one.id);
      await quietly(provider.transfers.createReversal(transfer, {}));
    },
    async deliverTransfer(which: number): Promise<void> {
      const transfer = await readTransfer(pick(which));
      if (!transfer) return;
      const object = await provider.transfers.retrieve(transfer);
      await deliverEvent(api, 'transfer.reversed', { object });
    },
    /** The coach's balance goes to the bank, so nothing is left for reversals. */
    async emptyAccount(): Promise<void> {
      const { available } = await provider.balance.retrieve({}, { stripeAccount: account });
      const amount = available[0]?.amount ?? 0;
      if (amount > 0)
        await quietly(
          provider.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account }),
        );
    },
    /** True if a transfer pays the coach's share in the end: the session took place, and nothing returned all of it. */
    async isDue(id: number): Promise<boolean> {
      const { coachId, status, refund } = (await readRow(id)) ?? {};
      const isPaidOut = coachId === coaches[0]?.coachId && !takenBack.has(id) && !byHand.has(id);
      return isPaidOut && status === 'completed' && refund === 'none';
    },
    countEarlier: () => paidEarlier.size,
    /** Counts transfers that the site took back, also in parts. */
    async countReversed(): Promise<number> {
      const ids = own.map(({ id }) => id).filter((id) => !takenBack.has(id));
      return api.db.$count(
        transfers,
        and(inArray(transfers.bookingId, ids), gt(transfers.reversedCents, 0)),
      );
    },
    async work(): Promise<void> {
      await quietly(sweep(api));
      await payOut(api);
      await compactMonths(api.db);
    },
    sums: () =>
      api.db
        .select({ booking: ledgerEntries.bookingId, ...ledgerSums })
        .from(ledgerEntries)
        .where(
          inArray(
            ledgerEntries.bookingId,
            own.map(({ id }) => id),
          ),
        )
        .groupBy(ledgerEntries.bookingId),
    /** The amount that the provider holds for the coach of a booking. */
    async transferred(id: number): Promise<number> {
      const { destination, checkoutSession } = (await readRow(id)) ?? {};
      const { data } = destination
        ? { data: await listOfCharge(checkoutSession ?? '') }
        : await provider.transfers.list({ transfer_group: `booking-${id}` });
      return data.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
    },
  };
}

export type LedgerWorld = Awaited<ReturnType<typeof ledgerWorld>>;
