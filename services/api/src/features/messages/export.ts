import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookingMessages, bookings, coaches, messageFiles } from '../../core/db/schema';

/** Exports the conversations of a user's bookings, as student or coach. Files are listed; their contents are on the pages. */
export async function exportMessages(db: Database, userId: number) {
  const rows = await db
    .select({ message: bookingMessages })
    .from(bookingMessages)
    .innerJoin(bookings, eq(bookings.id, bookingMessages.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(or(eq(bookings.studentId, userId), eq(coaches.userId, userId)))
    .orderBy(asc(bookingMessages.id));
  const files = await db
    .select({
      messageId: messageFiles.messageId,
      name: messageFiles.name,
      bytes: messageFiles.bytes,
    })
    .from(messageFiles)
    .innerJoin(bookings, eq(bookings.id, messageFiles.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        isNotNull(messageFiles.messageId),
        or(eq(bookings.studentId, userId), eq(coaches.userId, userId)),
      ),
    );
  return rows.map(({ message }) => ({
    booking: message.bookingId,
    author: message.author,
    sent_at: message.createdAt.toISOString(),
    text: message.body,
    files: files
      .filter(({ messageId }) => messageId === message.id)
      .map(({ name, bytes }) => ({ name, bytes })),
  }));
}
