import { MAX_COUNTED } from '@carry/contracts/format';
import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, payoutAccounts, transfers } from '../../core/db/schema';
import { countFirst } from '../../core/lists/page';
import { LEASE_MS } from '../payouts/transfers';
import { MAX_LISTED } from './search';

/** A first attempt that can still be running, within its lease, has not failed. */
const hasFailed = (now: Date) =>
  and(
    isNull(transfers.transfer),
    or(
      gt(transfers.attempts, 1),
      and(eq(transfers.attempts, 1), gt(transfers.retryAt, new Date(now.getTime() + LEASE_MS))),
    ),
  );
const wasReturned = isNotNull(payoutAccounts.failure);

export const countFailedPayouts = async (db: Database, now: Date): Promise<number> =>
  Math.min(
    (await countFirst(db, transfers, hasFailed(now))) +
      (await countFirst(db, payoutAccounts, wasReturned)),
    MAX_COUNTED,
  );

export async function listFailedPayouts({ db, metrics, now }: Dependencies) {
  const ofTransfers = await db
    .select({ coach_id: coaches.id, coach: coaches.name, transfer: transfers })
    .from(transfers)
    .innerJoin(bookings, eq(bookings.id, transfers.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(hasFailed(now()))
    .orderBy(asc(transfers.id))
    .limit(MAX_LISTED + 1);
  const ofBanks = await db
    .select({ coach_id: coaches.id, coach: coaches.name, reason: payoutAccounts.failure })
    .from(payoutAccounts)
    .innerJoin(coaches, eq(coaches.id, payoutAccounts.coachId))
    .where(wasReturned)
    .orderBy(asc(coaches.id))
    .limit(MAX_LISTED + 1);
  if (ofTransfers.length > MAX_LISTED) metrics.reportCut('failed transfers', MAX_LISTED);
  if (ofBanks.length > MAX_LISTED) metrics.reportCut('failed payouts of banks', MAX_LISTED);
  return [
    ...ofTransfers
      .slice(0, MAX_LISTED)
      .map(({ transfer: { bookingId, amountCents }, ...coach }) => ({
        ...coach,
        booking_id: bookingId,
        amount: amountCents / 100,
        reason: null,
      })),
    ...ofBanks
      .slice(0, MAX_LISTED)
      .map((payout) => ({ ...payout, booking_id: null, amount: null })),
  ];
}
