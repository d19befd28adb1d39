import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookingMessages,
  bookings,
  messageFiles,
  messageReports,
  outbox,
} from '../../core/db/schema';
import { sweepFiles } from '../../core/files/sweep';
import type { Side } from '../people/party';

const HOUR_MS = 3_600_000;
const UNSENT_MS = 24 * HOUR_MS;

/** Deletes unsent mails about messages of these bookings, to both sides: they quote a message. */
async function dropMessageMails(tx: Database, where: SQL): Promise<void> {
  const topicsFor = (reader: Side) =>
    tx
      .select({ topic: sql`'messages of booking ' || ${bookings.id} || ${` for the ${reader}`}` })
      .from(bookings)
      .where(where);
  const topic = or(
    inArray(outbox.topic, topicsFor('student')),
    inArray(outbox.topic, topicsFor('coach')),
  );
  await tx.delete(outbox).where(and(topic, isNull(outbox.sentAt)));
}

export async function forgetConversations(tx: Database, studentId: number): Promise<void> {
  const bookingIds = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.studentId, studentId));
  await dropMessageMails(tx, eq(bookings.studentId, studentId));
  await tx.delete(messageReports).where(eq(messageReports.userId, studentId));
  await tx.delete(messageFiles).where(inArray(messageFiles.bookingId, bookingIds));
  await tx.delete(bookingMessages).where(inArray(bookingMessages.bookingId, bookingIds));
}

/** On account deletion of a coach: deletes what they wrote, except delivered results, which students paid for. */
export async function forgetCoachMessages(tx: Database, coachId: number): Promise<void> {
  const bookingIds = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.coachId, coachId));
  await dropMessageMails(tx, eq(bookings.coachId, coachId));
  await tx
    .delete(bookingMessages)
    .where(
      and(
        inArray(bookingMessages.bookingId, bookingIds),
        eq(bookingMessages.author, 'coach'),
        eq(bookingMessages.kind, 'text'),
      ),
    );
}

export async function deleteLostFiles({
  db,
  files,
  now,
}: Pick<Dependencies, 'db' | 'files' | 'now'>): Promise<void> {
  const unsent = new Date(now().getTime() - UNSENT_MS);
  await db
    .delete(messageFiles)
    .where(and(isNull(messageFiles.messageId), lt(messageFiles.createdAt, unsent)));
  await sweepFiles(files, {
    name: /^[0-9a-f]{32}$/,
    findReferenced: async (names) => {
      const rows = await db
        .select({ name: messageFiles.storedAs })
        .from(messageFiles)
        .where(inArray(messageFiles.storedAs, names));
      return rows.map(({ name }) => name);
    },
  });
}
