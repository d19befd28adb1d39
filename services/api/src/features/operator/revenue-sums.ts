import { and, asc, count, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, ledgerEntries } from '../../core/db/schema';
import { type LedgerSums, ledgerSums } from '../earnings/sums';
import { after, listOrderColumns, MAX_LISTED, type SortKey } from './search';

/** A week, month or year of payment; they are consecutive. */
export interface Period {
  day: string;
  start: Date;
  end: Date;
}

type Sums = LedgerSums & { bookings: number; tax: number | null };

const sumColumn = (column: SQL.Aliased<number>): SQL<number> =>
  sql<number>`sum(${column})`.mapWith(Number);

function paidBookings(db: Database, periods: readonly Period[], where?: SQL) {
  const thresholds = sql.join(
    periods.map(({ start }) => sql`${start.getTime() / 1000}::float8`),
    sql`, `,
  );
  const period =
    sql<number>`width_bucket(extract(epoch FROM ${bookings.paidAt})::float8, ARRAY[${thresholds}])`.mapWith(
      Number,
    );
  const [from, to] = [periods[0]?.start ?? new Date(0), periods.at(-1)?.end ?? new Date(0)];
  return db
    .select({
      period: period.as('period'),
      coachId: bookings.coachId,
      rate: bookings.taxBasisPoints,
      paid: ledgerSums.paid.as('paid'),
      commission: ledgerSums.commission.as('commission'),
      refunded: ledgerSums.refunded.as('refunded'),
      paid_out: ledgerSums.paid_out.as('paid_out'),
      pending: ledgerSums.pending.as('pending'),
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .where(and(gte(bookings.paidAt, from), lt(bookings.paidAt, to), where))
    .groupBy(sql`1`, bookings.id)
    .as('paid_bookings');
}

const addUp = (paid: ReturnType<typeof paidBookings>) => ({
  bookings: count(),
  paid: sumColumn(paid.paid),
  commission: sumColumn(paid.commission),
  refunded: sumColumn(paid.refunded),
  paid_out: sumColumn(paid.paid_out),
  pending: sumColumn(paid.pending),
  // rounded for each booking, as on its receipt; null without a rate
  tax: sql<
    number | null
  >`sum(round((${paid.paid} - ${paid.refunded})::numeric * ${paid.rate} / (10000 + ${paid.rate})))`.mapWith(
    Number,
  ),
});

const NOTHING: Sums = {
  ...{ bookings: 0, paid: 0, commission: 0, refunded: 0, paid_out: 0, pending: 0 },
  tax: null,
};

type PeriodSums = Sums & { week: string };

/** Returns the sums of each period in cents, in a statement for each: one of all years would run long. */
export async function sumEach(db: Database, periods: readonly Period[]): Promise<PeriodSums[]> {
  const sums: PeriodSums[] = [];
  for (const period of periods) sums.push(...(await sumPeriods(db, [period])));
  return sums;
}

export async function sumPeriods(db: Database, periods: readonly Period[]): Promise<PeriodSums[]> {
  const paid = paidBookings(db, periods);
  const rows = await db
    .select({ period: paid.period, ...addUp(paid) })
    .from(paid)
    .groupBy(paid.period);
  const byNumber = new Map(rows.map(({ period, ...sums }) => [period, sums]));
  return periods.map(({ day }, index) => ({
    week: day,
    ...(byNumber.get(index + 1) ?? NOTHING),
  }));
}

/** Returns a page of the sums of coaches in cents, most kept first; `last` is the coach that ends the previous page. */
export function sumCoaches(db: Database, periods: readonly Period[], last: number | undefined) {
  const paid = paidBookings(db, periods);
  const { bookings: number, tax, ...money } = addUp(paid);
  const listed = db.$with('listed').as(
    db
      .select({
        coachId: paid.coachId,
        bookings: number.as('bookings'),
        paid: money.paid.as('paid'),
        commission: money.commission.as('commission'),
        refunded: money.refunded.as('refunded'),
        paid_out: money.paid_out.as('paid_out'),
        pending: money.pending.as('pending'),
        tax: tax.as('tax'),
      })
      .from(paid)
      .groupBy(paid.coachId),
  );
  const key: SortKey = [
    [sql`${listed.refunded} - ${listed.paid}`, sql`'-infinity'::numeric`],
    [listed.coachId, sql`0`],
  ];
  return db
    .with(listed)
    .select({
      coach_id: listed.coachId,
      coach: coaches.name,
      bookings: listed.bookings,
      paid: listed.paid,
      commission: listed.commission,
      refunded: listed.refunded,
      paid_out: listed.paid_out,
      pending: listed.pending,
      tax: listed.tax,
    })
    .from(listed)
    .innerJoin(coaches, eq(coaches.id, listed.coachId))
    .where(
      last === undefined ? undefined : after({ key, list: listed, last: eq(listed.coachId, last) }),
    )
    .orderBy(...listOrderColumns(key))
    .limit(MAX_LISTED);
}

export async function* readPeriodsOfCoaches(
  db: Database,
  periods: readonly Period[],
  limit: number,
) {
  for (const period of periods) {
    let last = 0;
    for (;;) {
      const paid = paidBookings(db, [period], gt(bookings.coachId, last));
      const rows = await db
        .select({ coach_id: paid.coachId, coach: coaches.name, ...addUp(paid) })
        .from(paid)
        .innerJoin(coaches, eq(coaches.id, paid.coachId))
        .groupBy(paid.coachId, coaches.name)
        .orderBy(asc(paid.coachId))
        .limit(limit);
      yield rows.map((row) => ({ week: period.day, ...row }));
      if (rows.length < limit) break;
      last = rows.at(-1)?.coach_id ?? last;
    }
  }
}

export type PeriodOfCoach = Sums & { week: string; coach_id: number; coach: string };
