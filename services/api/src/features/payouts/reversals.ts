import { and, eq, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { transfers } from '../../core/db/schema';
import { log } from '../../core/process/log';
import { delayAfter, forEachInTurn } from '../../core/process/repeat';
import { reportUnlessOpen } from '../payments/incidents';
import { listOverpaid, pendingOf } from './due';
import { LEASE_MS, REPORT_AFTER } from './transfers';

type Transfer = typeof transfers.$inferSelect;

/** Takes back the share of refunds that came after the payout. Idempotent, safe in several processes. */
export async function reverseOverpaid(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  await forEachInTurn(
    await listOverpaid(db, now()),
    ({ bookingId }) => `reversing the payout of booking ${bookingId}`,
    async ({ id }) => {
      const leased = await lease(db, id, now());
      if (leased)
        await reverseOne(deps, leased).catch((error: Error) => postpone(deps, leased, error));
    },
  );
}

/** Leases a made transfer whose next attempt is due. `attempts` counts the failed ones. */
async function lease(db: Database, id: number, now: Date): Promise<Transfer | undefined> {
  const [leased] = await db
    .update(transfers)
    .set({ retryAt: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(transfers.id, id), lte(transfers.retryAt, now)))
    .returning();
  return leased;
}

/** False once another process has taken the lease over. */
const isLeased = ({ id, retryAt }: Transfer) =>
  and(eq(transfers.id, id), eq(transfers.retryAt, retryAt));

/** Raises the reversed amount to the provider's; the ledger follows in the same statement. */
export const recordReversed = (db: Database, id: number, cents: number) =>
  db
    .update(transfers)
    .set({
      reversedCents: sql`greatest(${transfers.reversedCents}, ${cents})`,
    })
    .where(eq(transfers.id, id));

/**
 * Reverses what is overpaid of a transfer. The idempotency key changes only with the reversed amount and after a recorded failure, so
 * the provider executes one of two concurrent requests.
 */
async function reverseOne({ db, stripe, now }: Dependencies, leased: Transfer): Promise<void> {
  const { id, bookingId, transfer, attempts } = leased;
  if (!transfer) return;
  // The provider's state first: the response to an earlier attempt may be lost.
  const { amount, amount_reversed } = await stripe.transfers.retrieve(transfer);
  await recordReversed(db, id, amount_reversed);
  const excess = Math.min(-(await pendingOf(db, bookingId)), amount - amount_reversed);
  if (excess > 0) {
    await stripe.transfers.createReversal(
      transfer,
      { amount: excess, metadata: { booking_id: String(bookingId) } },
      { idempotencyKey: `reversal-${id}-${amount_reversed}-${attempts}` },
    );
    await recordReversed(db, id, amount_reversed + excess);
  }
  await db.update(transfers).set({ attempts: 0, retryAt: now() }).where(isLeased(leased));
}

async function postpone({ db, now }: Dependencies, leased: Transfer, error: Error): Promise<void> {
  const { id, bookingId } = leased;
  const attempts = leased.attempts + 1;
  log.error(
    { code: 'payout.reversal_failed' },
    `reversal of transfer ${id} failed: ${error.name}, attempt ${attempts}; retrying`,
  );
  const waitMs = Math.max(LEASE_MS, delayAfter(attempts));
  const postponed = await db
    .update(transfers)
    .set({ attempts, retryAt: new Date(now().getTime() + waitMs) })
    .where(isLeased(leased))
    .returning({ id: transfers.id });
  if (postponed.length > 0 && attempts >= REPORT_AFTER)
    await reportUnlessOpen(db, {
      key: `reversal of transfer ${id}`,
      type: 'transfer.not_reversed',
      bookingId,
      occurredAt: now(),
      summary: `booking ${bookingId} was refunded after its payout, and the coach's share could not be taken back (${(error as { code?: string }).code ?? error.name}); retrying hourly`,
    });
}
