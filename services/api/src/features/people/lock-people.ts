import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, users } from '../../core/db/schema';

/** Locks the accounts of coach and student, and returns the existing ones. Bookings with a person in common wait for each other. */
export async function lockPeople(tx: Database, ids: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update');
  return new Set(rows.map(({ id }) => id));
}

/** Locks the accounts of a booking's coach and student. Call it before you lock the booking, as orders do. */
export async function lockPeopleOf(tx: Database, booking: SQL): Promise<void> {
  const [people] = await tx
    .select({ coach: coaches.userId, student: bookings.studentId })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(booking);
  if (people) await lockPeople(tx, [people.coach, people.student]);
}
