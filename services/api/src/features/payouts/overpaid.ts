import { and, gt, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, isOverpaid, paymentIncidents, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { forEachInTurn } from '../../core/process/repeat';
import { dollars } from '../mail/format';
import { reportIncident } from '../payments/incidents';
import { readPendingCents } from './due';
import { resolveTransferIncidents } from './incidents';
import { lockBooking } from './transfers';

/** One incident for each refunded amount, so that a resolved one stays so until the next refund. */
const incidentKey = sql`'overpaid booking ' || ${bookings.id} || ', refunded ' || ${bookings.refundedCents}`;

const reversible = sql`SELECT 1 FROM ${transfers} WHERE ${transfers.bookingId} = ${bookings.id}
  AND ${transfers.amountCents} > ${transfers.reversedCents}`;

const reported = sql`SELECT 1 FROM ${paymentIncidents} WHERE ${paymentIncidents.key} = ${incidentKey}`;

const listOverpaidByHand = (db: Database) =>
  db
    .select({ id: bookings.id, key: sql<string>`${incidentKey}` })
    .from(bookings)
    .where(
      and(
        isOverpaid,
        gt(bookings.paidByHandCents, 0),
        sql`NOT EXISTS (${reversible})`,
        sql`NOT EXISTS (${reported})`,
      ),
    );

export const reportOverpaid = async (deps: Dependencies): Promise<void> =>
  forEachInTurn(
    await listOverpaidByHand(deps.db),
    ({ id }) => `reporting that booking ${id} is overpaid`,
    (overpaid) => transact(deps.db, (tx) => reportOne({ ...deps, db: tx }, overpaid)),
  );

async function reportOne(
  { db: tx, now }: Dependencies,
  { id, key }: { id: number; key: string },
): Promise<void> {
  await lockBooking(tx, id);
  const overpaidCents = -(await readPendingCents(tx, id));
  if (overpaidCents <= 0) return;
  await resolveTransferIncidents(tx, [id], { now: now() }); // about an earlier amount
  await reportIncident(tx, {
    ...{ key, type: 'transfer.overpaid_by_hand', bookingId: id, occurredAt: now() },
    ...{ amountCents: overpaidCents, currency: 'usd' },
    summary: `booking ${id} was refunded or lost in a dispute after its share was paid by hand; get ${dollars(overpaidCents)} back from the coach, and record that on the booking's page`,
  });
}
