import { and, asc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookingMessages, bookings, coaches, messageFiles } from '../../core/db/schema';
import { isBetween } from '../../core/lists/page';

const BATCH_ROWS = 100;

/** Looks for one message of each booking: a join would read all messages. */
const hasMessages = sql`(SELECT ${bookingMessages.id} FROM ${bookingMessages}
  WHERE ${bookingMessages.bookingId} = ${bookings.id} LIMIT 1) IS NOT NULL`;

async function* findConversations(db: Database, owner: SQL | undefined): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const rows = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(owner, gt(bookings.id, last), hasMessages))
      .orderBy(sql`${bookings.id} + 0`) // PostgreSQL would walk all bookings by their id
      .limit(BATCH_ROWS);
    for (const { id } of rows) yield id;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1)?.id ?? last;
  }
}

type Message = typeof bookingMessages.$inferSelect;

async function withFiles(db: Database, messages: readonly Message[]) {
  const ids = messages.map(({ id }) => id);
  const files =
    ids.length === 0
      ? []
      : await db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids));
  return messages.map(({ id, bookingId, author, createdAt, body }) => ({
    booking: bookingId,
    author,
    sent_at: createdAt.toISOString(),
    text: body,
    files: files
      .filter(({ messageId }) => messageId === id)
      .map(({ name, bytes }) => ({ name, bytes })),
  }));
}

async function* readConversation(db: Database, booking: number) {
  for (let after = 0; ; ) {
    const messages = await db
      .select()
      .from(bookingMessages)
      .where(
        isBetween(
          { key: [bookingMessages.bookingId, bookingMessages.id], owner: booking },
          { after },
        ),
      )
      .orderBy(asc(bookingMessages.bookingId), asc(bookingMessages.id))
      .limit(BATCH_ROWS);
    yield await withFiles(db, messages);
    if (messages.length < BATCH_ROWS) return;
    after = messages.at(-1)?.id ?? after;
  }
}

/** Reads the conversations of a user's bookings in batches, as student, then as coach. Files are listed; their contents are on the pages. */
export async function* readMessages(db: Database, userId: number) {
  const [coach] = await db
    .select({ id: coaches.id })
    .from(coaches)
    .where(eq(coaches.userId, userId));
  const owners = [
    eq(bookings.studentId, userId),
    ...(coach ? [and(eq(bookings.coachId, coach.id), ne(bookings.studentId, userId))] : []),
  ];
  for (const owner of owners)
    for await (const booking of findConversations(db, owner)) yield* readConversation(db, booking);
}
