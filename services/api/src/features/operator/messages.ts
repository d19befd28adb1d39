import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookingMessages,
  bookings,
  messageFiles,
  messageReads,
  messageReports,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { sendFile } from '../messages/files';
import { dropWaitingMail } from '../messages/mail';
import { mailNextUnread } from '../messages/read';
import { otherSide, type Side } from '../people/party';
import { belowId, listOrPage, MAX_LISTED } from './search';

const AROUND = 3;
const MAX_TEXT = 1000;

interface Reported {
  id: number;
  booking_id: number;
}

function readNext(db: Database, messages: Reported[], side: 'earlier' | 'later') {
  const isEarlier = side === 'earlier';
  const of = sql<number>`reported.id`;
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
        eq(bookingMessages.bookingId, sql`reported.booking_id`),
        (isEarlier ? lt : gt)(bookingMessages.id, of),
      ),
    )
    .orderBy((isEarlier ? desc : asc)(bookingMessages.id))
    .limit(AROUND)
    .as('next');
  return db
    .select({
      of,
      id: next.id,
      author: next.author,
      text: next.text,
      sentAt: next.createdAt,
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(messages)}::json) AS reported(id integer, booking_id integer)`,
    )
    .innerJoinLateral(next, sql`true`);
}

async function readAround(db: Database, messages: Reported[]) {
  const rows = [
    ...(await readNext(db, messages, 'earlier')),
    ...(await readNext(db, messages, 'later')),
  ];
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
  // the newest reports first, so that PostgreSQL does not read the others
  const reports = db
    .selectDistinct({ id: messageReports.messageId })
    .from(messageReports)
    .where(belowId(below, messageReports.messageId))
    .orderBy(desc(messageReports.messageId))
    .limit(Math.min(limit ?? MAX_LISTED, MAX_LISTED) + 1);
  const rows = await db
    .select({
      id: bookingMessages.id,
      booking_id: bookingMessages.bookingId,
      author: bookingMessages.author,
      text: bookingMessages.body,
      reasons: sql<string[]>`ARRAY(SELECT ${messageReports.reason} FROM ${messageReports}
        WHERE ${messageReports.messageId} = ${bookingMessages.id})`,
    })
    .from(bookingMessages)
    .where(inArray(bookingMessages.id, reports))
    .orderBy(desc(bookingMessages.id));
  if (rows.length === 0) return listOrPage([], limit);
  const ids = rows.map(({ id }) => id);
  const files = await db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids));
  const getFiles = (id: number) => files.filter(({ messageId }) => messageId === id);
  const getAround = await readAround(
    db,
    rows.map(({ id, booking_id }) => ({ id, booking_id })),
  );
  const shown = rows.map((message) => ({
    ...message,
    files: getFiles(message.id).map(({ name }) => name),
    attachments: getFiles(message.id).map(({ id, name, bytes }) => ({ id, name, size: bytes })),
    around: getAround(message.id),
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
const remove: Handler<'POST /api/operator/messages/{id}/remove/'> = (deps, { params: { id } }) =>
  transact(deps.db, async (tx) => {
    const [removed] = await tx
      .delete(bookingMessages)
      .where(eq(bookingMessages.id, id))
      .returning({ bookingId: bookingMessages.bookingId, author: bookingMessages.author });
    if (!removed) throw notFound();
    await mailOthers({ ...deps, db: tx }, { id, ...removed });
    await deps.live.announce(tx, removed.bookingId);
    return { detail: 'Removed' };
  });

interface Removed {
  id: number;
  bookingId: number;
  author: Side;
}

/** A waiting mail about a removed message is replaced by one about the next unread message. After a sent one, the next message gets a mail again. */
async function mailOthers(deps: Dependencies, { id, bookingId, author }: Removed): Promise<void> {
  const [mailed] = await deps.db
    .update(messageReads)
    .set({ mailedId: sql`${messageReads.lastId}` })
    .where(and(eq(messageReads.bookingId, bookingId), eq(messageReads.mailedId, id)))
    .returning({ lastId: messageReads.lastId });
  const reader = otherSide(author);
  if (!mailed || !(await dropWaitingMail(deps, bookingId, reader))) return;
  const [booking] = await deps.db.select().from(bookings).where(eq(bookings.id, bookingId));
  if (booking) await mailNextUnread(deps, { booking, reader }, mailed.lastId);
}

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
