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
import { isReversing } from './reversals';

type Booking = typeof bookings.$inferSelect;

const inDollars = ({ paid, commission, refunded, paid_out, pending }: LedgerSums) => ({
  paid: paid / 100,
  commission: commission / 100,
  refunded: refunded / 100,
  paid_out: paid_out / 100,
  pending: pending / 100,
});

export async function readHolds(db: Database, { id, coachId }: Booking) {
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

type Holds = Awaited<ReturnType<typeof readHolds>>;

/** True if the coach and a reversal both paid back this amount. False while a refund or dispute is open: it may be the student's. */
export const isPaidBackTwice = (
  { refund, paidByHandCents }: Booking,
  cents: number,
  { isDisputed }: Holds,
): boolean =>
  cents > 0 &&
  cents <= -paidByHandCents &&
  (refund === 'none' || refund === 'returned') &&
  !isDisputed;

async function explainDue(
  deps: Dependencies,
  booking: Booking,
  { cents, from }: { cents: number; from: Date | null },
) {
  const holds = await readHolds(deps.db, booking);
  const isReturn = isPaidBackTwice(booking, cents, holds);
  if (booking.refund !== 'none' && !isReturn) return 'refund' as const;
  if (holds.isDisputed) return 'incident' as const;
  if (!from && !isReturn) return 'session' as const;
  if (holds.isLocked) return 'locked' as const;
  if (isReturn) return 'by_hand' as const;
  if (from && from > deps.now()) return 'guarantee' as const;
  if (!deps.config.stripe.connectSecret || (await isPaidBefore(deps.db, booking)))
    return 'by_hand' as const;
  return holds.hasAccount ? ('transfer' as const) : ('account' as const);
}

/** Returns why the coach's share is not paid out yet, or is taken back; null if nothing is pending or the coach pays it back. */
async function explainPending(deps: Dependencies, booking: Booking, pendingCents: number) {
  if (pendingCents === 0) return null;
  if (pendingCents < 0) {
    const isOurs = await isReversing(deps, booking.id);
    return isOurs ? { because: 'reversal' as const, until: null } : null;
  }
  const from = payableFrom(booking, deps.now());
  const because = await explainDue(deps, booking, { cents: pendingCents, from });
  // the guarantee also runs while the coach is locked
  const isRunning = because === 'guarantee' || because === 'locked';
  return { because, until: isRunning && from && from > deps.now() ? from.toISOString() : null };
}

export async function readShare(deps: Dependencies, booking: Booking) {
  const [sums = NO_MONEY] = await deps.db
    .select(ledgerSums)
    .from(ledgerEntries)
    .where(eq(ledgerEntries.bookingId, booking.id));
  return { ...inDollars(sums), waits: await explainPending(deps, booking, sums.pending) };
}
