import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, ledgerEntries, transfers, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { dollars } from '../mail/format';
import { recoverByBooking } from '../payments/charge-transfer';
import { resolveTransferIncidents } from '../payments/incidents';
import { isPermanent, providerDown } from '../payments/provider';
import { settlePayment } from '../payments/settle';
import { dueUntil, isPayable, payableFrom, readPendingCents } from './due';
import { readEarlierShare } from './earlier-share';
import { isLeased, isReversing, lease, recordReversed } from './reversals';
import { isPaidBackTwice, readHolds } from './share';
import { claim, isOpen, LEASE_MS, lockBooking, type Transfer } from './transfers';

type Booking = typeof bookings.$inferSelect;

interface HandPayout {
  cents: number;
  /** Paid before a refund or lost dispute: the amount is `readEarlierShare` instead of what is pending. */
  isEarlier: boolean;
}

/**
 * Records that an operator paid a coach's share another way; a negative amount came back after a refund. Throws 409 if another amount is
 * pending. Drops a transfer that waits for its next attempt, which waits as long as before after an error.
 */
export async function payByHand(
  deps: Dependencies,
  id: number,
  { cents, isEarlier }: HandPayout,
): Promise<void> {
  const { db, now } = deps;
  const check = isEarlier ? requireEarlier : requirePending;
  const [current] = await db.select().from(bookings).where(eq(bookings.id, id));
  if (!current) throw notFound();
  if (cents > 0) await recordLostTransfer(deps, current);
  await check(deps, current, cents);
  const hold = await holdTransfer(deps, id, cents);
  try {
    if (hold) await readProvider(deps, current, hold.transfer);
    await transact(db, async (tx) => {
      const booking = await lockBooking(tx, id);
      if (!booking) throw notFound();
      await check({ ...deps, db: tx }, booking, cents);
      if (hold) await endHold(tx, hold.transfer, now());
      if ((await tx.$count(transfers, isUnmade(id))) > 0) throw beingTried();
      await tx
        .update(bookings)
        .set({ paidByHandCents: booking.paidByHandCents + cents })
        .where(eq(bookings.id, id));
      await resolveTransferIncidents(tx, [id], { now: now() });
    });
  } catch (error) {
    if (hold) {
      const { transfer, retryAt, refused } = hold;
      await db.update(transfers).set({ retryAt, refused }).where(isHeld(transfer));
    }
    throw error;
  }
}

/** Records the transfer of a destination charge whose event is lost, or one whose row a restore removed. */
async function recordLostTransfer(deps: Dependencies, booking: Booking): Promise<void> {
  const { destination, checkoutSession: session, hasTransfer } = booking;
  if (destination && session) await settlePayment(deps, session).catch(providerDown);
  else if (deps.config.stripe.connectSecret && !hasTransfer) await recover(deps, booking);
}

const recover = (deps: Dependencies, booking: Booking): Promise<boolean> =>
  recoverByBooking(deps, booking).catch(providerDown);

const isUnmade = (bookingId: number) =>
  and(eq(transfers.bookingId, bookingId), isNull(transfers.transfer));

const isRefused = and(isNull(transfers.transfer), eq(transfers.refused, true));

const beingTried = () =>
  new Problem(409, 'This payout is being tried right now. Please try again in a few minutes.');

/**
 * Leases a transfer that is not made yet, or the reversal that `cents` replaces. Returns it with its time of the next attempt before the
 * lease. Throws 409 if it may be running.
 */
async function holdTransfer({ db, now }: Dependencies, bookingId: number, cents: number) {
  const [row] = await db.select().from(transfers).where(eq(transfers.bookingId, bookingId));
  const isReversible = cents < 0 && row && row.amountCents > row.reversedCents;
  if (!row || (row.transfer !== null && !isReversible)) return null;
  // An attempt ends within its lease; a later time is its backoff.
  const current = now();
  const leased = new Date(current.getTime() + LEASE_MS);
  const when = sql`(${lte(transfers.retryAt, current)} OR ${gt(transfers.retryAt, leased)})`;
  return transact(db, async (tx) => {
    const { id } = row;
    const [before] = await tx.select().from(transfers).where(eq(transfers.id, id)).for('update');
    const hold = row.transfer === null ? claim : lease;
    const transfer = await hold(tx, id, { now: current, when });
    if (!before || !transfer) throw beingTried();
    return { transfer, retryAt: before.retryAt, refused: before.refused };
  });
}

const isHeld = (hold: Transfer) => (hold.transfer === null ? isOpen(hold) : isLeased(hold));

/** Records what the provider did although its response was lost. Throws 409 if it has made the transfer. */
async function readProvider(deps: Dependencies, booking: Booking, hold: Transfer): Promise<void> {
  if (hold.transfer !== null) {
    const made = await findMade(deps, hold.transfer);
    if (made) await recordReversed(deps.db, hold, made.amount_reversed);
  } else if (await recover(deps, booking))
    throw new Problem(409, 'Stripe has made this payout. Please reload the page.');
}

/** Reads a transfer. Null if Stripe refuses for good because the site no longer has Stripe Connect: the transfer cannot be reversed then. */
const findMade = ({ config, stripe }: Dependencies, transfer: string) =>
  stripe.transfers.retrieve(transfer).catch((error: unknown) => {
    if (!config.stripe.connectSecret && isPermanent(error)) return null;
    return providerDown(error);
  });

async function endHold(tx: Database, hold: Transfer, now: Date): Promise<void> {
  if (hold.transfer === null) {
    await tx.delete(transfers).where(isHeld(hold));
    return;
  }
  const ended = await tx
    .update(transfers)
    .set({ attempts: 0, retryAt: now })
    .where(isHeld(hold))
    .returning({ id: transfers.id });
  if (ended.length === 0) throw beingTried();
}

async function requireEarlier(
  { db }: Dependencies,
  booking: Booking,
  cents: number,
): Promise<void> {
  const share = await readEarlierShare(db, booking);
  if (share === 0)
    throw new Problem(409, 'No share of this booking can have been paid before a refund.');
  if (share !== cents)
    throw new Problem(
      409,
      `${dollars(share)} was the share before the refund. Please check the amount and try again.`,
    );
}

async function requirePending(deps: Dependencies, booking: Booking, cents: number): Promise<void> {
  const pending = await readPendingCents(deps.db, booking.id);
  if (pending === 0) throw new Problem(409, 'Nothing is pending for this booking.');
  if (pending !== cents)
    throw new Problem(
      409,
      `${dollars(pending)} is pending by now. Please check the amount and try again.`,
    );
  const holds = await readHolds(deps.db, booking);
  const isReturn = isPaidBackTwice(booking, cents, holds);
  if (cents > 0 && !isReturn && !payableFrom(booking, deps.now()))
    throw new Problem(409, "The coach's share isn't due: the session isn't over, or is refunded.");
  if (cents > 0 && holds.isDisputed)
    throw new Problem(
      409,
      'A dispute or failed refund of this booking is open, so this money may belong to the student. Please resolve its incident first.',
    );
  if (cents < 0 && (await isReversing(deps, booking.id)))
    throw new Problem(409, "We take this back from the coach's Stripe account ourselves.");
}

const MAX_SHARES = 1000;

interface Period {
  coachId: number;
  /** Latest completion of a session, or delivery of an order. */
  until: Date;
}

const selectDue = (db: Database, { coachId, until }: Period, now: Date) =>
  (['none', 'refused'] as const).map((transfer) =>
    db
      .select()
      .from(bookings)
      .where(and(eq(bookings.coachId, coachId), dueUntil(until, now, transfer)))
      .orderBy(bookings.id)
      .limit(MAX_SHARES),
  );

function pickPayable(due: readonly Booking[][], now: Date): Booking[] {
  const first = due.flat().slice(0, MAX_SHARES);
  // a destination charge has a transfer, even if its event is late or lost
  return first.filter((booking) => !booking.destination && isPayable(booking, now));
}

async function readShares(db: Database, due: readonly Booking[][], now: Date) {
  const ids = pickPayable(due, now).map(({ id }) => id);
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

async function requireUnlocked(db: Database, coachId: number): Promise<void> {
  const [coach] = await db
    .select({ lockedAt: users.lockedAt })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(eq(coaches.id, coachId));
  if (coach?.lockedAt)
    throw new Problem(
      409,
      'This coach is locked, so all payouts wait. Unlock the account, or record what you paid on the page of each booking.',
    );
}

/** Sums the due shares of a coach that no transfer pays: of the first 1,000 bookings. Throws 409 for a locked coach. */
export async function sumDue({ db, now }: Dependencies, period: Period) {
  await requireUnlocked(db, period.coachId);
  const due = await Promise.all(selectDue(db, period, now()));
  const shares = await readShares(db, due, now());
  return { cents: total(shares), bookings: shares.length };
}

/** Bookings read from the provider at once. */
const BATCH = 8;

/** Throws 409 if the provider has made a payout that is due here, such as one whose row a restore removed. Records it first. */
async function requireNoLostTransfer(deps: Dependencies, period: Period): Promise<void> {
  const { db, config, now } = deps;
  if (!config.stripe.connectSecret) return;
  const payable = pickPayable(await Promise.all(selectDue(db, period, now())), now());
  let made = 0;
  for (let start = 0; start < payable.length; start += BATCH) {
    const batch = payable.slice(start, start + BATCH);
    const recovered = await Promise.all(batch.map((booking) => recover(deps, booking)));
    made += recovered.filter(Boolean).length;
  }
  if (made > 0)
    throw new Problem(
      409,
      `Stripe has made ${made} of these payouts. Please look up what is due and try again.`,
    );
}

/** Records that an operator paid the due shares of a coach another way. Throws 409 if their sum is another one, or for a locked coach. */
export async function payDueByHand(
  deps: Dependencies,
  period: Period,
  cents: number,
): Promise<number> {
  const { db, now } = deps;
  await requireUnlocked(db, period.coachId);
  await requireNoLostTransfer(deps, period);
  return transact(db, async (tx) => {
    await requireUnlocked(tx, period.coachId);
    const due: Booking[][] = [];
    for (const query of selectDue(tx, period, now())) due.push(await query.for('update'));
    const shares = await readShares(tx, due, now());
    if (total(shares) !== cents)
      throw new Problem(
        409,
        `${dollars(total(shares))} is due until then. Please check the amount and try again.`,
      );
    const ids = shares.map(({ id }) => id);
    await tx.delete(transfers).where(and(inArray(transfers.bookingId, ids), isRefused));
    // one that is being tried again
    if ((await tx.$count(transfers, inArray(transfers.bookingId, ids))) > 0) throw beingTried();
    for (const { id, cents: paidByHandCents } of shares)
      await tx.update(bookings).set({ paidByHandCents }).where(eq(bookings.id, id));
    await resolveTransferIncidents(tx, ids, { now: now() });
    return shares.length;
  });
}
