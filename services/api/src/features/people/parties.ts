import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { type bookings, chatAccounts, coaches, services, users } from '../../core/db/schema';

/** Name that coaches see: chosen, else of Discord, else "Student 7". The query joins `users` as the student and `chat_accounts`. */
export const studentName: SQL<string> = sql`coalesce(${users.displayName}, ${chatAccounts.username}, 'Student ' || ${users.id})`;

export interface Parties {
  student: string;
  studentName: string;
  coach: string;
  coachUserId: number;
  coachName: string;
  coachZone: string;
  /** False if the coach is locked or deleted: then the booking page is gone. */
  isCoachActive: boolean;
  meetingUrl: string | null;
  service: string;
}

export async function partiesOf(
  db: Database,
  booking: typeof bookings.$inferSelect,
): Promise<Parties> {
  const coachUser = alias(users, 'coach_user');
  const [row] = await db
    .select({
      student: users.email,
      coach: coachUser.email,
      coachUserId: coachUser.id,
      coachName: coaches.name,
      coachZone: coaches.timeZone,
      isCoachActive: sql<boolean>`${coachUser.lockedAt} IS NULL AND ${coachUser.deletedAt} IS NULL`,
      meetingUrl: coaches.meetingUrl,
      studentName,
      service: services.label,
    })
    .from(coaches)
    .innerJoin(coachUser, eq(coachUser.id, coaches.userId))
    .innerJoin(services, eq(services.id, booking.serviceId))
    .innerJoin(users, eq(users.id, booking.studentId))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, users.id))
    .where(eq(coaches.id, booking.coachId));
  if (!row) throw new Error(`booking ${booking.id} has no coach, service or student`);
  return row;
}
