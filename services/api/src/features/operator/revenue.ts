import { dateIn, printTable } from '@carry/contracts/format';
import type { Dependencies } from '../../core/context/dependencies';
import type { Handler, Handlers } from '../../core/http/handler';
import { printCents, sendTable } from '../../core/http/table';
import { findStartOfDay } from '../coaches/zone';
import type { LedgerSums } from '../earnings/sums';
import { addDays, getMonday, requireZone } from './days';
import { listFailedPayouts } from './failed-payouts';
import { listLedgerYears } from './ledger';
import {
  type Period,
  type PeriodOfCoach,
  readPeriodsOfCoaches,
  sumCoaches,
  sumEach,
  sumPeriods,
} from './revenue-sums';

const USUAL_WEEKS = 12;
const MONTHS = 24;
const YEARS = 5;
const BATCH_ROWS = 500;
const MAX_ROWS = 1000;

const toDollars = <Row extends LedgerSums & { tax: number | null }>(row: Row): Row => ({
  ...row,
  paid: row.paid / 100,
  commission: row.commission / 100,
  refunded: row.refunded / 100,
  paid_out: row.paid_out / 100,
  pending: row.pending / 100,
  tax: row.tax === null ? null : row.tax / 100,
});

interface Query {
  zone: string;
  by?: 'week' | 'month' | 'year' | undefined;
  weeks?: number | undefined;
}

const firstDays = {
  week: (day: string, ahead: number) => addDays(getMonday(day), 7 * ahead),
  month: (day: string, ahead: number) => {
    const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() + ahead);
    return first.toISOString().slice(0, 10);
  },
  year: (day: string, ahead: number) => `${Number(day.slice(0, 4)) + ahead}-01-01`,
};

/** Money of a booking counts in the period of its payment, as it counts in a month of its coach's earnings. */
function getPeriods(
  { now }: Dependencies,
  { zone, by = 'week', weeks = USUAL_WEEKS }: Query,
): Period[] {
  requireZone(zone);
  const today = dateIn(zone, now());
  const number = { week: weeks, month: MONTHS, year: YEARS }[by];
  const firstDay = (index: number) => firstDays[by](today, index + 1 - number);
  return Array.from({ length: number }, (_, index) => ({
    day: firstDay(index),
    start: findStartOfDay(firstDay(index), zone),
    end: findStartOfDay(firstDay(index + 1), zone),
  }));
}

const readSums = (by: Query['by']) => (by === 'year' ? sumEach : sumPeriods);

const readWeeks: Handler<'GET /api/operator/revenue/weeks/'> = async (deps, { query }) => ({
  by: query.by ?? 'week',
  weeks: (await readSums(query.by)(deps.db, getPeriods(deps, query))).map(toDollars),
  failed_payouts: await listFailedPayouts(deps),
  ledger_years: await listLedgerYears(deps),
});

const listCoaches: Handler<'GET /api/operator/revenue/coaches/'> = async (deps, { query }) =>
  (await sumCoaches(deps.db, getPeriods(deps, query), query.after)).map(toDollars);

const TABLE_HEAD = [
  'coach_id',
  'coach',
  'bookings',
  'paid_usd',
  'refunded_usd',
  'commission_usd',
  'paid_out_usd',
  'pending_usd',
  'tax_usd',
];

const toCells = ({ week, coach_id, coach, bookings, tax, ...sums }: PeriodOfCoach) => [
  ...[week, String(coach_id), coach, String(bookings)],
  ...[sums.paid, sums.refunded, sums.commission, sums.paid_out, sums.pending].map(printCents),
  tax === null ? '' : printCents(tax),
];

async function* printRevenue(
  { db }: Dependencies,
  periods: readonly Period[],
  by = 'week',
): AsyncGenerator<string> {
  yield printTable([[by, ...TABLE_HEAD]]);
  for await (const rows of readPeriodsOfCoaches(db, periods, BATCH_ROWS))
    if (rows.length > 0) yield printTable(rows.map(toCells));
}

const exportRevenue: Handler<'GET /api/operator/revenue/export/'> = (deps, { query, context }) =>
  sendTable(context, 'revenue.csv', printRevenue(deps, getPeriods(deps, query), query.by));

/** For consoles of earlier releases, which add up the rows. */
const readRevenue: Handler<'GET /api/operator/revenue/'> = async (deps, { query }) => {
  const weeks = getPeriods(deps, { ...query, by: 'week' });
  const rows: PeriodOfCoach[] = [];
  for await (const batch of readPeriodsOfCoaches(deps.db, weeks, BATCH_ROWS)) {
    rows.push(...batch);
    if (rows.length > MAX_ROWS) break;
  }
  if (rows.length > MAX_ROWS) deps.metrics.reportCut('revenue by week and coach', MAX_ROWS);
  return {
    weeks: weeks.map(({ day }) => day),
    rows: rows.slice(0, MAX_ROWS).map(toDollars),
    failed_payouts: await listFailedPayouts(deps),
  };
};

export const operatorRevenueHandlers = {
  'GET /api/operator/revenue/weeks/': readWeeks,
  'GET /api/operator/revenue/coaches/': listCoaches,
  'GET /api/operator/revenue/export/': exportRevenue,
  'GET /api/operator/revenue/': readRevenue,
} satisfies Partial<Handlers>;
