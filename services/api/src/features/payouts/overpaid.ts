import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  isOverpaid,
  ledgerEntries,
  paymentIncidents,
  transfers,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { forEachInTurn } from '../../core/process/repeat';
import { dollars } from '../mail/format';
import { reportIncident, resolveTransferIncidents } from '../payments/incidents';
import { readPendingCents } from './due';
import { lockBooking } from './transfers';

const TYPE = 'transfer.overpaid_by_hand';

const newestRefund = sql`SELECT max(${ledgerEntries.id}) FROM ${ledgerEntries}
  WHERE ${ledgerEntries.bookingId} = ${bookings.id} AND ${ledgerEntries.refundedCents} > 0`;

/** One incident for each refund, so that a resolved one stays so until the next. */
const incidentKey = sql`'overpaid booking ' || ${bookings.id} || ', ledger entry ' || (${newestRefund})`;

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

/** Resolves incidents whose refund has failed, so that the booking is no longer overpaid. */
const resolveOutdated = ({ db, now }: Dependencies) =>
  db
    .update(paymentIncidents)
    .set({ resolvedAt: now() })
    .where(
      and(
        isNull(paymentIncidents.resolvedAt),
        eq(paymentIncidents.type, TYPE),
        sql`(SELECT NOT ${bookings.isOverpaid} FROM ${bookings} WHERE ${bookings.id} = ${paymentIncidents.bookingId})`,
      ),
    );

export async function reportOverpaid(deps: Dependencies): Promise<void> {
  await resolveOutdated(deps);
  await forEachInTurn(
    await listOverpaidByHand(deps.db),
    ({ id }) => `reporting that booking ${id} is overpaid`,
    (overpaid) => transact(deps.db, (tx) => reportOne({ ...deps, db: tx }, overpaid)),
  );
}

async function reportOne(
  { db: tx, now }: Dependencies,
  { id, key }: { id: number; key: string },
): Promise<void> {
  await lockBooking(tx, id);
  const overpaidCents = -(await readPendingCents(tx, id));
  if (overpaidCents <= 0) return;
  await resolveTransferIncidents(tx, [id], { now: now() }); // about an earlier amount
  await reportIncident(tx, {
    ...{ key, type: TYPE, bookingId: id, occurredAt: now() },
    ...{ amountCents: overpaidCents, currency: 'usd' },
    summary: `booking ${id} was refunded or lost in a dispute after its share was paid by hand; get ${dollars(overpaidCents)} back from the coach, and record that on the booking's page`,
  });
}
