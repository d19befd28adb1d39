import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { type Mail, queueMail } from './outbox';

export const statusTopic = (bookingId: number) => `status of booking ${bookingId}`;

interface Hold {
  topic: string;
  now: Date;
  sendAt?: Date;
}

/** Deletes held mails of topics. */
export async function dropHeldMails(db: Database, topics: string[], now: Date): Promise<void> {
  await db
    .delete(outbox)
    .where(
      and(
        inArray(outbox.topic, topics),
        isNull(outbox.sentAt),
        eq(outbox.attempts, 0),
        gt(outbox.nextAttemptAt, now),
      ),
    );
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
