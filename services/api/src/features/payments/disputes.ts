import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { reportIncident } from './incidents';
import { recordFullReturn, recordPayment, type recordRefunds } from './refund-reconciliation';
import { isFirst, type ProviderEvent } from './settle';

interface Dispute extends Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'reason' | 'status'> {
  payment_intent: string | null;
}

const LOST = new Set(['lost']);
const OVER = new Set(['lost', 'won', 'warning_closed', 'prevented']);

/** Records a dispute. A lost one counts as a refund of what it took, which is read from the provider. */
export async function noteDispute(
  deps: Dependencies,
  dispute: Dispute,
  event: ProviderEvent & { occurredAt: Date },
): Promise<void> {
  const intent = dispute.payment_intent;
  if (intent && LOST.has(dispute.status)) await recordPayment(deps, intent, recordLoss);
  await transact(deps.db, async (tx) => {
    if (!(await isFirst(tx, event))) return;
    const [booking] = intent
      ? await tx
          .select({ id: bookings.id })
          .from(bookings)
          .where(eq(bookings.paymentIntent, intent))
      : [];
    await report(tx, { ...dispute, bookingId: booking?.id ?? null }, event);
  });
}

/** Records what is left of a payment after a lost dispute. Emails a cancellation only. */
export const recordLoss: typeof recordRefunds = async (deps, { booking, payment }) => {
  const { returned, refundedCents } = payment;
  if (booking.refund === 'returned') return;
  if (returned) await recordFullReturn(deps, booking, refundedCents);
  else await deps.db.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
};

const report = (
  tx: Database,
  { id, amount, currency, reason, status, bookingId }: Dispute & { bookingId: number | null },
  { type, occurredAt }: ProviderEvent & { occurredAt: Date },
) =>
  reportIncident(tx, {
    key: `dispute ${id}`,
    type,
    bookingId,
    amountCents: amount,
    currency,
    occurredAt,
    isResolved: OVER.has(status) && !LOST.has(status),
    summary: `dispute ${id} (${reason}) is ${status}${OVER.has(status) ? '' : '; answer it at the payment provider before its deadline'}`,
  });
