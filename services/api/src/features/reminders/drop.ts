import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox, reminders } from '../../core/db/schema';

type Reminder = Pick<typeof reminders.$inferSelect, 'bookingId' | 'reader' | 'kind'>;

export const reminderTopic = ({ bookingId, reader, kind }: Reminder) =>
  `${earlierTopic(bookingId)}, ${reader}, ${kind}`;

/** Topic of all reminders of a booking in earlier versions. */
const earlierTopic = (bookingId: number) => `reminder of booking ${bookingId}`;

const listReminders = (bookingId: number): Reminder[] =>
  reminders.reader.enumValues.flatMap((reader) =>
    reminders.kind.enumValues.map((kind) => ({ bookingId, reader, kind })),
  );

/** Deletes unsent reminders of moved or cancelled sessions. Restoring a session makes these due again, but not the sent ones. */
export async function dropReminders(tx: Database, ...bookingIds: number[]): Promise<void> {
  const all = bookingIds.flatMap(listReminders);
  const unsent = and(
    inArray(outbox.topic, [...all.map(reminderTopic), ...bookingIds.map(earlierTopic)]),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  const rows = await tx.delete(outbox).where(unsent).returning({ topic: outbox.topic });
  const topics = new Set(rows.map(({ topic }) => topic));
  const dropped = all.filter(
    (reminder) =>
      topics.has(reminderTopic(reminder)) || topics.has(earlierTopic(reminder.bookingId)),
  );
  if (dropped.length === 0) return;
  const areDropped = dropped.map(({ bookingId, reader, kind }) =>
    and(eq(reminders.bookingId, bookingId), eq(reminders.reader, reader), eq(reminders.kind, kind)),
  );
  await tx.delete(reminders).where(or(...areDropped));
}
