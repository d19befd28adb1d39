import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { bookings, chatAccounts, coaches, services, users } from '../../core/db/schema';

/** Name that coaches see: chosen, else of Discord, else "Student 7". The query joins `users` as the student and `chat_accounts`. */
export const studentName: SQL<string> = sql`coalesce(${users.displayName}, ${chatAccounts.username}, 'Student ' || ${users.id})`;

export const shownEmail = ({ email, deletedAt }: Pick<typeof users, 'email' | 'deletedAt'>) =>
  sql`CASE WHEN ${deletedAt} IS NULL THEN ${email} ELSE 'Deleted account' END` as SQL<string>;

export interface Parties {
  student: string;
  studentName: string;
  coach: string;
  coachUserId: number;
  coachName: string;
  coachZone: string;
  noticeMinutes: number;
  /** False if the coach is locked or deleted: then the booking page is gone. */
  isCoachActive: boolean;
  meetingUrl: string | null;
  service: string;
}

export async function readAllParties(
  db: Database,
  bookingIds: readonly number[],
): Promise<Map<number, Parties>> {
  if (bookingIds.length === 0) return new Map();
  const coachUser = alias(users, 'coach_user');
  const rows = await db
    .select({
      id: bookings.id,
      student: users.email,
      coach: coachUser.email,
      coachUserId: coachUser.id,
      coachName: coaches.name,
      coachZone: coaches.timeZone,
      noticeMinutes: coaches.noticeMinutes,
      isCoachActive: sql<boolean>`${coachUser.lockedAt} IS NULL AND ${coachUser.deletedAt} IS NULL`,
      meetingUrl: coaches.meetingUrl,
      studentName,
      service: services.label,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(coachUser, eq(coachUser.id, coaches.userId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, users.id))
    .where(inArray(bookings.id, [...bookingIds]));
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}

export async function readParties(db: Database, { id }: { id: number }): Promise<Parties> {
  const parties = (await readAllParties(db, [id])).get(id);
  if (!parties) throw new Error(`booking ${id} has no coach, service or student`);
  return parties;
}
