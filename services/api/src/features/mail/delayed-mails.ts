import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { type Mail, queueMail } from './outbox';

export const statusTopic = (bookingId: number) => `status of booking ${bookingId}`;

interface Hold {
  topic: string;
  now: Date;
  sendAt?: Date;
}

/** Queues mails for `sendAt` (now), in the caller's transaction. Replaces held mails of the same topic. */
export async function holdMails(
  db: Database,
  mails: Mail[],
  { topic, now, sendAt = now }: Hold,
): Promise<void> {
  await db
    .delete(outbox)
    .where(
      and(
        eq(outbox.topic, topic),
        isNull(outbox.sentAt),
        eq(outbox.attempts, 0),
        gt(outbox.nextAttemptAt, now),
      ),
    );
  for (const mail of mails) await queueMail(db, { ...mail, sendAt, topic }, now);
}
