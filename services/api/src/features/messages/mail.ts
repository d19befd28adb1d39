import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { type bookings, messageReads, outbox } from '../../core/db/schema';
import { messageMail } from '../mail/message-mail';
import { CLEARED_TEXT, queueMail } from '../mail/outbox';
import { readParties } from '../people/parties';
import type { Side } from '../people/party';

/** A reader who has the page open marks messages as read within this time and gets no mail. */
const MAIL_AFTER_MS = 60_000;

const messageTopic = (bookingId: number, reader: Side) =>
  `messages of booking ${bookingId} for the ${reader}`;

export interface Recipient {
  booking: typeof bookings.$inferSelect;
  reader: Side;
}

const isLeased = ({ attempts, failure, nextAttemptAt }: typeof outbox.$inferSelect, now: Date) =>
  attempts > 0 && failure === null && nextAttemptAt > now;

/** Deletes unsent mails about messages, also those that are retried. Of failed ones only the text: the failure shows that the address is wrong. Returns false if none was unsent, or its first attempt is in progress. */
export async function dropWaitingMail(
  { db: tx, now }: Pick<Dependencies, 'db' | 'now'>,
  bookingId: number,
  reader: Side,
): Promise<boolean> {
  const current = now();
  const unsent = and(eq(outbox.topic, messageTopic(bookingId, reader)), isNull(outbox.sentAt));
  const failed = await tx
    .update(outbox)
    .set({ ...CLEARED_TEXT, dismissedAt: current })
    .where(and(unsent, isNotNull(outbox.failedAt), ne(outbox.body, '')))
    .returning({ id: outbox.id });
  const deleted = await tx
    .delete(outbox)
    .where(and(unsent, isNull(outbox.failedAt)))
    .returning();
  return failed.length > 0 || deleted.some((mail) => !isLeased(mail, current));
}

/** Queues a mail about the first unread message. The next mail waits until it is read. */
export async function mailFirstUnread(
  { db: tx, config, now }: Dependencies,
  { booking, reader }: Recipient,
  message: { id: number; body: string; files: number },
): Promise<void> {
  const of = and(eq(messageReads.bookingId, booking.id), eq(messageReads.reader, reader));
  await tx.insert(messageReads).values({ bookingId: booking.id, reader }).onConflictDoNothing();
  const [state] = await tx.select().from(messageReads).where(of).for('update');
  if (!state || state.mailedId > state.lastId) return;
  await tx.update(messageReads).set({ mailedId: message.id }).where(of);
  const parties = await readParties(tx, booking);
  const mail = messageMail({ config, booking, parties, reader }, message);
  const sendAt = new Date(now().getTime() + MAIL_AFTER_MS);
  await queueMail(tx, { ...mail, sendAt, topic: messageTopic(booking.id, reader) }, now());
}
