import { eq, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { transfers } from '../../core/db/schema';
import { reportIncident } from '../payments/incidents';
import { pendingOf } from './due';
import { recordReversed } from './reversals';
import { recordTransfer } from './transfers';

interface TransferEvent {
  type: string;
  occurredAt: Date;
}

/** Applies the provider's state of a transfer. One that the site did not make opens an incident. */
export async function syncTransfer(
  { db, stripe, now }: Dependencies,
  id: string,
  { type, occurredAt }: TransferEvent,
): Promise<void> {
  const { metadata, amount, amount_reversed, currency, destination } =
    await stripe.transfers.retrieve(id);
  const row = Number(metadata['transfer_id']) || 0;
  const [own] = await db
    .select()
    .from(transfers)
    .where(or(eq(transfers.transfer, id), eq(transfers.id, row)));
  const isOwn = own && own.account === destination && own.amountCents === amount;
  if (isOwn && (own.transfer ?? id) === id) {
    await recordTransfer({ db, now }, own, id);
    await recordReversed(db, own, amount_reversed);
    const pending = await pendingOf(db, own.bookingId);
    if (pending > 0)
      await reportIncident(db, {
        key: `transfer ${id}`,
        type,
        occurredAt,
        bookingId: own.bookingId,
        amountCents: pending,
        currency,
        summary: `the payout for booking ${own.bookingId} was taken back at the payment provider; it is not repeated`,
      });
    return;
  }
  await reportIncident(db, {
    key: `transfer ${id}`,
    type,
    occurredAt,
    amountCents: amount,
    currency,
    summary: `transfer ${id} leaves the balance, but the site did not make it; look at it at the payment provider`,
  });
}
