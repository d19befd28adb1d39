import { and, eq, isNotNull, like, ne } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { type bookings, ledgerEntries, paymentIncidents, transfers } from '../../core/db/schema';
import { computeShare } from '../payments/checkout';

type Booking = typeof bookings.$inferSelect;

const wasDisputed = async (db: Database, id: number) =>
  (await db.$count(
    paymentIncidents,
    and(eq(paymentIncidents.bookingId, id), like(paymentIncidents.type, 'charge.dispute%')),
  )) > 0;

/** True if the coach was owed a share: the session took place, the booking was cancelled without a refund, or a dispute cancelled it. */
const isOver = async (db: Database, { id, status, refund }: Booking) =>
  status === 'completed' ||
  (status === 'cancelled' && (refund === 'none' || (await wasDisputed(db, id))));

/** Returns the coach's share before a refund or lost dispute, in cents. Zero if nothing is refunded or a payout is recorded. */
export async function readEarlierShare(db: Database, booking: Booking): Promise<number> {
  const { id, paidAt, paidCents, amountCents, refundedCents, commissionBps } = booking;
  if (!paidAt || refundedCents === 0 || !(await isOver(db, booking))) return 0;
  const made = and(eq(transfers.bookingId, id), isNotNull(transfers.transfer));
  if ((await db.$count(transfers, made)) > 0) return 0;
  const isPaidOut = and(eq(ledgerEntries.bookingId, id), ne(ledgerEntries.paidOutCents, 0));
  if ((await db.$count(ledgerEntries, isPaidOut)) > 0) return 0;
  return computeShare(paidCents ?? amountCents, commissionBps);
}
