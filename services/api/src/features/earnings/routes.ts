import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { ledgerMonths } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { sendTable } from '../../core/http/table';
import { ownCoach } from '../coaches/coach-lookup';
import { addSums, monthSums, NO_MONEY } from './sums';
import { printEarnings } from './table';

const readMonths = (db: Database, coachId: number) =>
  db
    .select({ month: sql<string>`to_char(${ledgerMonths.month}, 'YYYY-MM')`, ...monthSums })
    .from(ledgerMonths)
    .where(eq(ledgerMonths.coachId, coachId))
    .groupBy(ledgerMonths.month)
    .orderBy(desc(ledgerMonths.month));

/** Money of a booking counts in the month of its payment, so each month balances. */
const getEarnings: Handler<'GET /api/coach/earnings/'> = async ({ db, config }, { userId }) => {
  const coach = await ownCoach(db, userId);
  const months = await readMonths(db, coach.id);
  return {
    total: months.reduce(addSums, NO_MONEY),
    months,
    time_zone: coach.timeZone,
    commission_percent: config.commissionPercent,
  };
};

const exportEarnings: Handler<'GET /api/coach/earnings/export/'> = async (
  { db },
  { userId, context },
) => {
  const coach = await ownCoach(db, userId);
  return sendTable(context, 'earnings.csv', printEarnings(db, coach.id));
};

export const earningsHandlers = {
  'GET /api/coach/earnings/': getEarnings,
  'GET /api/coach/earnings/export/': exportEarnings,
} satisfies Partial<Handlers>;
