import { and, asc, desc, eq, exists, gt, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { bookingMessages, messageFiles, messageReads, messageReports } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { sendFile } from '../messages/files';
import { listOrPage, MAX_LISTED } from './search';

const AROUND = 3;
const MAX_TEXT = 1000;
const reported = alias(bookingMessages, 'reported');

/** Reads the messages next to each of some messages, on one side. */
function readNext(db: Database, ids: number[], side: 'earlier' | 'later') {
  const isEarlier = side === 'earlier';
  const text = sql<string>`CASE WHEN length(${bookingMessages.body}) > ${MAX_TEXT}::integer
    THEN left(${bookingMessages.body}, ${MAX_TEXT}::integer) || '…' ELSE ${bookingMessages.body} END`;
  const next = db
    .select({
      id: bookingMessages.id,
      author: bookingMessages.author,
      text: text.as('text'),
      createdAt: bookingMessages.createdAt,
    })
    .from(bookingMessages)
    .where(
      and(
        eq(bookingMessages.bookingId, reported.bookingId),
        (isEarlier ? lt : gt)(bookingMessages.id, reported.id),
      ),
    )
    .orderBy((isEarlier ? desc : asc)(bookingMessages.id))
    .limit(AROUND)
    .as('next');
  return db
    .select({
      of: reported.id,
      id: next.id,
      author: next.author,
      text: next.text,
      sentAt: next.createdAt,
    })
    .from(reported)
    .innerJoinLateral(next, sql`true`)
    .where(inArray(reported.id, ids));
}

/** Reads the messages around each of some messages, oldest first. */
async function readAround(db: Database, ids: number[]) {
  const rows = [...(await readNext(db, ids, 'earlier')), ...(await readNext(db, ids, 'later'))];
  return (message: number) =>
    rows
      .filter(({ of }) => of === message)
      .sort((one, other) => one.id - other.id)
      .map(({ id, author, text, sentAt }) => ({ id, author, text, sent_at: sentAt.toISOString() }));
}

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
  const filesOf = (id: number) => files.filter(({ messageId }) => messageId === id);
  const aroundOf = await readAround(db, ids);
  const shown = rows.map((message) => ({
    ...message,
    files: filesOf(message.id).map(({ name }) => name),
    attachments: filesOf(message.id).map(({ id, name, bytes }) => ({ id, name, size: bytes })),
    around: aroundOf(message.id),
    reasons: reasons
      .filter(({ messageId }) => messageId === message.id)
      .map(({ reason }) => reason),
  }));
  return listOrPage(shown, limit);
};

/** Only of a reported message: a report lets operators read it. */
const downloadFile: Handler<'GET /api/operator/messages/{id}/files/{file}/'> = async (
  { db, files },
  { params, context },
) => {
  const [row] = await db
    .select({ file: messageFiles })
    .from(messageFiles)
    .innerJoin(messageReports, eq(messageReports.messageId, messageFiles.messageId))
    .where(and(eq(messageFiles.id, params.file), eq(messageFiles.messageId, params.id)))
    .limit(1);
  return sendFile(files, context, row?.file);
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
  'GET /api/operator/messages/{id}/files/{file}/': downloadFile,
  'POST /api/operator/messages/{id}/remove/': remove,
  'POST /api/operator/messages/{id}/keep/': keep,
} satisfies Partial<Handlers>;
