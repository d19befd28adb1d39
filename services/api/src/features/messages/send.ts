import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookingMessages, messageFiles } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { attemptMessage } from '../accounts/rate-limits';
import { assertWritable, otherSide, type Party, requireParty, type Side } from '../people/party';
import { mailFirstUnread } from './mail';
import { withFiles } from './read';

interface Written {
  key: string;
  text: string;
  files: number[];
}

type Row = typeof bookingMessages.$inferSelect;

export async function findSent(
  db: Database,
  { booking, side }: Party,
  key: string,
): Promise<Row | undefined> {
  const [sent] = await db
    .select()
    .from(bookingMessages)
    .where(
      and(
        eq(bookingMessages.bookingId, booking.id),
        eq(bookingMessages.author, side),
        eq(bookingMessages.key, key),
      ),
    );
  return sent;
}

export async function admit(
  { db, now }: Dependencies,
  userId: number,
  { party, text, files }: Omit<Written, 'key'> & { party: Party },
): Promise<void> {
  if (text === '' && files.length === 0) throw new Problem(400, 'Write a message or add a file.');
  assertWritable(party);
  await attemptMessage(db, now(), userId);
}

/** Finds a file that another message has, for example one whose response was lost. */
async function findSentFile(
  db: Database,
  bookingId: number,
  { side, ids, messageId }: { side: Side; ids: number[]; messageId: number },
): Promise<{ name: string } | undefined> {
  const [file] = await db
    .select({ name: messageFiles.name })
    .from(messageFiles)
    .where(
      and(
        inArray(messageFiles.id, ids),
        eq(messageFiles.bookingId, bookingId),
        eq(messageFiles.author, side),
        ne(messageFiles.messageId, messageId),
      ),
    );
  return file;
}

/** Inserts a message and attaches its files; null if another request with the same key did it. */
export async function insertMessage(
  { db: tx, now, live }: Dependencies,
  { booking, side }: Party,
  { key, text, files, kind }: Written & Pick<Row, 'kind'>,
): Promise<Row | null> {
  const [row] = await tx
    .insert(bookingMessages)
    .values({ bookingId: booking.id, author: side, kind, body: text, key, createdAt: now() })
    .onConflictDoNothing()
    .returning();
  if (!row) return null;
  const ids = [...new Set(files)];
  const attached =
    ids.length === 0
      ? []
      : await tx
          .update(messageFiles)
          .set({ messageId: row.id })
          .where(
            and(
              inArray(messageFiles.id, ids),
              eq(messageFiles.bookingId, booking.id),
              eq(messageFiles.author, side),
              isNull(messageFiles.messageId),
            ),
          )
          .returning({ id: messageFiles.id });
  if (attached.length < ids.length) {
    const sent = await findSentFile(tx, booking.id, { side, ids, messageId: row.id });
    throw new Problem(
      409,
      sent
        ? `You already sent “${sent.name}”. Remove it here, then send again.`
        : 'One of the files is no longer there. Please add it again.',
    );
  }
  await live.announce(tx, booking.id);
  return row;
}

export async function answerWith(db: Database, row: Row | undefined | null) {
  if (!row) throw new Error('the message was not stored');
  const [message] = await withFiles(db, [row]);
  if (!message) throw new Error('the message was not read');
  return message;
}

export const sendMessage: Handler<'POST /api/bookings/{id}/messages/'> = async (
  deps,
  { userId, params, body },
) => {
  const { db } = deps;
  const party = await requireParty(db, userId, params.id);
  const sent = await findSent(db, party, body.key);
  if (sent) return answerWith(db, sent);
  await admit(deps, userId, { ...body, party });
  const row = await transact(db, async (tx) => {
    const inTransaction = { ...deps, db: tx };
    const stored = await insertMessage(inTransaction, party, { ...body, kind: 'text' });
    if (stored)
      await mailFirstUnread(
        inTransaction,
        { booking: party.booking, reader: otherSide(party.side) },
        { id: stored.id, body: body.text, files: body.files.length },
      );
    return stored;
  });
  return answerWith(db, row ?? (await findSent(db, party, body.key)));
};
