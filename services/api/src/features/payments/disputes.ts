import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { reportIncident } from './incidents';
import { getCode, isDecided, providerDown } from './provider';
import { recordFullReturn, recordPayment, recordRefunds } from './refund-reconciliation';
import { type ProviderEvent, recordEventOnce } from './settle';

interface Reported
  extends Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'reason' | 'status'> {
  evidence_details?: { due_by?: number | null | undefined } | null | undefined;
}

interface Dispute extends Reported {
  payment_intent: string | null;
}

/** Records a dispute. A lost one counts as a refund of what it took, which is read from the provider. */
export async function noteDispute(
  deps: Dependencies,
  dispute: Dispute,
  event: ProviderEvent & { occurredAt: Date },
): Promise<void> {
  const intent = dispute.payment_intent;
  if (intent && dispute.status === 'lost') await recordPayment(deps, intent, recordLoss);
  await transact(deps.db, async (tx) => {
    if (!(await recordEventOnce(tx, event))) return;
    const [booking] = intent
      ? await tx
          .select({ id: bookings.id })
          .from(bookings)
          .where(eq(bookings.paymentIntent, intent))
      : [];
    await reportDispute(tx, { ...dispute, bookingId: booking?.id ?? null }, event);
  });
}

/** Records what is left of a payment after a lost dispute. Emails a cancellation only. */
const recordLoss: typeof recordRefunds = async (deps, { booking, payment }) => {
  const { returned, refundedCents } = payment;
  if (booking.refund === 'returned') return;
  if (returned) await recordFullReturn(deps, booking, refundedCents);
  else await deps.db.update(bookings).set({ refundedCents }).where(eq(bookings.id, booking.id));
};

/** Records refunds and losses whose events are lost or late. The amount has both; a lost dispute is not emailed as a refund. */
export const recordReturns = (deps: Dependencies, intent: string): Promise<void> =>
  recordPayment(deps, intent, (within, current) =>
    (current.payment.lostCents > 0 ? recordLoss : recordRefunds)(within, current),
  );

const KEY = 'dispute ';

function describeDeadline({ status, evidence_details: details }: Reported): string {
  if (!status.endsWith('needs_response')) return '';
  const until = details?.due_by
    ? `by ${new Date(details.due_by * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'before its deadline';
  return `; answer it at the payment provider ${until}`;
}

/** Opens, updates or resolves the incident of a dispute. The payout of its booking waits while the incident is open. */
export const reportDispute = (
  tx: Database,
  dispute: Reported & { bookingId: number | null },
  { type, occurredAt }: { type: string; occurredAt: Date },
) => {
  const { id, amount, currency, reason, status, bookingId } = dispute;
  return reportIncident(tx, {
    key: `${KEY}${id}`,
    type,
    bookingId,
    amountCents: amount,
    currency,
    occurredAt,
    isResolved: isDecided(status) && status !== 'lost',
    summary: `dispute ${id} (${reason}) is ${status}${describeDeadline(dispute)}`,
  });
};

/** Asks the provider whether the dispute of an incident is decided, because its event may be lost. Records the loss of a lost one. */
export async function syncDispute(deps: Dependencies, key: string): Promise<boolean> {
  const dispute = await deps.stripe.disputes
    .retrieve(key.slice(KEY.length))
    .catch((error: unknown) =>
      // of another account, such as one for tests
      getCode(error) === 'resource_missing' ? null : providerDown(error),
    );
  if (!dispute) return true;
  const { status, payment_intent: intent } = dispute;
  if (status === 'lost' && typeof intent === 'string')
    await recordPayment(deps, intent, recordLoss).catch(providerDown);
  return isDecided(status);
}
