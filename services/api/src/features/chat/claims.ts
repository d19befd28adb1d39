import { and, eq, gt, lte } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, chatAccounts, chatClaims } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { digest, newSecret } from '../accounts/passwords';
import { limitClaims, limitMail } from '../accounts/rate-limits';
import { claimMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { readParties } from '../people/parties';
import { linkAccount } from './accounts';

const CLAIM_MS = 60 * 60_000;
const TOO_MANY = "That's too many claims for now. Please try again in an hour.";

interface ChatUser {
  id: string;
  username: string;
}

/** Handles `/claim <booking id>`. The student's mailbox must confirm the claim. */
export async function claimBooking(
  deps: Dependencies,
  bookingId: number,
  chat: ChatUser,
): Promise<string> {
  const { db, now } = deps;
  if (!(await limitClaims(db, now(), chat.id))) return TOO_MANY;
  const none = `There's no booking ${bookingId} to claim. Check the number on your confirmation page.`;
  const [booking] =
    Number.isSafeInteger(bookingId) && bookingId > 0 && bookingId < 2 ** 31
      ? await db.select().from(bookings).where(eq(bookings.id, bookingId))
      : [];
  if (!booking || (booking.status !== 'confirmed' && booking.status !== 'completed')) return none;
  const [linked] = await db.select().from(chatAccounts).where(eq(chatAccounts.chatId, chat.id));
  if (linked)
    return linked.userId === booking.studentId
      ? `Booking ${bookingId} is yours. Your coach will meet you on this server.`
      : none;
  if (!(await writeToStudent(deps, booking, chat))) return TOO_MANY;
  return `To make sure booking ${bookingId} is yours, we've emailed its student. Open the link in that email to connect.`;
}

/** Returns false after too many mails to the student. */
async function writeToStudent(
  { db, config, now }: Dependencies,
  booking: typeof bookings.$inferSelect,
  chat: ChatUser,
): Promise<boolean> {
  const { id: bookingId, checkoutSession } = booking;
  const token = newSecret();
  const expiresAt = new Date(now().getTime() + CLAIM_MS);
  await db
    .delete(chatClaims)
    .where(and(eq(chatClaims.bookingId, bookingId), lte(chatClaims.expiresAt, now())));
  const [fresh] = await db
    .insert(chatClaims)
    .values({
      tokenHash: digest(token),
      bookingId,
      chatId: chat.id,
      username: chat.username,
      expiresAt,
    })
    .onConflictDoNothing()
    .returning();
  if (!fresh) return true;
  const parties = await readParties(db, booking);
  if (!(await limitMail(db, now(), { kind: 'claim', address: parties.student }))) {
    await db.delete(chatClaims).where(eq(chatClaims.tokenHash, fresh.tokenHash));
    return false;
  }
  const url = new URL('/booking-success', config.siteUrl);
  url.search = new URLSearchParams({ session_id: checkoutSession ?? '', claim: token }).toString();
  const mail = claimMail({ config, booking, parties }, chat.username, url.href);
  await queueMail(db, { ...mail, discardAfter: expiresAt }, now());
  return true;
}

/** A link works until it expires, because the first response may be lost. */
export const confirmClaim: Handler<'POST /api/discord/claim/'> = async (
  { db, now },
  { userId, body: { token } },
) => {
  const [claim] = await db
    .select({ claim: chatClaims, studentId: bookings.studentId })
    .from(chatClaims)
    .innerJoin(bookings, eq(bookings.id, chatClaims.bookingId))
    .where(and(eq(chatClaims.tokenHash, digest(token)), gt(chatClaims.expiresAt, now())));
  if (claim?.studentId !== userId)
    throw new Problem(400, 'This link has expired. Run the command again.');
  const { chatId, username } = claim.claim;
  if (!(await linkAccount(db, userId, { id: chatId, username })))
    throw new Problem(409, 'This Discord account is linked to someone else.');
  return { username };
};
