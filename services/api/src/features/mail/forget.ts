import { and, eq, inArray, isNull, notLike, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, isAttempted, outbox, users } from '../../core/db/schema';
import { textsTopicOf } from './delayed-mails';

/** Mails to an address on a waiting list. */
export const waitlistTopic = (email: string) => `waiting list of ${email}`;

/** Deletes unsent mails to an address that leaves the waiting lists. Call it after the entries have changed. */
export const forgetWaitlistMails = (db: Database, email: string) =>
  db.delete(outbox).where(and(eq(outbox.topic, waitlistTopic(email)), isNull(outbox.sentAt)));

const SUBJECT = 'Email about booking ';

/** On account deletion of a student: deletes unsent mails that quote them, and the subjects of others to their coaches, which may name them. */
export async function forgetMails(tx: Database, studentId: number): Promise<void> {
  const isOwn = eq(bookings.studentId, studentId);
  const quoting = tx
    .select({ topic: textsTopicOf(bookings.id) })
    .from(bookings)
    .where(isOwn);
  await tx.delete(outbox).where(and(inArray(outbox.topic, quoting), isNull(outbox.sentAt)));
  const coachEmails = tx
    .select({ email: sql`lower(${users.email})` })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isOwn);
  const bookingId = sql`substring(${outbox.topic} from 'booking ([0-9]+)')`;
  await tx
    .update(outbox)
    .set({ subject: sql`${SUBJECT} || ${bookingId}` })
    .where(
      and(
        inArray(sql`lower(${outbox.recipient})`, coachEmails), // by the index
        isAttempted,
        inArray(
          sql`${bookingId}::integer`,
          tx.select({ id: bookings.id }).from(bookings).where(isOwn),
        ),
        notLike(outbox.subject, `${SUBJECT}%`),
      ),
    );
}
