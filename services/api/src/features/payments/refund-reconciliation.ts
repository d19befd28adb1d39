import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { cancelledMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { partlyReturnedMails, refundFailedMail } from '../mail/payment-messages';
import { partiesOf } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { reportIncident } from './incidents';
import { type Payment, readPayment } from './provider';
import { isFirst, type ProviderEvent } from './settle';

type Booking = typeof bookings.$inferSelect;

/** Applies the provider's refunds to a booking: a full one cancels it, a partial one is emailed to both. */
export async function reconcileRefunds(
  deps: Dependencies,
  intent: string | null,
  event: ProviderEvent,
): Promise<void> {
  const payment = intent && (await findPayment(deps, intent));
  if (!payment) return; // unsettled payment: settling reads its refunds
  const { refundedCents, returned } = payment;
  await transact(deps.db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const booking = await lockByIntent(tx, intent);
    if (!booking) return;
    const record = returned ? recordFullReturn : recordPartialReturn;
    await record({ ...deps, db: tx }, booking, refundedCents);
  });
}

/** Reads the payment of a booking from the provider; undefined if no booking has it. */
export async function findPayment(
  { db, stripe }: Dependencies,
  intent: string,
): Promise<Payment | undefined> {
  const [ours] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent));
  return ours?.session ? readPayment(stripe, ours.session) : undefined;
}

export async function lockByIntent(tx: Database, intent: string): Promise<Booking | undefined> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent))
    .for('update');
  return booking;
}

/** Records a full refund, which cancels a confirmed session. */
export async function recordFullReturn(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  const cancels = booking.status === 'confirmed';
  await tx
    .update(bookings)
    .set({
      refund: 'returned',
      refundedCents,
      ...(cancels && {
        status: 'cancelled' as const,
        undoUntil: null,
        sequence: booking.sequence + 1,
      }),
    })
    .where(eq(bookings.id, booking.id));
  if (!cancels) return;
  await dropReminders(tx, booking.id);
  const about = { config, booking, parties: await partiesOf(tx, booking) };
  const mails = cancelledMails(about, 'operator', now());
  await holdMails(tx, mails, { topic: statusTopic(booking.id), now: now() }); // replaces a held status mail that is now outdated
}

/** Records a partial refund and emails both sides. Idempotent: the amount is the provider's total. */
export async function recordPartialReturn(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  if (refundedCents === booking.refundedCents || booking.refund === 'returned') return;
  await tx.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
  if (refundedCents < booking.refundedCents || booking.refund !== 'none') return;
  const about = { config, booking, parties: await partiesOf(tx, booking) };
  for (const mail of partlyReturnedMails(about, refundedCents)) await queueMail(tx, mail, now());
}

interface FailedRefund extends Pick<Stripe.Refund, 'id' | 'failure_reason'> {
  payment_intent: string | null;
}

/** Handles a failed refund, such as to a closed card: opens an incident and emails the student. */
export async function noteRefundFailed(
  deps: Dependencies,
  { id, failure_reason, payment_intent: intent }: FailedRefund,
  event: ProviderEvent & { occurredAt: Date },
): Promise<void> {
  const payment = intent && (await findPayment(deps, intent));
  if (!payment) return;
  const { refundedCents } = payment;
  await transact(deps.db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const booking = await lockByIntent(tx, intent);
    if (!booking) return;
    await tx.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
    const failure = {
      key: `refund ${id}`,
      why: failure_reason ?? 'failed',
      occurredAt: event.occurredAt,
    };
    await giveUpRefund({ ...deps, db: tx }, { ...booking, refundedCents }, failure);
  });
}

interface RefundFailure {
  key: string;
  why: string;
  occurredAt: Date;
}

/** Stops retrying a refund: opens an incident and emails the student once. */
export async function giveUpRefund(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  { key, why, occurredAt }: RefundFailure,
): Promise<void> {
  const failed = await tx
    .update(bookings)
    .set({ refund: 'failed' })
    .where(and(eq(bookings.id, booking.id), inArray(bookings.refund, ['begun', 'returned'])))
    .returning({ id: bookings.id });
  await reportIncident(tx, {
    key,
    type: 'refund.failed',
    bookingId: booking.id,
    amountCents: booking.amountCents - booking.refundedCents,
    currency: 'usd',
    occurredAt,
    summary: `the refund of booking ${booking.id} failed (${why}); refund it at the payment provider another way`,
  });
  if (failed.length === 0) return;
  const about = { config, booking, parties: await partiesOf(tx, booking) };
  await queueMail(tx, refundFailedMail(about), now());
}
