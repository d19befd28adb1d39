import { and, asc, desc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookingMessages, isDelivery, messageFiles, messageReads } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { cutPage, isBetween } from '../../core/lists/page';
import { otherSide, requireParty, type Side } from '../people/party';
import { dropWaitingMail, mailFirstUnread, type Recipient } from './mail';

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

const cutNewest = <Row extends { id: number }>(newest: Row[], rows: number) =>
  cutPage(newest, { rows, getCursor: ({ id }) => String(id) });

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

/** Finds a side's first message after another one. A delivery has a mail of its own. */
async function findNextText(
  db: Database,
  { bookingId, author, last }: { bookingId: number; author: Side; last: number },
) {
  const [row] = await db
    .select()
    .from(bookingMessages)
    .where(
      and(
        eq(bookingMessages.bookingId, bookingId),
        eq(bookingMessages.author, author),
        eq(bookingMessages.kind, 'text'),
        gt(bookingMessages.id, last),
      ),
    )
    .orderBy(asc(bookingMessages.id))
    .limit(1);
  const [message] = row ? await withFiles(db, [row]) : [];
  return message;
}

export async function mailNextUnread(
  deps: Dependencies,
  { booking, reader }: Recipient,
  last: number,
): Promise<void> {
  const { db: tx } = deps;
  const next = await findNextText(tx, { bookingId: booking.id, author: otherSide(reader), last });
  if (!next) return;
  const unread = { id: next.id, body: next.text, files: next.files.length };
  await mailFirstUnread(deps, { booking, reader }, unread);
}

export const markRead: Handler<'POST /api/bookings/{id}/messages/read/'> = async (
  deps,
  { userId, params, body },
) => {
  const { db, live } = deps;
  const { side, booking } = await requireParty(db, userId, params.id);
  await transact(db, async (tx) => {
    const [newest] = await tx
      .select({ id: max(bookingMessages.id) })
      .from(bookingMessages)
      .where(and(eq(bookingMessages.bookingId, params.id), lte(bookingMessages.id, body.last)));
    if (newest?.id == null) throw new Problem(404, 'Not found.');
    const [changed] = await tx
      .insert(messageReads)
      .values({ bookingId: params.id, reader: side, lastId: newest.id })
      .onConflictDoUpdate({
        target: [messageReads.bookingId, messageReads.reader],
        set: { lastId: newest.id },
        setWhere: sql`${messageReads.lastId} < ${newest.id}`,
      })
      .returning({ mailedId: messageReads.mailedId });
    if (!changed) return;
    await live.announce(tx, params.id);
    if (changed.mailedId > newest.id) return; // its message is still unread
    await dropWaitingMail({ ...deps, db: tx }, params.id, side);
    await mailNextUnread({ ...deps, db: tx }, { booking, reader: side }, newest.id);
  });
  return { detail: 'Read' };
};
