import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, ledgerEntries, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { dollars } from '../mail/format';
import { providerDown } from '../payments/provider';
import { dueUntil, isPayable, payableFrom, pendingOf } from './due';
import { resolveTransferIncidents } from './incidents';
import { findTransfer } from './provider';
import { claim, isOpen, LEASE_MS, lockBooking, recordTransfer, type Transfer } from './transfers';

type Booking = typeof bookings.$inferSelect;

/**
 * Records that an operator paid a coach's share another way than by a transfer; a negative amount came back from the coach after a refund.
 * Throws 409 if another amount is pending. A transfer that waits for its next attempt is dropped; it waits as long as before after an error.
 */
export async function payByHand(deps: Dependencies, id: number, cents: number): Promise<void> {
  const { db, now } = deps;
  const [current] = await db.select().from(bookings).where(eq(bookings.id, id));
  if (!current) throw notFound();
  await requirePending(db, { booking: current, cents, now: now() });
  const [open] = await db.select().from(transfers).where(isUnmade(id));
  const waiting = open && (await claimWaiting(deps, open));
  try {
    if (waiting) await requireUnmade(deps, waiting.transfer);
    await transact(db, async (tx) => {
      const booking = await lockBooking(tx, id);
      if (!booking) throw notFound();
      if (waiting) await tx.delete(transfers).where(isOpen(waiting.transfer));
      if ((await tx.$count(transfers, isUnmade(id))) > 0) throw beingTried();
      await requirePending(tx, { booking, cents, now: now() });
      await tx
        .update(bookings)
        .set({ paidByHandCents: booking.paidByHandCents + cents })
        .where(eq(bookings.id, id));
      await resolveTransferIncidents(tx, id, now());
    });
  } catch (error) {
    if (waiting) {
      const { transfer, retryAt } = waiting;
      await db.update(transfers).set({ retryAt }).where(isOpen(transfer));
    }
    throw error;
  }
}

const isUnmade = (bookingId: number) =>
  and(eq(transfers.bookingId, bookingId), isNull(transfers.transfer));

const beingTried = () =>
  new Problem(409, 'This payout is being tried right now. Please try again in a few minutes.');

/** Claims a transfer that is not made yet, with the time of its next attempt until then. Throws 409 if it is perhaps being made. */
function claimWaiting({ db, now }: Dependencies, { id }: Pick<Transfer, 'id'>) {
  // An attempt ends within its lease; a later time is its backoff.
  const current = now();
  const leased = new Date(current.getTime() + LEASE_MS);
  const when = sql`(${lte(transfers.retryAt, current)} OR ${gt(transfers.retryAt, leased)})`;
  return transact(db, async (tx) => {
    const [before] = await tx.select().from(transfers).where(eq(transfers.id, id)).for('update');
    const transfer = await claim(tx, id, { now: current, when });
    if (!before || !transfer) throw beingTried();
    return { transfer, retryAt: before.retryAt };
  });
}

/** Throws 409 if the provider has made a transfer whose response was lost. */
async function requireUnmade({ db, stripe }: Dependencies, waiting: Transfer): Promise<void> {
  const made = await findTransfer(stripe, waiting).catch(providerDown);
  if (!made) return;
  await recordTransfer(db, waiting.id, made);
  throw new Problem(409, 'Stripe has made this payout. Please reload the page.');
}

interface Payment {
  booking: Booking;
  cents: number;
  now: Date;
}

async function requirePending(tx: Database, { booking, cents, now }: Payment): Promise<void> {
  const pending = await pendingOf(tx, booking.id);
  if (pending === 0) throw new Problem(409, 'Nothing is pending for this booking.');
  if (pending !== cents)
    throw new Problem(
      409,
      `${dollars(pending)} is pending by now. Please check the amount and try again.`,
    );
  if (cents > 0 && !payableFrom(booking, now))
    throw new Problem(409, "The coach's share isn't due: the session isn't over, or is refunded.");
  if (cents < 0 && (await countReversible(tx, booking.id)) > 0)
    throw new Problem(409, "We take this back from the coach's Stripe account ourselves.");
}

const countReversible = (tx: Database, bookingId: number) =>
  tx.$count(
    transfers,
    and(eq(transfers.bookingId, bookingId), gt(transfers.amountCents, transfers.reversedCents)),
  );

/** Bookings that are paid by hand at once. */
const MAX_SHARES = 1000;

interface Period {
  coachId: number;
  /** Latest completion of a session, or delivery of an order. */
  until: Date;
}

const selectDue = (db: Database, { coachId, until }: Period, now: Date) =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.coachId, coachId), dueUntil(until, now)))
    .orderBy(bookings.id)
    .limit(MAX_SHARES);

/** Returns the pending shares of bookings whose guarantee is over, in cents. */
async function readShares(db: Database, due: readonly Booking[], now: Date) {
  const ids = due.filter((booking) => isPayable(booking, now)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const cents = sql<number>`sum(${ledgerEntries.pendingCents})`.mapWith(Number);
  return db
    .select({ id: ledgerEntries.bookingId, cents })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.bookingId, ids))
    .groupBy(ledgerEntries.bookingId)
    .having(gt(cents, 0));
}

const total = (shares: readonly { cents: number }[]) =>
  shares.reduce((sum, { cents }) => sum + cents, 0);

/** Sums the due shares of a coach that no transfer pays: of the first 1,000 bookings. */
export async function sumDue({ db, now }: Dependencies, period: Period) {
  const shares = await readShares(db, await selectDue(db, period, now()), now());
  return { cents: total(shares), bookings: shares.length };
}

/** Records that an operator paid the due shares of a coach another way. Throws 409 if their sum is another one. */
export const payDueByHand = ({ db, now }: Dependencies, period: Period, cents: number) =>
  transact(db, async (tx) => {
    const shares = await readShares(tx, await selectDue(tx, period, now()).for('update'), now());
    if (total(shares) !== cents)
      throw new Problem(
        409,
        `${dollars(total(shares))} is due until then. Please check the amount and try again.`,
      );
    for (const { id, cents: paidByHandCents } of shares)
      await tx.update(bookings).set({ paidByHandCents }).where(eq(bookings.id, id));
    return shares.length;
  });
