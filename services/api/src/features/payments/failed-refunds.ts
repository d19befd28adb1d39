import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, paymentIncidents } from '../../core/db/schema';

type Payment = Pick<
  typeof bookings.$inferSelect,
  'amountCents' | 'paidCents' | 'refundedCents' | 'refund'
>;

/** As in the partial index, without a parameter. */
const isOpenFailure = sql`${paymentIncidents.type} = 'refund.failed' AND ${paymentIncidents.resolvedAt} IS NULL`;

const failedSum = sql<number>`coalesce(sum(${paymentIncidents.amountCents}), 0)`.mapWith(Number);

/** Sum of the failed refunds of a booking that are open, in cents. */
async function failedCentsOf(db: Database, bookingId: number): Promise<number> {
  const [row] = await db
    .select({ cents: failedSum })
    .from(paymentIncidents)
    .where(and(eq(paymentIncidents.bookingId, bookingId), isOpenFailure));
  return row?.cents ?? 0;
}

/** The same as a column of a query that joins bookings. */
export const failedCentsColumn = sql<number>`(SELECT ${failedSum} FROM ${paymentIncidents}
  WHERE ${paymentIncidents.bookingId} = ${bookings.id} AND ${isOpenFailure})`.mapWith(Number);

/** Condition on bookings: a full refund failed, or a failed part is open. Two sets, so that PostgreSQL reads an index of each. */
export const hasFailedRefund: SQL = sql`${bookings.id} IN (SELECT id FROM ${bookings} WHERE refund = 'failed'
  UNION SELECT ${paymentIncidents.bookingId} FROM ${paymentIncidents} JOIN ${bookings} AS b ON b.id = ${paymentIncidents.bookingId}
  WHERE ${isOpenFailure} AND b.refund = 'none')`;

export const restOf = ({ paidCents, amountCents, refundedCents }: Omit<Payment, 'refund'>) =>
  (paidCents ?? amountCents) - refundedCents;

/** Amount of failed refunds that is still to be paid back, at most the rest of the payment. `openCents`: sum of the open ones. */
export function failedRest(payment: Payment, openCents: number): number {
  if (payment.refund === 'failed') return restOf(payment);
  return payment.refund === 'none' ? Math.min(openCents, restOf(payment)) : 0;
}

/** Reads the amount of failed refunds that is still to be paid back, in cents. */
export const readFailedRest = async (
  db: Database,
  payment: Payment & { id: number },
): Promise<number> => failedRest(payment, await failedCentsOf(db, payment.id));
