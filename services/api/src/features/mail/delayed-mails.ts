import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { type Mail, queueMail } from './outbox';

export const statusTopic = (bookingId: number) => `status of booking ${bookingId}`;

const LOCK = ', lock of its coach';
/** A change of the booking's status drops held mails of this topic, too. */
export const lockTopic = (bookingId: number) => statusTopic(bookingId) + LOCK;

interface Hold {
  topic: string;
  now: Date;
  sendAt?: Date;
}

export async function dropHeldMails(db: Database, topics: string[], now: Date): Promise<void> {
  await db.delete(outbox).where(
    and(
      inArray(
        outbox.topic,
        topics.flatMap((topic) => [topic, topic + LOCK]),
      ),
      isNull(outbox.sentAt),
      eq(outbox.attempts, 0),
      gt(outbox.nextAttemptAt, now),
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

/** Queues mails for `sendAt` (now), in the caller's transaction. Replaces held mails of the same topic. */
export async function holdMails(
  db: Database,
  mails: Mail[],
  { topic, now, sendAt = now }: Hold,
): Promise<void> {
  await dropHeldMails(db, [topic], now);
  for (const mail of mails) await queueMail(db, { ...mail, sendAt, topic }, now);
}
