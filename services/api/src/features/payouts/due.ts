import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import {
  awaitsPayout,
  bookings,
  coaches,
  isOverpaid,
  ledgerEntries,
  paymentIncidents,
  payoutAccounts,
  settledSince,
  transfers,
  users,
} from '../../core/db/schema';
import { GUARANTEE_MS, guaranteeUntil } from '../bookings/windows';

type Booking = typeof bookings.$inferSelect;

/** Time from which a coach's share is paid out; null if it depends on something else. */
export function payableFrom(booking: Booking, now: Date): Date | null {
  const { status, refund, endsAt, paidAt } = booking;
  if (!paidAt || refund !== 'none') return null;
  if (status === 'completed') return guaranteeUntil(booking, now);
  // cancelled too late for a refund
  return status === 'cancelled' ? new Date((endsAt ?? paidAt).getTime() + GUARANTEE_MS) : null;
}

export function isPayable(booking: Booking, now: Date): boolean {
  const from = payableFrom(booking, now);
  return from !== null && from <= now;
}

const pendingSum = sql<number>`coalesce(sum(${ledgerEntries.pendingCents}), 0)`.mapWith(Number);

/** The coach's share of a booking that is not transferred; negative if too much is. */
export async function readPendingCents(db: Database, bookingId: number): Promise<number> {
  const [row] = await db
    .select({ cents: pendingSum })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.bookingId, bookingId));
  return row?.cents ?? 0;
}

/** A dispute, or a failed refund that an operator may pay another way. */
const openIncident = sql`SELECT 1 FROM ${paymentIncidents} WHERE ${paymentIncidents.bookingId} = ${bookings.id}
  AND (${paymentIncidents.type} LIKE 'charge.dispute%' OR ${paymentIncidents.type} = 'refund.failed')
  AND ${isNull(paymentIncidents.resolvedAt)}`;

const lockedCoach = sql`SELECT 1 FROM ${coaches} JOIN ${users} ON ${users.id} = ${coaches.userId}
  WHERE ${coaches.id} = ${bookings.coachId} AND ${users.lockedAt} IS NOT NULL`;

const isReleased = sql`NOT EXISTS (${openIncident}) AND NOT EXISTS (${lockedCoach})`;

/** Shares of a locked coach that would be transferred after an unlock, in cents; 0 if the coach is not locked. */
export async function readLockedCents(db: Database, coachId: number): Promise<number> {
  const isPaid = sql`SELECT 1 FROM ${transfers} WHERE ${transfers.bookingId} = ${bookings.id} AND ${isNotNull(transfers.transfer)}`;
  const [row] = await db
    .select({ cents: pendingSum })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .where(
      and(
        eq(bookings.coachId, coachId),
        inArray(bookings.status, ['completed', 'cancelled']),
        eq(bookings.refund, 'none'),
        eq(bookings.paidByHandCents, 0),
        isNull(bookings.destination),
        sql`NOT EXISTS (${isPaid})`,
        sql`EXISTS (${lockedCoach})`,
      ),
    );
  return row?.cents ?? 0;
}

/** False while a dispute or failed refund is open, while the coach is locked, and if the coach has another payout account. */
export async function isShareReleased(
  db: Database,
  { bookingId, account }: Pick<typeof transfers.$inferSelect, 'bookingId' | 'account'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(payoutAccounts, eq(payoutAccounts.coachId, bookings.coachId))
    .where(
      and(
        eq(bookings.id, bookingId),
        eq(payoutAccounts.account, account),
        isNull(payoutAccounts.retiredAt),
        isReleased,
      ),
    );
  return rows.length > 0;
}

/** Time from which the guarantee runs, like `payableFrom`. */
const guaranteedFrom = sql`CASE ${bookings.status} WHEN 'completed'
  THEN greatest(${bookings.startsAt} + ${bookings.durationMinutes} * interval '1 minute', coalesce(${bookings.deliveredAt}, ${bookings.completedAt}))
  ELSE coalesce(${bookings.endsAt}, ${bookings.paidAt}) END`;

/** Bookings whose transfer the provider refused for good and that are not being tried again. */
const hasRefusedTransfer = sql`(${bookings.paidByHandCents} = 0 AND ${bookings.id} IN
  (SELECT ${transfers.bookingId} FROM ${transfers} WHERE ${transfers.transfer} IS NULL AND ${transfers.refused}))`;

/** Bookings with a due share (`isPayable`) whose session or order ended by `until`. */
export const dueUntil = (until: Date, now: Date, transfer: 'none' | 'refused' = 'none') => {
  const guaranteed = new Date(now.getTime() - GUARANTEE_MS);
  const latest = new Date(Math.min(until.getTime(), guaranteed.getTime())).toISOString();
  return and(
    transfer === 'none' ? awaitsPayout : hasRefusedTransfer,
    lte(settledSince, latest), // limit of the operator, and a range for the index
    lte(guaranteedFrom, guaranteed.toISOString()),
    isReleased,
  );
};

/** Bookings whose share may be due, the oldest first. Each gets one transfer: one taken back or paid by hand is not repeated. */
export const listPayable = (db: Database, { now, limit }: { now: Date; limit: number }) =>
  db
    .select({ id: bookings.id, account: payoutAccounts.account })
    .from(bookings)
    .innerJoin(payoutAccounts, eq(payoutAccounts.coachId, bookings.coachId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.bookingId, bookings.id))
    .where(
      and(eq(payoutAccounts.enabled, true), isNull(payoutAccounts.retiredAt), dueUntil(now, now)),
    )
    .groupBy(bookings.id, payoutAccounts.account)
    .having(gt(pendingSum, 0))
    .orderBy(settledSince, bookings.id)
    .limit(limit);

export const listOverpaid = (db: Database, now: Date) =>
  db
    .select({ id: transfers.id, bookingId: transfers.bookingId })
    .from(transfers)
    .where(
      and(
        inArray(
          transfers.bookingId,
          db.select({ id: bookings.id }).from(bookings).where(isOverpaid),
        ),
        gt(transfers.amountCents, transfers.reversedCents),
        isNotNull(transfers.transfer),
        lte(transfers.retryAt, now),
      ),
    );
