import { and, eq, isNotNull, isNull, like, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  type bookings,
  coaches,
  ledgerEntries,
  paymentIncidents,
  payoutAccounts,
  transfers,
  users,
} from '../../core/db/schema';
import { type LedgerSums, ledgerSums, NO_MONEY } from '../earnings/sums';
import { payableFrom } from './due';

type Booking = typeof bookings.$inferSelect;

const inDollars = ({ paid, commission, refunded, paid_out, pending }: LedgerSums) => ({
  paid: paid / 100,
  commission: commission / 100,
  refunded: refunded / 100,
  paid_out: paid_out / 100,
  pending: pending / 100,
});

/** Sums of the ledger for a booking, in USD. */
export async function readSums(db: Database, bookingId: number) {
  const [sums = NO_MONEY] = await db
    .select(ledgerSums)
    .from(ledgerEntries)
    .where(eq(ledgerEntries.bookingId, bookingId));
  return inDollars(sums);
}

/** Reads what holds the payout of a booking: the lock and the account of its coach, and an open dispute or failed refund. */
async function readHolds(db: Database, { id, coachId }: Booking) {
  const [coach] = await db
    .select({ lockedAt: users.lockedAt, account: payoutAccounts })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.coachId, coaches.id))
    .where(eq(coaches.id, coachId));
  const incidents = await db.$count(
    paymentIncidents,
    and(
      eq(paymentIncidents.bookingId, id),
      or(
        like(paymentIncidents.type, 'charge.dispute%'),
        eq(paymentIncidents.type, 'refund.failed'),
      ),
      isNull(paymentIncidents.resolvedAt),
    ),
  );
  const { account = null } = coach ?? {};
  return {
    isLocked: coach?.lockedAt != null,
    isDisputed: incidents > 0,
    hasAccount: account?.enabled === true && account.retiredAt === null,
  };
}

/** True if no transfer follows: an earlier one was made, or an operator paid by hand. One that is retried still follows. */
const isPaidBefore = async (db: Database, { id, paidByHandCents }: Booking) =>
  paidByHandCents > 0 ||
  (await db.$count(transfers, and(eq(transfers.bookingId, id), isNotNull(transfers.transfer)))) > 0;

/** Returns why the coach's share of a booking is not paid out yet, and when the guarantee ends; null if nothing is pending. */
export async function explainPending(deps: Dependencies, booking: Booking, pending: number) {
  if (pending <= 0) return null;
  const because = async () => {
    const from = payableFrom(booking, deps.now());
    const holds = await readHolds(deps.db, booking);
    if (booking.refund !== 'none') return 'refund' as const;
    if (holds.isDisputed) return 'incident' as const;
    if (holds.isLocked) return 'locked' as const;
    if (!from) return 'session' as const;
    if (from > deps.now()) return 'guarantee' as const;
    if (!deps.config.stripe.connectSecret || (await isPaidBefore(deps.db, booking)))
      return 'by_hand' as const;
    return holds.hasAccount ? ('transfer' as const) : ('account' as const);
  };
  const reason = await because();
  const until = reason === 'guarantee' ? payableFrom(booking, deps.now()) : null;
  return { because: reason, until: until?.toISOString() ?? null };
}
