import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, isAhead, startOrPayment } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { forEachInTurn } from '../../core/process/repeat';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { statusMail } from '../mail/messages';
import { readParties } from '../people/parties';
import { COMPLETED_AFTER_MS, completesAt, guaranteeUntil, OPEN_ORDER_MS } from './windows';

const BATCH = 50;

/** Completes sessions that their coach left open, so that reviews and the guarantee do not depend on the coach. Emails the student. */
export async function completePastSessions(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const current = now().getTime();
  const isOver = sql`${bookings.endsAt} >= ${bookings.startsAt} + ${bookings.durationMinutes} * interval '1 minute'`;
  const before = (ms: number) => new Date(current - ms);
  const due = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        isAhead,
        lte(startOrPayment, before(COMPLETED_AFTER_MS).toISOString()), // true of both, for the index
        or(
          and(lte(bookings.endsAt, before(COMPLETED_AFTER_MS)), isOver),
          lte(startOrPayment, before(OPEN_ORDER_MS).toISOString()),
        ),
      ),
    )
    .limit(BATCH);
  await forEachInTurn(
    due,
    ({ id }) => `completing booking ${id}`,
    ({ id }) => transact(db, (tx) => complete(deps, tx, id)),
  );
}

async function complete({ config, now }: Dependencies, tx: Database, id: number): Promise<void> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.status, 'confirmed')))
    .for('update');
  const current = now();
  const at = booking && completesAt(booking);
  if (!booking || !at || at > current || (booking.undoUntil && booking.undoUntil > current)) return;
  const change = { status: 'completed' as const, completedAt: current, deliveredAt: null };
  await tx
    .update(bookings)
    .set({ ...change, undoStatus: null, undoUntil: null })
    .where(eq(bookings.id, id));
  const completed = { ...booking, ...change };
  const mail = statusMail(
    { config, booking: completed, parties: await readParties(tx, booking) },
    'completed',
    { until: guaranteeUntil(completed, current), automatic: true },
  );
  await holdMails(tx, [mail], { topic: statusTopic(id), now: current });
}
