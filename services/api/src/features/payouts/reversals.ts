import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter, forEachInTurn } from '../../core/process/repeat';
import { reportUnlessOpen, resolveTransferIncidents } from '../payments/incidents';
import { listOverpaid, readPendingCents } from './due';
import { LEASE_MS, lockBooking, REPORT_AFTER } from './transfers';

type Transfer = typeof transfers.$inferSelect;

const NOT_REVERSED = 'transfer.not_reversed';

/** Takes back the share of refunds that came after the payout. Idempotent, safe in several processes. */
export async function reverseOverpaid(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  await forEachInTurn(
    await listOverpaid(db, now()),
    ({ bookingId }) => `reversing the payout of booking ${bookingId}`,
    async ({ id }) => {
      const leased = await lease(db, id, { now: now() });
      if (leased) await reverseOne(deps, leased);
    },
  );
}

/** True while the site takes back what a transfer paid too much; false if that keeps failing, or without Stripe Connect. */
export const isReversing = async (
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  bookingId: number,
): Promise<boolean> =>
  config.stripe.connectSecret !== '' &&
  (await db.$count(
    transfers,
    and(
      eq(transfers.bookingId, bookingId),
      gt(transfers.amountCents, transfers.reversedCents),
      lt(transfers.attempts, REPORT_AFTER),
    ),
  )) > 0;

/** Leases a made transfer if `when` holds; default: its next attempt is due. `attempts` counts the failed ones. */
export async function lease(
  db: Database,
  id: number,
  { now, when = lte(transfers.retryAt, now) }: { now: Date; when?: SQL | undefined },
): Promise<Transfer | undefined> {
  const [leased] = await db
    .update(transfers)
    .set({ retryAt: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(transfers.id, id), when))
    .returning();
  return leased;
}

export const isLeased = ({ id, retryAt }: Transfer) =>
  and(eq(transfers.id, id), eq(transfers.retryAt, retryAt));

/** Raises the reversed amount to the provider's; the ledger follows in the same statement. */
export const recordReversed = (
  db: Database,
  { id, bookingId }: Pick<Transfer, 'id' | 'bookingId'>,
  cents: number,
): Promise<void> =>
  transact(db, async (tx) => {
    await lockBooking(tx, bookingId); // before its transfer, as everywhere
    await tx
      .update(transfers)
      .set({ reversedCents: sql`greatest(${transfers.reversedCents}, ${cents})` })
      .where(eq(transfers.id, id));
  });

/** Renews the lease for the call that moves money, because reading the transfer may have taken most of it. */
async function reverseOne(deps: Dependencies, leased: Transfer): Promise<void> {
  const { db, now } = deps;
  const { id, bookingId, transfer } = leased;
  if (!transfer) return;
  const made = { ...leased, transfer };
  let current = leased;
  try {
    const overpaid = await readOverpaid(deps, made);
    if (overpaid.excess > 0) {
      const renewed = await lease(db, id, { now: now(), when: isLeased(leased) });
      if (!renewed) return;
      current = renewed;
      await reverse(deps, made, overpaid);
    }
    await db.update(transfers).set({ attempts: 0, retryAt: now() }).where(isLeased(current));
    await resolveTransferIncidents(db, [bookingId], { now: now(), type: NOT_REVERSED });
  } catch (error) {
    await postpone(deps, current, error as Error);
  }
}

type MadeTransfer = Transfer & { transfer: string };

/** Reads the provider's state first: the response to an earlier attempt may be lost. */
async function readOverpaid({ db, stripe }: Dependencies, made: MadeTransfer) {
  const transfer = await stripe.transfers.retrieve(made.transfer);
  const { amount, amount_reversed: reversed, currency } = transfer;
  if (currency !== 'usd') throw new Error(`transfer ${made.transfer} is in ${currency}, not usd`);
  await recordReversed(db, made, reversed);
  const excess = Math.min(-(await readPendingCents(db, made.bookingId)), amount - reversed);
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, made.bookingId));
  return { reversed, excess, paidByHand: booking?.paidByHandCents ?? 0 };
}

/** Reverses what is overpaid. The key changes only after a recorded failure or payback, so one of two concurrent requests runs. */
async function reverse(
  { db, stripe }: Dependencies,
  made: MadeTransfer,
  { reversed, excess, paidByHand }: Awaited<ReturnType<typeof readOverpaid>>,
): Promise<void> {
  const { id, bookingId, transfer, attempts } = made;
  await stripe.transfers.createReversal(
    transfer,
    { amount: excess, metadata: { booking_id: String(bookingId) } },
    { idempotencyKey: `reversal-${id}-${reversed}-${paidByHand}-${attempts}` },
  );
  await recordReversed(db, made, reversed + excess);
}

async function postpone({ db, now }: Dependencies, leased: Transfer, error: Error): Promise<void> {
  const { id, bookingId } = leased;
  const attempts = leased.attempts + 1;
  log.error(
    { code: 'payout.reversal_failed' },
    `reversal of transfer ${id} failed: ${error.name}, attempt ${attempts}; retrying`,
  );
  const waitMs = Math.max(LEASE_MS, delayAfter(attempts));
  await transact(db, async (tx) => {
    await lockBooking(tx, bookingId);
    const postponed = await tx
      .update(transfers)
      .set({ attempts, retryAt: new Date(now().getTime() + waitMs) })
      .where(isLeased(leased))
      .returning({ id: transfers.id });
    if (postponed.length === 0 || attempts < REPORT_AFTER) return;
    await reportUnlessOpen(tx, {
      key: `reversal of transfer ${id}`,
      type: NOT_REVERSED,
      bookingId,
      occurredAt: now(),
      summary: `booking ${bookingId} was refunded after its payout, and the coach's share could not be taken back (${(error as { code?: string }).code ?? error.name}); retrying hourly`,
    });
  });
}
