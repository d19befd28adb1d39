import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import { bookings } from '../db/schema';
import { transact } from '../db/transact';
import type { Dependencies } from '../dependencies';
import { log } from '../log';
import { holdMails, statusTopic } from '../mail/held';
import { cancelledMails } from '../mail/messages';
import { partiesOf } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { isFirst, type ProviderEvent } from './settle';

/** The provider returned a payment: by our order, or by the operator's hand there, which cancels what was confirmed. */
export async function notePaymentReturned(
  deps: Dependencies,
  charge: Stripe.Charge,
  event: ProviderEvent,
): Promise<void> {
  const { db, config, now } = deps;
  const intent = idOf(charge.payment_intent);
  if (!intent || !charge.refunded) return;
  await transact(db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(eq(bookings.paymentIntent, intent))
      .for('update');
    if (!booking || booking.refund === 'returned') return;
    const cancels = booking.status === 'confirmed';
    await tx
      .update(bookings)
      .set({
        refund: 'returned',
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
  });
}

/** The provider could not return a payment after all (a closed card): a person must. */
export async function noteRefundFailed({ db }: Dependencies, refund: Stripe.Refund): Promise<void> {
  const intent = idOf(refund.payment_intent);
  if (!intent || refund.status !== 'failed') return;
  const failed = await db
    .update(bookings)
    .set({ refund: 'failed' })
    .where(and(eq(bookings.paymentIntent, intent), inArray(bookings.refund, ['begun', 'returned'])))
    .returning({ id: bookings.id });
  for (const { id } of failed)
    log.error(`the refund of booking ${id} failed at the payment provider; return it by hand`);
}

const idOf = (intent: string | Stripe.PaymentIntent | null) =>
  typeof intent === 'string' ? intent : (intent?.id ?? null);
