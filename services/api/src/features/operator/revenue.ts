import { dateIn, formatDollars, printTable } from '@carry/contracts/format';
import type { Dependencies } from '../../core/context/dependencies';
import type { Handler, Handlers } from '../../core/http/handler';
import { StreamedText } from '../../core/http/stream-json';
import { startOf } from '../coaches/zone';
import type { LedgerSums } from '../earnings/sums';
import { addDays, mondayOf, requireZone } from './days';
import { listFailedPayouts } from './failed-payouts';
import {
  readWeeksOfCoaches,
  sumCoaches,
  sumWeeks,
  type Week,
  type WeekOfCoach,
} from './revenue-sums';

const USUAL_WEEKS = 12;
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

interface Period {
  zone: string;
  /** Number of weeks, with the current one. */
  weeks?: number | undefined;
}

/** Money of a booking counts in the week of its payment, as it counts in a month of its coach's earnings. */
function weeksOf({ now }: Dependencies, { zone, weeks: number = USUAL_WEEKS }: Period): Week[] {
  requireZone(zone);
  const current = mondayOf(dateIn(zone, now()));
  return Array.from({ length: number }, (_, index) => {
    const monday = addDays(current, 7 * (index + 1 - number));
    return { monday, start: startOf(monday, zone), end: startOf(addDays(monday, 7), zone) };
  });
}

const readWeeks: Handler<'GET /api/operator/revenue/weeks/'> = async (deps, { query }) => ({
  weeks: (await sumWeeks(deps.db, weeksOf(deps, query))).map(toDollars),
  failed_payouts: await listFailedPayouts(deps),
});

const listCoaches: Handler<'GET /api/operator/revenue/coaches/'> = async (deps, { query }) =>
  (await sumCoaches(deps.db, weeksOf(deps, query), query.after)).map(toDollars);

const TABLE_HEAD = [
  'week',
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

/** Prints cents as dollars without sign and separators, as spreadsheets read them. */
const plain = (cents: number) => formatDollars(cents / 100).replaceAll(/[$,]/g, '');

const toCells = ({ week, coach_id, coach, bookings, tax, ...sums }: WeekOfCoach) => [
  ...[week, String(coach_id), coach, String(bookings)],
  ...[sums.paid, sums.refunded, sums.commission, sums.paid_out, sums.pending].map(plain),
  tax === null ? '' : plain(tax),
];

async function* printRevenue({ db }: Dependencies, weeks: readonly Week[]): AsyncGenerator<string> {
  yield printTable([TABLE_HEAD]);
  for await (const rows of readWeeksOfCoaches(db, weeks, BATCH_ROWS))
    if (rows.length > 0) yield printTable(rows.map(toCells));
}

const exportRevenue: Handler<'GET /api/operator/revenue/export/'> = async (
  deps,
  { query, context },
) => {
  const table = new StreamedText(printRevenue(deps, weeksOf(deps, query)));
  return context.body(await table.open('GET /api/operator/revenue/export/'), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="revenue.csv"',
  });
};

/** For consoles of earlier releases, which add up the rows. */
const readRevenue: Handler<'GET /api/operator/revenue/'> = async (deps, { query }) => {
  const weeks = weeksOf(deps, query);
  const rows: WeekOfCoach[] = [];
  for await (const batch of readWeeksOfCoaches(deps.db, weeks, BATCH_ROWS)) {
    rows.push(...batch);
    if (rows.length > MAX_ROWS) break;
  }
  if (rows.length > MAX_ROWS) deps.metrics.reportCut('revenue by week and coach', MAX_ROWS);
  return {
    weeks: weeks.map(({ monday }) => monday),
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
