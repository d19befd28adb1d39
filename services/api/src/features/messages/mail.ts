import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { type bookings, messageReads } from '../../core/db/schema';
import { messageMail } from '../mail/message-mail';
import { queueMail } from '../mail/outbox';
import { partiesOf } from '../people/parties';
import type { Side } from '../people/party';

/** A reader who has the page open marks messages as read within this time and gets no mail. */
const MAIL_AFTER_MS = 60_000;

export const messageTopic = (bookingId: number, reader: Side) =>
  `messages of booking ${bookingId} for the ${reader}`;

interface Recipient {
  booking: typeof bookings.$inferSelect;
  reader: Side;
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
  const parties = await partiesOf(tx, booking);
  const mail = messageMail({ config, booking, parties, reader }, message);
  const sendAt = new Date(now().getTime() + MAIL_AFTER_MS);
  await queueMail(tx, { ...mail, sendAt, topic: messageTopic(booking.id, reader) }, now());
}
