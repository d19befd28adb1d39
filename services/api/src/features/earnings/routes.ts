import { formatDollars } from '@carry/contracts/format';
import { asc, eq, sql } from 'drizzle-orm';
import { bookings, type coaches, ledgerEntries, services } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { ownCoach } from '../coaches/own';
import { addSums, ledgerSums, NO_MONEY, printTable } from './sums';

const TABLE_HEAD = [
  'booking',
  'paid at',
  'session at',
  'service',
  'status',
  'currency',
  'paid',
  'commission',
  'refunded',
  'paid out',
  'pending',
];

const monthOf = ({ timeZone }: typeof coaches.$inferSelect) =>
  sql<string>`to_char(${bookings.paidAt} AT TIME ZONE ${timeZone}, 'YYYY-MM')`;

/** Money of a booking counts in the month of its payment, so each month balances. */
const getEarnings: Handler<'GET /api/coach/earnings/'> = async ({ db, config }, { userId }) => {
  const coach = await ownCoach(db, userId);
  const months = await db
    .select({
      month: monthOf(coach),
      bookings: sql<number>`count(DISTINCT ${bookings.id})`.mapWith(Number),
      ...ledgerSums,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .where(eq(ledgerEntries.coachId, coach.id))
    .groupBy(sql`1`)
    .orderBy(sql`1 DESC`);
  return {
    total: months.reduce(addSums, NO_MONEY),
    months,
    time_zone: coach.timeZone,
    commission_percent: config.commissionPercent,
  };
};

const dollars = (cents: number) => formatDollars(cents / 100).replaceAll(/[$,]/g, '');

const exportEarnings: Handler<'GET /api/coach/earnings/export/'> = async (
  { db },
  { userId, context },
) => {
  const coach = await ownCoach(db, userId);
  const rows = await db
    .select({
      id: bookings.id,
      paidAt: bookings.paidAt,
      startsAt: bookings.startsAt,
      service: services.label,
      status: bookings.status,
      ...ledgerSums,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(eq(ledgerEntries.coachId, coach.id))
    .groupBy(bookings.id, services.label)
    .orderBy(asc(bookings.paidAt), asc(bookings.id));
  const table = printTable([
    TABLE_HEAD,
    ...rows.map(({ id, paidAt, startsAt, service, status, ...sums }) => [
      String(id),
      paidAt?.toISOString() ?? '',
      startsAt?.toISOString() ?? '',
      service,
      status,
      'USD',
      ...[sums.paid, sums.commission, sums.refunded, sums.paid_out, sums.pending].map(dollars),
    ]),
  ]);
  return context.body(table, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="earnings.csv"',
  });
};

export const earningsHandlers = {
  'GET /api/coach/earnings/': getEarnings,
  'GET /api/coach/earnings/export/': exportEarnings,
} satisfies Partial<Handlers>;
