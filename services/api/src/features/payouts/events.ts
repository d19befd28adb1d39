import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { recordChargeTransfer, recoverByBooking } from '../payments/charge-transfer';
import { recordReturns } from '../payments/disputes';
import { type Incident, reportIncident } from '../payments/incidents';
import { readPayment } from '../payments/provider';
import { type ProviderEvent, recordEventOnce, settlePayment } from '../payments/settle';
import { readPendingCents } from './due';
import { recordReversed } from './reversals';
import { lockBooking, recordTransfer } from './transfers';

interface TransferEvent extends ProviderEvent {
  occurredAt: Date;
}

/** Settles the payment of a destination charge, whose event may come later than that of its transfer. */
async function settleCharge(
  deps: Dependencies,
  { id: transfer, transfer_group: group, source_transaction: charge }: Stripe.Transfer,
): Promise<void> {
  const { db, stripe } = deps;
  const id = Number(/^booking-(\d{1,9})$/.exec(group ?? '')?.[1]);
  if (!charge || !id) return;
  const [booking] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(and(eq(bookings.id, id), isNotNull(bookings.destination)));
  if (!booking?.session) return;
  await settlePayment(deps, booking.session);
  if ((await db.$count(transfers, eq(transfers.transfer, transfer))) > 0) return;
  // the charge may have its transfer later than this event
  const payment = await readPayment(stripe, booking.session);
  if (payment.charge !== charge || !payment.transfer || payment.transfer.id) return;
  const made = { ...payment, transfer: { ...payment.transfer, id: transfer } };
  await transact(db, async (tx) => {
    const locked = await lockBooking(tx, id);
    if (locked?.paidAt) await recordChargeTransfer({ ...deps, db: tx }, locked, made);
  });
}

/** Records the transfer of an event that comes before its recovery after a restore. */
async function recoverByEvent(deps: Dependencies, { metadata }: Stripe.Transfer): Promise<void> {
  const id = Number(/^\d{1,9}$/.exec(metadata['booking_id'] ?? '')?.[0]);
  if (!id) return;
  const [booking] = await deps.db
    .select({ id: bookings.id, checkoutSession: bookings.checkoutSession })
    .from(bookings)
    .leftJoin(transfers, eq(transfers.bookingId, bookings.id))
    .where(and(eq(bookings.id, id), isNotNull(bookings.paidAt), isNull(transfers.transfer)));
  if (booking) await recoverByBooking(deps, booking);
}

const report = (
  { db }: Dependencies,
  { id, type, occurredAt }: TransferEvent,
  incident: Omit<Incident, 'type' | 'occurredAt'>,
): Promise<void> =>
  transact(db, async (tx) => {
    if (await recordEventOnce(tx, { id, type }))
      await reportIncident(tx, { ...incident, type, occurredAt });
  });

/** Applies the provider's state of a transfer. One that the site did not make opens an incident. */
export async function syncTransfer(
  deps: Dependencies,
  id: string,
  event: TransferEvent,
): Promise<void> {
  const { db, stripe, now } = deps;
  const current = await stripe.transfers.retrieve(id);
  const { metadata, amount, amount_reversed, currency, destination } = current;
  await settleCharge(deps, current);
  await recoverByEvent(deps, current);
  const row = Number(metadata['transfer_id']) || 0;
  const [transfer] = await db
    .select()
    .from(transfers)
    .where(or(eq(transfers.transfer, id), eq(transfers.id, row)));
  const isOwn = transfer && transfer.account === destination && transfer.amountCents === amount;
  if (isOwn && (transfer.transfer ?? id) === id) {
    await recordTransfer({ db, now }, transfer, id);
    await recordReversed(db, transfer, amount_reversed);
    const pending = await readTakenBack(deps, transfer.bookingId);
    if (pending > 0)
      await report(deps, event, {
        key: `transfer ${id}`,
        bookingId: transfer.bookingId,
        amountCents: pending,
        currency,
        summary: `the payout for booking ${transfer.bookingId} was taken back at the payment provider; it is not repeated`,
      });
    return;
  }
  await report(deps, event, {
    key: `transfer ${id}`,
    amountCents: amount,
    currency,
    summary: `transfer ${id} leaves the balance, but the site did not make it; look at it at the payment provider`,
  });
}

/** Returns what a reversal without a refund took back. The refund of a destination charge reverses too, and its own event may come later. */
async function readTakenBack(deps: Dependencies, id: number): Promise<number> {
  const { db } = deps;
  const pending = await readPendingCents(db, id);
  const [charged] = await db
    .select({ intent: bookings.paymentIntent })
    .from(bookings)
    .where(and(eq(bookings.id, id), isNotNull(bookings.destination)));
  if (pending <= 0 || !charged?.intent) return pending;
  await recordReturns(deps, charged.intent);
  const isRefunded = and(eq(bookings.id, id), ne(bookings.refund, 'none'));
  return (await db.$count(bookings, isRefunded)) > 0 ? 0 : readPendingCents(db, id);
}
