import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox, reminders } from '../../core/db/schema';

/** What the reminders of one session have in common. */
export const reminderTopic = (bookingId: number) => `reminder of booking ${bookingId}`;

/** Takes back reminders that are not sent yet, because the session moves or is off; should it be on again, they are due again. */
export async function dropReminders(tx: Database, bookingId: number): Promise<void> {
  const unsent = and(
    eq(outbox.topic, reminderTopic(bookingId)),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  const dropped = await tx.delete(outbox).where(unsent).returning({ id: outbox.id });
  if (dropped.length > 0) await tx.delete(reminders).where(eq(reminders.bookingId, bookingId));
}
