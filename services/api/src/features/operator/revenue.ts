import { and, asc, count, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { bookings, coaches } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { addDays, dayIn, mondayOf, requireZone, startOf } from './days';

const USUAL_WEEKS = 12;

const readRevenue: Handler<'GET /api/operator/revenue/'> = async (
  { db, now },
  { query: { zone, weeks: number = USUAL_WEEKS } },
) => {
  requireZone(zone);
  const monday = mondayOf(dayIn(zone, now()));
  const weeks = Array.from({ length: number }, (_, index) =>
    addDays(monday, 7 * (index + 1 - number)),
  );
  const starts = weeks.map((week) => startOf(week, zone));
  const thresholds = sql.join(
    starts.map((start) => sql`${start.getTime() / 1000}::float8`),
    sql`, `,
  );
  // index of the week, from 1
  const week =
    sql<number>`width_bucket(extract(epoch FROM ${bookings.paidAt})::float8, ARRAY[${thresholds}])`.mapWith(
      Number,
    );
  const rows = await db
    .select({
      week: week.as('week'),
      coachId: coaches.id,
      coach: coaches.name,
      bookings: count(),
      paid: sum(sql`coalesce(${bookings.paidCents}, ${bookings.amountCents})`).mapWith(Number),
      refunded: sum(bookings.refundedCents).mapWith(Number),
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        gte(bookings.paidAt, starts[0] ?? now()),
        lt(bookings.paidAt, startOf(addDays(monday, 7), zone)),
      ),
    )
    .groupBy(sql`1`, coaches.id)
    .orderBy(sql`1`, asc(coaches.id));
  return {
    weeks,
    rows: rows.map(({ week, coachId, coach, bookings, paid, refunded }) => ({
      week: weeks[week - 1] ?? monday,
      coach_id: coachId,
      coach,
      bookings,
      paid: paid / 100,
      refunded: refunded / 100,
    })),
  };
};

export const operatorRevenueHandlers = {
  'GET /api/operator/revenue/': readRevenue,
} satisfies Partial<Handlers>;
