import { and, eq, sql, sum } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookingEvents, bookings, paymentEvents } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { cancelledMails, refundMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { partlyReturnedMails, refundFailedMail } from '../mail/payment-messages';
import { readParties } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { recordChargeTransfer, recoverRefunded } from './charge-transfer';
import {
  hasIncident,
  markAnnounced,
  readAnnouncedCents,
  reportIncident,
  resolveRefundIncidents,
  resolveWaitingRefund,
} from './incidents';
import { type Payment, readPayment, withSettled } from './provider';
import { type ProviderEvent, recordEventOnce } from './settle';

type Booking = typeof bookings.$inferSelect;

const MAX_READS = 5;

export const paidBackKey = (refundId: string) => `paid back ${refundId}`;

interface CurrentPayment {
  /** Locked. */
  booking: Booking;
  /** With what was paid back another way. */
  payment: Payment;
}

type RecordPayment = (deps: Dependencies, current: CurrentPayment) => Promise<unknown>;

/** Records a payment as the provider has it, booking locked. Reads it again if another process recorded a perhaps newer amount. */
export async function recordPayment(
  deps: Dependencies,
  intent: string,
  record: RecordPayment,
): Promise<void> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const [before] = await deps.db
      .select({
        id: bookings.id,
        session: bookings.checkoutSession,
        refundedCents: bookings.refundedCents,
      })
      .from(bookings)
      .where(eq(bookings.paymentIntent, intent));
    if (!before?.session) return;
    const payment = await readPayment(deps.stripe, before.session);
    await recoverRefunded(deps, before.id, payment);
    const isRecorded = await transact(deps.db, async (tx) => {
      const booking = await lockByIntent(tx, intent);
      if (booking?.refundedCents !== before.refundedCents) return false;
      const current = { booking, payment: withSettled(payment, booking.settledCents) };
      await recordChargeTransfer({ ...deps, db: tx }, booking, payment);
      await record({ ...deps, db: tx }, current);
      return true;
    });
    if (isRecorded) return;
  }
  throw new Problem(503, "We're very busy right now. Please try again.");
}

/** Applies the provider's refunds to a booking and emails both sides. A full one cancels a confirmed session. */
export const recordRefunds: RecordPayment = async (deps, { booking, payment }) => {
  if (!payment.returned) return recordPartialReturn(deps, booking, payment.refundedCents);
  await recordFullReturn(deps, booking, payment.refundedCents);
  const { refund, status } = booking;
  if (refund === 'failed' || (refund === 'none' && status !== 'confirmed'))
    await emailReturn(deps, booking, payment.refundedCents);
};

export async function reconcileRefunds(
  deps: Dependencies,
  intent: string | null,
  event: ProviderEvent,
): Promise<void> {
  if (!intent) return;
  // an unsettled payment has no booking: settling reads its refunds
  await recordPayment(deps, intent, async (within, current) => {
    if (await recordEventOnce(within.db, event)) await recordRefunds(within, current);
  });
}

async function lockByIntent(tx: Database, intent: string): Promise<Booking | undefined> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent))
    .for('update');
  return booking;
}

/** Only the student was told of a refund that failed. */
async function emailReturn(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  const after = { ...booking, refund: 'returned' as const, refundedCents };
  const about = { config, booking, after, parties: await readParties(tx, booking) };
  const isForStudent = booking.refund === 'failed';
  const mails = refundMails(about, null).filter(
    ({ to }) => !isForStudent || to === about.parties.student,
  );
  await holdMails(tx, mails, { topic: statusTopic(booking.id), now: now() });
}

export async function recordFullReturn(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  const cancels = booking.status === 'confirmed';
  const returned = { refund: 'returned' as const, refundedCents };
  await tx
    .update(bookings)
    .set({
      ...returned,
      ...(cancels && {
        status: 'cancelled' as const,
        undoUntil: null,
        sequence: booking.sequence + 1,
      }),
    })
    .where(eq(bookings.id, booking.id));
  await resolveRefundIncidents(tx, booking.id, now());
  if (!cancels) return;
  await dropReminders(tx, booking.id);
  const after = { ...booking, ...returned };
  const about = { config, booking, after, parties: await readParties(tx, booking) };
  const mails = cancelledMails(about, 'operator', now());
  await holdMails(tx, mails, { topic: statusTopic(booking.id), now: now() }); // replaces a held status mail that is now outdated
}

/** Records a partial refund and emails both sides. Idempotent: the amount is the provider's total. */
async function recordPartialReturn(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  if (refundedCents === booking.refundedCents || booking.refund === 'returned') return;
  await tx.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
  if (refundedCents < booking.refundedCents || booking.refund !== 'none') return;
  const about = { config, booking, parties: await readParties(tx, booking) };
  for (const mail of partlyReturnedMails(about, refundedCents)) await queueMail(tx, mail, now());
}

interface FailedRefund
  extends Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'failure_reason'> {
  payment_intent: string | null;
}

/** Handles a failed refund, such as to a closed card: opens an incident and emails the student, once for each refund. */
export async function noteRefundFailed(
  deps: Dependencies,
  { id, amount, currency, failure_reason, payment_intent: intent }: FailedRefund,
  event: ProviderEvent & { occurredAt: Date },
): Promise<void> {
  if (!intent) return;
  await recordPayment(deps, intent, async (within, { booking, payment }) => {
    const { returned, refundedCents } = payment;
    // Another refund may have returned all of it by now.
    if (!(await recordEventOnce(within.db, event)) || returned) return;
    const failure = {
      refundId: id,
      amountCents: amount,
      currency,
      why: failure_reason ?? 'failed',
      occurredAt: event.occurredAt,
      announced: await wasAnnounced(within.db, booking, { id, amount, refundedCents }),
    };
    const current = { ...booking, refundedCents };
    if (!(await recordFailure(within, current, failure))) return;
    if (booking.refund === 'none')
      await (failure.announced && emailFailure(within, current, amount));
    else await giveUpRefund(within, current, amount);
  });
}

/**
 * Returns true if the student got an email about a refund that failed: an operator made it here, or the announced total has dropped by
 * at least this amount and the failures announced before. A failure may come before the event of its refund.
 */
async function wasAnnounced(
  db: Database,
  booking: Booking,
  { id, amount, refundedCents }: { id: string; amount: number; refundedCents: number },
): Promise<boolean> {
  if ((await db.$count(paymentEvents, eq(paymentEvents.id, paidBackKey(id)))) > 0) return true;
  const isReversal = and(
    eq(bookingEvents.bookingId, booking.id),
    eq(bookingEvents.what, 'refund_reversed'),
  );
  const [reversed] = await db
    .select({ cents: sum(bookingEvents.amountCents).mapWith(Number) })
    .from(bookingEvents)
    .where(isReversal);
  const dropped = Math.max(0, booking.refundedCents - refundedCents);
  const announced = await readAnnouncedCents(db, booking.id);
  return (reversed?.cents ?? 0) + dropped - announced >= amount;
}

interface RefundFailure {
  /** At the provider; undefined if it rejected the request. */
  refundId?: string | undefined;
  amountCents: number;
  currency: string | null;
  why: string;
  occurredAt: Date;
  announced: boolean;
}

/**
 * Opens an incident about a failed refund and stores the refunded amount of the booking (row locked). Returns false for a failure that
 * is recorded. The next attempt has a new idempotency key: the provider replays its answer to an earlier one.
 */
export async function recordFailure(
  { db: tx }: Dependencies,
  { id, refundedCents }: Pick<Booking, 'id' | 'refundedCents'>,
  { refundId, amountCents, currency, why, occurredAt, announced }: RefundFailure,
): Promise<boolean> {
  const key = refundId ? `refund ${refundId}` : `refund of booking ${id}`;
  if (refundId && (await hasIncident(tx, key))) {
    if (announced) await markAnnounced(tx, key);
    return false;
  }
  await reportIncident(tx, {
    key,
    type: 'refund.failed',
    bookingId: id,
    amountCents,
    currency,
    occurredAt,
    announced,
    summary: `the refund of booking ${id} failed (${why}); refund it again, or pay it another way and record that. A payout waits until then`,
  });
  await tx
    .update(bookings)
    .set({ refundedCents, refundAttempts: sql`${bookings.refundAttempts} + 1` })
    .where(eq(bookings.id, id));
  return true;
}

export async function giveUpRefund(
  deps: Dependencies,
  booking: Booking,
  amountCents: number,
): Promise<void> {
  if (booking.refund !== 'begun' && booking.refund !== 'returned') return;
  await deps.db.update(bookings).set({ refund: 'failed' }).where(eq(bookings.id, booking.id));
  await resolveWaitingRefund(deps.db, booking.id, deps.now());
  await emailFailure(deps, { ...booking, refund: 'failed' }, amountCents);
}

async function emailFailure(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  amountCents: number,
): Promise<void> {
  const about = { config, booking, parties: await readParties(tx, booking) };
  await queueMail(tx, refundFailedMail(about, amountCents), now());
}
