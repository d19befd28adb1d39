import { and, eq } from 'drizzle-orm';
import { bookingMessages, messageReports } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { attemptReport } from '../accounts/rate-limits';
import { otherSide, requireParty } from '../people/party';

export const reportMessage: Handler<'POST /api/bookings/{id}/messages/{message}/report/'> = async (
  { db, now },
  { userId, params, body },
) => {
  const { side } = await requireParty(db, userId, params.id);
  const [message] = await db
    .select({ id: bookingMessages.id })
    .from(bookingMessages)
    .where(
      and(
        eq(bookingMessages.id, params.message),
        eq(bookingMessages.bookingId, params.id),
        eq(bookingMessages.author, otherSide(side)),
      ),
    );
  if (!message) throw notFound();
  await attemptReport(db, now(), userId);
  await db
    .insert(messageReports)
    .values({ messageId: message.id, userId, reason: body.reason, createdAt: now() })
    .onConflictDoNothing();
  return { detail: "Thanks! We'll take a look at this message." };
};
