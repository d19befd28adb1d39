import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { resolveTransferIncidents } from './incidents';
import {
  type ChargeTransfer,
  getCode,
  getTransferGroup,
  type Payment,
  readPayment,
} from './provider';

type Booking = typeof bookings.$inferSelect;

/** Finds the site's transfer out of a charge. A booking has at most one; its row has another number, or none, after a restore. */
async function findTransfer(
  stripe: Stripe,
  bookingId: number,
  charge: string,
): Promise<ChargeTransfer | undefined> {
  const listed = stripe.transfers.list({
    transfer_group: getTransferGroup(bookingId),
    limit: 100,
  });
  for await (const made of listed) {
    const { id, destination, amount: amountCents, amount_reversed: reversedCents } = made;
    const isOurs = made.metadata['booking_id'] === String(bookingId);
    if (isOurs && made.source_transaction === charge && typeof destination === 'string')
      return { id, account: destination, amountCents, reversedCents };
  }
  return undefined;
}

/** Records the transfer out of a charge, after its payment (row locked); the ledger follows in the same statement. Idempotent. */
export async function recordChargeTransfer(
  { db: tx, now }: Dependencies,
  { id: bookingId }: Pick<Booking, 'id'>,
  { transfer: made }: Pick<Payment, 'transfer'>,
): Promise<void> {
  if (!made?.id) return;
  const { id: transfer, account, amountCents, reversedCents = 0 } = made;
  const values = {
    ...{ account, amountCents, reversedCents, transfer },
    ...{ attempts: 0, retryAt: now() },
  };
  await tx
    .insert(transfers)
    .values({ ...values, bookingId, createdAt: now() })
    .onConflictDoUpdate({
      target: transfers.bookingId,
      set: values,
      setWhere: isNull(transfers.transfer),
    });
}

/** Records a transfer whose response was lost, or whose row a restore removed. Returns false if the provider has none. */
export async function recoverTransfer(
  deps: Dependencies,
  { id }: Pick<Booking, 'id'>,
  { charge }: Pick<Payment, 'charge'>,
): Promise<boolean> {
  const { db, stripe, now } = deps;
  const made = charge ? await findTransfer(stripe, id, charge) : undefined;
  if (!made) return false;
  await transact(db, async (tx) => {
    await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update'); // before its transfer, as everywhere
    await recordChargeTransfer({ ...deps, db: tx }, { id }, { transfer: made });
    await resolveTransferIncidents(tx, [id], { now: now(), type: 'transfer.waits' });
  });
  return true;
}

/** Reads the payment of a booking and recovers its transfer. Returns false if the provider has none. */
export async function recoverByBooking(
  deps: Dependencies,
  booking: Pick<Booking, 'id' | 'checkoutSession'>,
): Promise<boolean> {
  if (!booking.checkoutSession) return false;
  const payment = await readPayment(deps.stripe, booking.checkoutSession).catch(
    (error: unknown) => {
      // of another account, such as one for tests
      if (getCode(error) === 'resource_missing') return null;
      throw error;
    },
  );
  return payment !== null && recoverTransfer(deps, booking, payment);
}

/** Recovers the transfer of a payment with refunds, because payouts skip such a booking. */
export async function recoverRefunded(
  deps: Dependencies,
  bookingId: number,
  payment: Payment,
): Promise<void> {
  const { db, config } = deps;
  const isRefunded = payment.returned || payment.refundedCents > 0;
  if (!config.stripe.connectSecret || !isRefunded || payment.transfer) return;
  const lacksTransfer = and(
    eq(bookings.id, bookingId),
    isNotNull(bookings.paidAt),
    eq(bookings.hasTransfer, false),
  );
  const [booking] = await db.select({ id: bookings.id }).from(bookings).where(lacksTransfer);
  if (booking) await recoverTransfer(deps, booking, payment);
}
