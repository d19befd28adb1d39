import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { type Mail, queueMail } from './outbox';

/** What the mails about a booking's status have in common. */
export const statusTopic = (bookingId: number) => `status of booking ${bookingId}`;

/**
 * Puts mails into the outbox that are sent at `sendAt` and not before; in the transaction that makes them true.
 * Mails of the same topic that are still held go: these take their place, none takes it back.
 */
export async function holdMails(
  db: Database,
  topic: string,
  mails: Mail[],
  now: Date,
  sendAt: Date,
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
  for (const mail of mails) await queueMail(db, mail, now, sendAt, topic);
}
