import { and, desc, eq, exists, inArray, lt, sql } from 'drizzle-orm';
import { bookingMessages, messageFiles, messageReads, messageReports } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { listOrPage, MAX_LISTED } from './search';

const list: Handler<'GET /api/operator/messages/'> = async (
  { db },
  { query: { below, limit } },
) => {
  const reports = db
    .select({ id: messageReports.messageId })
    .from(messageReports)
    .where(eq(messageReports.messageId, bookingMessages.id));
  const rows = await db
    .select({
      id: bookingMessages.id,
      booking_id: bookingMessages.bookingId,
      author: bookingMessages.author,
      text: bookingMessages.body,
    })
    .from(bookingMessages)
    .where(and(exists(reports), below === undefined ? undefined : lt(bookingMessages.id, below)))
    .orderBy(desc(bookingMessages.id))
    .limit(MAX_LISTED + 1);
  if (rows.length === 0) return listOrPage([], limit);
  const ids = rows.map(({ id }) => id);
  const reasons = await db
    .select()
    .from(messageReports)
    .where(inArray(messageReports.messageId, ids));
  const files = await db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids));
  const shown = rows.map((message) => ({
    ...message,
    files: files.filter(({ messageId }) => messageId === message.id).map(({ name }) => name),
    reasons: reasons
      .filter(({ messageId }) => messageId === message.id)
      .map(({ reason }) => reason),
  }));
  return listOrPage(shown, limit);
};

/** Files on disk follow with the hourly retention. */
const remove: Handler<'POST /api/operator/messages/{id}/remove/'> = (
  { db, live },
  { params: { id } },
) =>
  transact(db, async (tx) => {
    const [removed] = await tx
      .delete(bookingMessages)
      .where(eq(bookingMessages.id, id))
      .returning({ bookingId: bookingMessages.bookingId });
    if (!removed) throw notFound();
    // The reader can no longer read it, so the next message gets a mail again.
    await tx
      .update(messageReads)
      .set({ mailedId: sql`${messageReads.lastId}` })
      .where(and(eq(messageReads.bookingId, removed.bookingId), eq(messageReads.mailedId, id)));
    await live.announce(tx, removed.bookingId);
    return { detail: 'Removed' };
  });

const keep: Handler<'POST /api/operator/messages/{id}/keep/'> = async ({ db }, { params }) => {
  const settled = await db
    .delete(messageReports)
    .where(eq(messageReports.messageId, params.id))
    .returning({ id: messageReports.messageId });
  if (settled.length === 0) throw notFound();
  return { detail: 'Kept' };
};

export const operatorMessageHandlers = {
  'GET /api/operator/messages/': list,
  'POST /api/operator/messages/{id}/remove/': remove,
  'POST /api/operator/messages/{id}/keep/': keep,
} satisfies Partial<Handlers>;
