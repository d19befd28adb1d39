import { and, asc, desc, eq, inArray, isNull, lte, max, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookingMessages,
  isDelivery,
  messageFiles,
  messageReads,
  outbox,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { cutPage, isBetween } from '../../core/lists/page';
import { otherSide, requireParty } from '../people/party';
import { messageTopic } from './mail';

const PAGE = 50;
const MAX_RESULTS = 50;

type Row = typeof bookingMessages.$inferSelect;

export async function withFiles(db: Database, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const files =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(messageFiles)
          .where(inArray(messageFiles.messageId, ids))
          .orderBy(asc(messageFiles.id));
  return rows.map(({ id, author, kind, body, createdAt }) => ({
    id,
    author,
    kind,
    text: body,
    sent_at: createdAt.toISOString(),
    files: files
      .filter(({ messageId }) => messageId === id)
      .map((file) => ({ id: file.id, name: file.name, size: file.bytes })),
  }));
}

/** Cuts messages, newest first, to a page that ends early if they are long. */
const cutNewest = <Row extends { id: number }>(newest: Row[], rows: number) =>
  cutPage(newest, { rows, cursorOf: ({ id }) => String(id) });

async function findResults({ db, metrics }: Dependencies, bookingId: number) {
  const newest = await db
    .select()
    .from(bookingMessages)
    .where(and(eq(bookingMessages.bookingId, bookingId), isDelivery))
    .orderBy(desc(bookingMessages.id))
    .limit(MAX_RESULTS + 1);
  const { results, next } = cutNewest(await withFiles(db, newest), MAX_RESULTS);
  if (next !== null) metrics.reportCut('results of a booking', results.length);
  return results.reverse();
}

export const listMessages: Handler<'GET /api/bookings/{id}/messages/'> = async (
  deps,
  { userId, params, query },
) => {
  const { db } = deps;
  const { side, booking } = await requireParty(db, userId, params.id);
  const hasResults = booking.startsAt === null && query.before === undefined;
  const newest = await db
    .select()
    .from(bookingMessages)
    .where(
      isBetween(
        { key: [bookingMessages.bookingId, bookingMessages.id], owner: params.id },
        { before: query.before },
      ),
    )
    .orderBy(desc(bookingMessages.bookingId), desc(bookingMessages.id))
    .limit(PAGE + 1);
  const { results: page, next } = cutNewest(await withFiles(db, newest), PAGE);
  const [reader] = await db
    .select({ lastId: messageReads.lastId })
    .from(messageReads)
    .where(and(eq(messageReads.bookingId, params.id), eq(messageReads.reader, otherSide(side))));
  return {
    messages: page.reverse(),
    older: next === null ? null : Number(next),
    seen: reader?.lastId ?? 0,
    ...(hasResults && { results: await findResults(deps, params.id) }),
  };
};

/** Marks messages as read and drops the mail about them, if it has not been sent. */
export const markRead: Handler<'POST /api/bookings/{id}/messages/read/'> = async (
  { db, live },
  { userId, params, body },
) => {
  const { side } = await requireParty(db, userId, params.id);
  await transact(db, async (tx) => {
    const [newest] = await tx
      .select({ id: max(bookingMessages.id) })
      .from(bookingMessages)
      .where(and(eq(bookingMessages.bookingId, params.id), lte(bookingMessages.id, body.last)));
    if (newest?.id == null) throw new Problem(404, 'Not found.');
    const changed = await tx
      .insert(messageReads)
      .values({ bookingId: params.id, reader: side, lastId: newest.id })
      .onConflictDoUpdate({
        target: [messageReads.bookingId, messageReads.reader],
        set: { lastId: newest.id },
        setWhere: sql`${messageReads.lastId} < ${newest.id}`,
      })
      .returning({ lastId: messageReads.lastId });
    if (changed.length === 0) return;
    await tx
      .delete(outbox)
      .where(
        and(
          eq(outbox.topic, messageTopic(params.id, side)),
          isNull(outbox.sentAt),
          eq(outbox.attempts, 0),
        ),
      );
    await live.announce(tx, params.id);
  });
  return { detail: 'Read' };
};
