import { and, eq, isNotNull, like, min, sum } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { type bookings, ledgerEntries, paymentIncidents, transfers } from '../../core/db/schema';

type Booking = typeof bookings.$inferSelect;

const wasDisputed = async (db: Database, id: number) =>
  (await db.$count(
    paymentIncidents,
    and(eq(paymentIncidents.bookingId, id), like(paymentIncidents.type, 'charge.dispute%')),
  )) > 0;

/** True if the session took place, or a dispute cancelled its booking. */
const isOver = async (db: Database, { id, status }: Booking) =>
  status === 'completed' || (status === 'cancelled' && (await wasDisputed(db, id)));

/**
 * Returns the coach's share before a refund or lost dispute, without what is paid out, in cents: an operator may have paid it by hand
 * before. Zero if nothing is refunded, a transfer paid the share, or the coach paid some of it back.
 */
export async function readEarlierShare(db: Database, booking: Booking): Promise<number> {
  const { id, paidAt, paidCents, amountCents, refundedCents, commissionBps } = booking;
  if (!paidAt || refundedCents === 0 || !(await isOver(db, booking))) return 0;
  const made = and(eq(transfers.bookingId, id), isNotNull(transfers.transfer));
  if ((await db.$count(transfers, made)) > 0) return 0;
  const [out] = await db
    .select({
      cents: sum(ledgerEntries.paidOutCents).mapWith(Number),
      least: min(ledgerEntries.paidOutCents),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.bookingId, id));
  if ((out?.least ?? 0) < 0) return 0;
  const paid = paidCents ?? amountCents;
  const share = paid - Math.floor((paid * commissionBps) / 10_000);
  return Math.max(0, share - (out?.cents ?? 0));
}
