import { and, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox, reminders } from '../../core/db/schema';

export const reminderTopic = (bookingId: number) => `reminder of booking ${bookingId}`;

/** Deletes unsent reminders of moved or cancelled sessions. Restoring a session makes them due again. */
export async function dropReminders(tx: Database, ...bookingIds: number[]): Promise<void> {
  const unsent = and(
    inArray(outbox.topic, bookingIds.map(reminderTopic)),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  const dropped = await tx.delete(outbox).where(unsent).returning({ topic: outbox.topic });
  if (dropped.length === 0) return;
  const topics = new Set(dropped.map(({ topic }) => topic));
  const ids = bookingIds.filter((id) => topics.has(reminderTopic(id)));
  await tx.delete(reminders).where(inArray(reminders.bookingId, ids));
}
