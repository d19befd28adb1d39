import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookingMessages, bookings, coaches, messageFiles } from '../../core/db/schema';

/** Reads a batch of the conversations of a user's bookings, as student or coach. Files are listed; their contents are on the pages. */
export async function readMessages(
  db: Database,
  userId: number,
  { last, limit }: { last: number; limit: number },
) {
  const rows = await db
    .select({ message: bookingMessages })
    .from(bookingMessages)
    .innerJoin(bookings, eq(bookings.id, bookingMessages.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        or(eq(bookings.studentId, userId), eq(coaches.userId, userId)),
        gt(bookingMessages.id, last),
      ),
    )
    .orderBy(asc(bookingMessages.id))
    .limit(limit);
  const ids = rows.map(({ message }) => message.id);
  const files =
    ids.length === 0
      ? []
      : await db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids));
  return rows.map(({ message }) => ({
    id: message.id,
    row: {
      booking: message.bookingId,
      author: message.author,
      sent_at: message.createdAt.toISOString(),
      text: message.body,
      files: files
        .filter(({ messageId }) => messageId === message.id)
        .map(({ name, bytes }) => ({ name, bytes })),
    },
  }));
}
