import { type AnyColumn, and, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { type Mail, queueMail } from './outbox';

const LOCK = ', lock of its coach';
const SUGGESTION = ', suggestion of its coach';
const COACH = ', to its coach';
const TEXTS = ', texts of its student';
const toStudent = ['', LOCK, SUGGESTION];
const toCoach = [COACH, TEXTS];

/** Mails to the student about the state of a booking. A newer one supersedes all earlier mails about the booking to that side. */
export const statusTopic = (bookingId: number) => `status of booking ${bookingId}`;
export const coachTopic = (bookingId: number) => statusTopic(bookingId) + COACH;
/** Mails to the coach that quote the student, which an account deletion deletes. */
export const textsTopic = (bookingId: number) => statusTopic(bookingId) + TEXTS;
export const textsTopicOf = (bookingId: AnyColumn) =>
  sql<string>`'status of booking ' || ${bookingId} || ${TEXTS}`;
export const lockTopic = (bookingId: number) => statusTopic(bookingId) + LOCK;
export const suggestionTopic = (bookingId: number) => statusTopic(bookingId) + SUGGESTION;

/** Topics of the mails to both sides about bookings. */
export const listTopics = (statusTopics: string[]) =>
  statusTopics.flatMap((topic) => [...toStudent, ...toCoach].map((kind) => topic + kind));

interface Superseded {
  from: Date;
  /** False: keeps those with an invite, because the newer mail has none. */
  withInvites?: boolean;
}

/** Holds unsent mails until `from`, and discards them then. One that is being sent is not tried again. One that has not failed for good no longer counts against its address. */
export async function supersedeMails(
  db: Database,
  topics: string[],
  { from, withInvites = true }: Superseded,
): Promise<void> {
  await db
    .update(outbox)
    .set({
      discardAfter: from,
      failure: sql`CASE WHEN ${outbox.failedAt} IS NULL THEN NULL ELSE ${outbox.failure} END`,
      nextAttemptAt: sql`greatest(${outbox.nextAttemptAt}, ${from.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        inArray(outbox.topic, topics),
        isNull(outbox.sentAt),
        or(isNull(outbox.discardAfter), gt(outbox.discardAfter, from)),
        withInvites ? undefined : isNull(outbox.calendar),
      ),
    );
}

/** Deletes the mails that a change holds for Undo, and releases those that they would have superseded, except suggestions: the change has ended them. */
export async function dropHeldMails(
  db: Database,
  statusTopics: string[],
  now: Date,
): Promise<void> {
  const unsent = and(inArray(outbox.topic, listTopics(statusTopics)), isNull(outbox.sentAt));
  await db
    .delete(outbox)
    .where(
      and(
        unsent,
        eq(outbox.attempts, 0),
        gt(outbox.nextAttemptAt, now),
        isNull(outbox.discardAfter),
      ),
    );
  await db
    .update(outbox)
    .set({
      discardAfter: null,
      // due again, so that it is not taken for a held one
      nextAttemptAt: sql`CASE WHEN ${outbox.attempts} = 0 THEN ${now.toISOString()}::timestamptz ELSE ${outbox.nextAttemptAt} END`,
    })
    .where(
      and(
        unsent,
        gt(outbox.discardAfter, now),
        notInArray(
          outbox.topic,
          statusTopics.map((topic) => topic + SUGGESTION),
        ),
      ),
    );
}

/** Deletes unsent mails about the lock of a coach, also those that are retried. Returns the topics of those never tried. */
export async function dropLockMails(
  db: Database,
  bookingIds: number[],
): Promise<Set<string | null>> {
  const dropped = await db
    .delete(outbox)
    .where(
      and(
        inArray(outbox.topic, bookingIds.map(lockTopic)),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
      ),
    )
    .returning({ topic: outbox.topic, attempts: outbox.attempts });
  return new Set(dropped.filter(({ attempts }) => attempts === 0).map(({ topic }) => topic));
}

interface Hold {
  /** Status topic of the booking. */
  topic: string;
  now: Date;
  sendAt?: Date;
}

/** Queues mails about the state of a booking for `sendAt` (now), in the caller's transaction. They supersede earlier ones to the same side. */
export async function holdMails(
  db: Database,
  mails: Mail[],
  { topic, now, sendAt = now }: Hold,
): Promise<void> {
  await dropHeldMails(db, [topic], now);
  for (const mail of mails) {
    const side = toCoach.some((kind) => mail.topic === topic + kind) ? toCoach : toStudent;
    await supersedeMails(
      db,
      side.map((kind) => topic + kind),
      { from: sendAt, withInvites: Boolean(mail.calendar) },
    );
    await queueMail(db, { ...mail, sendAt }, now);
  }
}
