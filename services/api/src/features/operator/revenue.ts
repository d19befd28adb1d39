import { dateIn } from '@carry/contracts/format';
import { and, asc, count, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, ledgerEntries, payoutAccounts, transfers } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { startOf } from '../coaches/zone';
import { type LedgerSums, ledgerSums } from '../earnings/sums';
import { addDays, mondayOf, requireZone } from './days';
import { MAX_LISTED } from './search';

const USUAL_WEEKS = 12;

const toDollars = ({ paid, commission, refunded, paid_out, pending }: LedgerSums): LedgerSums => ({
  paid: paid / 100,
  commission: commission / 100,
  refunded: refunded / 100,
  paid_out: paid_out / 100,
  pending: pending / 100,
});

/** Transfers that failed and wait for their next attempt, and payouts that a coach's bank returned. */
async function listFailedPayouts({ db, metrics }: Dependencies) {
  const ofTransfers = await db
    .select({ coach_id: coaches.id, coach: coaches.name, transfer: transfers })
    .from(transfers)
    .innerJoin(bookings, eq(bookings.id, transfers.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(and(isNull(transfers.transfer), gt(transfers.attempts, 0)))
    .orderBy(asc(transfers.id))
    .limit(MAX_LISTED + 1);
  const ofBanks = await db
    .select({ coach_id: coaches.id, coach: coaches.name, reason: payoutAccounts.failure })
    .from(payoutAccounts)
    .innerJoin(coaches, eq(coaches.id, payoutAccounts.coachId))
    .where(isNotNull(payoutAccounts.failure))
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

const sumOf = (column: SQL.Aliased<number>): SQL<number> =>
  sql<number>`sum(${column})`.mapWith(Number);

/** Sums by coach and week of payment. Weeks are numbered from 1, by their starts. */
function sumByWeek(db: Database, starts: readonly Date[], end: Date) {
  const thresholds = sql.join(
    starts.map((start) => sql`${start.getTime() / 1000}::float8`),
    sql`, `,
  );
  const week =
    sql<number>`width_bucket(extract(epoch FROM ${bookings.paidAt})::float8, ARRAY[${thresholds}])`.mapWith(
      Number,
    );
  const paid = db
    .select({
      week: week.as('week'),
      coachId: coaches.id,
      coach: coaches.name,
      rate: bookings.taxBasisPoints,
      paid: ledgerSums.paid.as('paid'),
      commission: ledgerSums.commission.as('commission'),
      refunded: ledgerSums.refunded.as('refunded'),
      paid_out: ledgerSums.paid_out.as('paid_out'),
      pending: ledgerSums.pending.as('pending'),
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(and(gte(bookings.paidAt, starts[0] ?? end), lt(bookings.paidAt, end)))
    .groupBy(sql`1`, coaches.id, bookings.id)
    .as('paid');
  // rounded for each booking, as on its receipt; null without a rate
  const tax = sql<
    string | null
  >`sum(round((${paid.paid} - ${paid.refunded})::numeric * ${paid.rate} / (10000 + ${paid.rate})))`;
  return db
    .select({
      week: paid.week,
      coachId: paid.coachId,
      coach: paid.coach,
      bookings: count(),
      paid: sumOf(paid.paid),
      commission: sumOf(paid.commission),
      refunded: sumOf(paid.refunded),
      paid_out: sumOf(paid.paid_out),
      pending: sumOf(paid.pending),
      tax,
    })
    .from(paid)
    .groupBy(paid.week, paid.coachId, paid.coach)
    .orderBy(paid.week, asc(paid.coachId));
}

/** Money of a booking counts in the week of its payment, as it counts in a month of its coach's earnings. */
const readRevenue: Handler<'GET /api/operator/revenue/'> = async (
  deps,
  { query: { zone, weeks: number = USUAL_WEEKS } },
) => {
  const { db, now } = deps;
  requireZone(zone);
  const monday = mondayOf(dateIn(zone, now()));
  const weeks = Array.from({ length: number }, (_, index) =>
    addDays(monday, 7 * (index + 1 - number)),
  );
  const starts = weeks.map((week) => startOf(week, zone));
  const end = startOf(addDays(monday, 7), zone);
  const rows = await sumByWeek(db, starts, end);
  return {
    weeks,
    rows: rows.map(({ week, coachId, coach, bookings, tax, ...sums }) => ({
      week: weeks[week - 1] ?? monday,
      coach_id: coachId,
      coach,
      bookings,
      ...toDollars(sums),
      tax: tax === null ? null : Number(tax) / 100,
    })),
    failed_payouts: await listFailedPayouts(deps),
  };
};

export const operatorRevenueHandlers = {
  'GET /api/operator/revenue/': readRevenue,
} satisfies Partial<Handlers>;
