import { status } from '@carry/contracts/api';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';

/** A student's booking, row locked. Throws 404 for any other. */
export async function lockStudentBooking(
  tx: Database,
  studentId: number,
  bookingId: number,
): Promise<typeof bookings.$inferSelect> {
  const isOwn = and(
    eq(bookings.id, bookingId),
    eq(bookings.studentId, studentId),
    inArray(bookings.status, status.options),
  );
  const [booking] = await tx.select().from(bookings).where(isOwn).for('update');
  if (!booking) throw notFound();
  return booking;
}
