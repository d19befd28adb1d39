import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, ledgerEntries, services } from '../../core/db/schema';
import { ledgerSums, paymentMonth } from './sums';

/** Reads a batch of the money of a coach's bookings, in dollars. */
export async function readEarnings(
  db: Database,
  userId: number,
  { last, limit }: { last: number; limit: number },
) {
  const rows = await db
    .select({
      id: bookings.id,
      paidAt: bookings.paidAt,
      startsAt: bookings.startsAt,
      service: services.label,
      status: bookings.status,
      month: paymentMonth,
      ...ledgerSums,
    })
    .from(ledgerEntries)
    .innerJoin(coaches, eq(coaches.id, ledgerEntries.coachId))
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(and(eq(coaches.userId, userId), gt(bookings.id, last)))
    .groupBy(bookings.id, services.label)
    .orderBy(asc(bookings.id))
    .limit(limit);
  return rows.map(({ id, month, paidAt, startsAt, service, status, ...sums }) => ({
    id,
    row: {
      booking: id,
      month,
      paid_at: paidAt?.toISOString() ?? null,
      session_time: startsAt?.toISOString() ?? null,
      service,
      status,
      paid: sums.paid / 100,
      commission: sums.commission / 100,
      refunded: sums.refunded / 100,
      paid_out: sums.paid_out / 100,
      pending: sums.pending / 100,
    },
  }));
}
