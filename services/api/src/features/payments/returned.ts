import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { holdMails, statusTopic } from '../mail/held';
import { cancelledMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { partlyReturnedMails, refundFailedMail } from '../mail/payment-messages';
import { partiesOf } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { reportIncident } from './incidents';
import { readPayment } from './provider';
import { isFirst, type ProviderEvent } from './settle';

type Booking = typeof bookings.$inferSelect;

/** Brings a booking to what the provider has returned of its payment, whoever ordered that: all of it cancels what was confirmed, a part is told to both. */
export async function reconcileRefunds(
  deps: Dependencies,
  intent: string | null,
  event: ProviderEvent,
): Promise<void> {
  const { db, stripe } = deps;
  if (!intent) return;
  const [ours] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent));
  if (!ours?.session) return; // of a payment that we do not know yet: settling it asks for what was returned
  const { refundedCents, returned } = await readPayment(stripe, ours.session);
  await transact(db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const booking = await lockByIntent(tx, intent);
    if (!booking) return;
    if (returned) await recordFullReturn(deps, tx, booking, refundedCents);
    else await recordPartialReturn(deps, tx, booking, refundedCents);
  });
}

export async function lockByIntent(tx: Database, intent: string): Promise<Booking | undefined> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent))
    .for('update');
  return booking;
}

/** All of a payment is back with its student; a confirmed session ends with it. */
export async function recordFullReturn(
  { config, now }: Dependencies,
  tx: Database,
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
  const mails = cancelledMails(config, booking, await partiesOf(tx, booking), 'operator', now());
  await holdMails(tx, statusTopic(booking.id), mails, now(), now()); // one that is still held says what is no longer true
}

async function recordPartialReturn(
  { config, now }: Dependencies,
  tx: Database,
  booking: Booking,
  refundedCents: number,
): Promise<void> {
  if (refundedCents === booking.refundedCents || booking.refund === 'returned') return;
  await tx.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
  if (refundedCents < booking.refundedCents || booking.refund !== 'none') return;
  for (const mail of partlyReturnedMails(
    config,
    await partiesOf(tx, booking),
    booking,
    refundedCents,
  ))
    await queueMail(tx, mail, now());
}

/** The provider could not return a payment after all, such as to a closed card: the operator has to, and the student is told. */
export async function noteRefundFailed(
  deps: Dependencies,
  refund: Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'failure_reason'>,
  intent: string | null,
  event: ProviderEvent & { occurredAt: Date },
): Promise<void> {
  const { db, stripe } = deps;
  if (!intent) return;
  const [ours] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.paymentIntent, intent));
  if (!ours?.session) return;
  const { refundedCents } = await readPayment(stripe, ours.session);
  await transact(db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const booking = await lockByIntent(tx, intent);
    if (!booking) return;
    await tx.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
    await giveUpRefund(deps, tx, { ...booking, refundedCents }, refund.failure_reason ?? 'failed', {
      key: `refund ${refund.id}`,
      occurredAt: event.occurredAt,
    });
  });
}

/** A refund will not succeed by itself: it waits for the operator, and its student hears the truth once. */
export async function giveUpRefund(
  { config, now }: Dependencies,
  tx: Database,
  booking: Booking,
  why: string,
  { key, occurredAt }: { key: string; occurredAt: Date },
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
    summary: `the refund of booking ${booking.id} failed (${why}); return it at the payment provider by another way`,
  });
  if (failed.length === 0) return;
  const { student } = await partiesOf(tx, booking);
  await queueMail(tx, refundFailedMail(config, student, booking), now());
}
