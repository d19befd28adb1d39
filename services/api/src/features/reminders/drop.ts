import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox, reminders } from '../../core/db/schema';

export const reminderTopic = (bookingId: number) => `reminder of booking ${bookingId}`;

/** Deletes unsent reminders of a moved or cancelled session. Restoring the session makes them due again. */
export async function dropReminders(tx: Database, bookingId: number): Promise<void> {
  const unsent = and(
    eq(outbox.topic, reminderTopic(bookingId)),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  const dropped = await tx.delete(outbox).where(unsent).returning({ id: outbox.id });
  if (dropped.length > 0) await tx.delete(reminders).where(eq(reminders.bookingId, bookingId));
}
