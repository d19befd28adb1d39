import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { guaranteeUntil, keepCompletion } from '../bookings/windows';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { deliveredMail } from '../mail/messages';
import { readParties } from '../people/parties';
import { requireParty } from '../people/party';
import { admit, answerWith, findSent, insertMessage } from './send';

type Booking = typeof bookings.$inferSelect;

function assertDeliverable({ startsAt, status, refund }: Booking): void {
  if (startsAt)
    throw new Problem(409, "This session has a set time, so there's nothing to deliver.");
  if (status === 'cancelled') throw new Problem(409, 'This booking is cancelled.');
  if (refund !== 'none') throw new Problem(409, 'This booking was refunded.');
}

/** Completes the booking. The guarantee runs from the first delivery since the booking was last confirmed. */
async function complete({ config, now }: Dependencies, tx: Database, booking: Booking) {
  const current = now();
  const { completedAt, deliveredAt } = keepCompletion(booking);
  const change = {
    status: 'completed' as const,
    completedAt: completedAt ?? current,
    deliveredAt: deliveredAt ?? current,
    undoStatus: null,
    undoUntil: null,
  };
  await tx.update(bookings).set(change).where(eq(bookings.id, booking.id));
  const delivered = { ...booking, ...change };
  const until = guaranteeUntil(delivered, current);
  const mail = deliveredMail(
    { config, booking: delivered, parties: await readParties(tx, booking) },
    { until: until && until > current ? until : null, isAnother: booking.deliveredAt !== null },
  );
  await holdMails(tx, [mail], { topic: statusTopic(booking.id), now: current });
}

export const deliver: Handler<'POST /api/bookings/{id}/deliver/'> = async (
  deps,
  { userId, params, body },
) => {
  const { db } = deps;
  const party = await requireParty(db, userId, params.id);
  if (party.side !== 'coach') throw notFound();
  const sent = await findSent(db, party, body.key);
  if (sent) return answerWith(db, sent);
  assertDeliverable(party.booking);
  await admit(deps, userId, { ...body, party });
  const row = await transact(db, async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(eq(bookings.id, params.id))
      .for('update');
    if (!booking) throw notFound();
    assertDeliverable(booking);
    const stored = await insertMessage(
      { ...deps, db: tx },
      { ...party, booking },
      { ...body, kind: 'delivery' },
    );
    if (stored) await complete(deps, tx, booking);
    return stored;
  });
  return answerWith(db, row ?? (await findSent(db, party, body.key)));
};
