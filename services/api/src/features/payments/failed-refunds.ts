import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, isOpenFailure, paymentIncidents } from '../../core/db/schema';

type Payment = Pick<
  typeof bookings.$inferSelect,
  'amountCents' | 'paidCents' | 'refundedCents' | 'refund'
>;

const failedSum = sql<number>`coalesce(sum(${paymentIncidents.amountCents}), 0)`.mapWith(Number);

async function readFailedCents(db: Database, bookingId: number, only?: SQL): Promise<number> {
  const [row] = await db
    .select({ cents: failedSum })
    .from(paymentIncidents)
    .where(and(eq(paymentIncidents.bookingId, bookingId), isOpenFailure, only));
  return row?.cents ?? 0;
}

/** Sum of the open failed refunds, as a column of a query that joins bookings. */
export const failedCentsColumn = sql<number>`(SELECT ${failedSum} FROM ${paymentIncidents}
  WHERE ${paymentIncidents.bookingId} = ${bookings.id} AND ${isOpenFailure})`.mapWith(Number);

export const computeRest = ({ paidCents, amountCents, refundedCents }: Omit<Payment, 'refund'>) =>
  (paidCents ?? amountCents) - refundedCents;

/** Amount of failed refunds that is still to be paid back, at most the rest of the payment. `openCents`: sum of the open ones. */
export function failedRest(payment: Payment, openCents: number): number {
  if (payment.refund === 'failed') return computeRest(payment);
  return payment.refund === 'none' ? Math.min(openCents, computeRest(payment)) : 0;
}

export const readFailedRest = async (
  db: Database,
  payment: Payment & { id: number },
): Promise<number> => failedRest(payment, await readFailedCents(db, payment.id));

/** Like `readFailedRest`, of parts that were announced to the student. Zero once a full refund began: that one has a state of its own. */
export const readAnnouncedRest = async (
  db: Database,
  payment: Payment & { id: number },
): Promise<number> =>
  payment.refund === 'none'
    ? failedRest(
        payment,
        await readFailedCents(db, payment.id, eq(paymentIncidents.announced, true)),
      )
    : 0;
