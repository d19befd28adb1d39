import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/core/db/open';
import { coachBookingHandlers } from '../src/features/bookings/coach-routes';
import { sweep } from '../src/features/bookings/sweep';
import { compactMonths } from '../src/features/earnings/compact';
import { earningsHandlers } from '../src/features/earnings/routes';
import { countWork, readRevenue } from '../src/features/operator/overview';
import { operatorReviewHandlers } from '../src/features/operator/reviews';
import { payOut } from '../src/features/payouts/run';
import { remind } from '../src/features/reminders/run';
import { type Harness, onEveryDatabaseAtNight } from './harness';

/** Bookings in each state that needs no more work. */
const ROWS = 3000;
/** Pages of PostgreSQL that a job may read when nothing is due: a few lookups in each index. A scan of one state reads more. */
const MAX_PAGES = 68;
const DAY_MS = 86_400_000;
const JOBS = {
  ...{ sweep, remind, payOut, countWork },
  readRevenue: ({ db, now }: Harness) =>
    readRevenue(db, { from: new Date(now().getTime() - DAY_MS), to: now() }),
  compactMonths: ({ db }: Harness) => compactMonths(db),
};
/** Pages of an answer: for 20 bookings with a few lookups each, a row of each month, and no reported review. */
const MAX_ANSWER_PAGES = { bookings: 300, earnings: 20, reviews: 20 };

/** Answers to the coach of the history and to the operator. */
const ANSWERS = {
  bookings: (deps: Harness, asked: object) =>
    coachBookingHandlers['GET /api/bookings/'](deps, { ...asked, query: { limit: 20 } } as never),
  earnings: (deps: Harness, asked: object) =>
    earningsHandlers['GET /api/coach/earnings/'](deps, asked as never),
  reviews: (deps: Harness) =>
    operatorReviewHandlers['GET /api/operator/reviews/'](deps, { query: {} } as never),
};

const TABLES =
  'bookings transfers ledger_entries ledger_months outbox booking_messages reviews'.split(' ');

const HISTORY = [
  ['completed and paid out', "'completed'", '-n'],
  ['cancelled without a refund', "'cancelled'", '-n'],
  ['expired with a closed page', "'expired'", '-n'],
  ['confirmed ahead', "'confirmed'", '48 + n'],
] as const;

/** Inserts the history of a coach, and a long conversation about its first booking. Returns the coach's user id. */
async function insertHistory(api: Harness): Promise<number> {
  const { coachId, serviceId, userId } = await api.newCoach('history');
  const [student] = await api.newCrowd('history', 1);
  await api.patiently(async (db) => {
    await db.execute(
      sql`INSERT INTO payout_accounts (coach_id, account, enabled, updated_at) VALUES (${coachId}, 'acct_history', true, now())`,
    );
    for (const [, status, hours] of HISTORY)
      await db.execute(
        sql`INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes, starts_at, ends_at,
          contact_info, details, status, hold_expires_at, checkout_session, checkout_closed, paid_at, completed_at,
          student_nth)
        SELECT ${student?.id}, ${coachId}, ${serviceId}, 1, 2500, 60, start, start + interval '1 hour', 'player', '', state, start,
          state || n, true, CASE state WHEN 'expired' THEN NULL ELSE now() - interval '1 year' END,
          CASE state WHEN 'completed' THEN start END, n
        FROM generate_series(1, ${sql.raw(String(ROWS))}) n, (VALUES (${sql.raw(status)})) of(state),
          LATERAL (SELECT now() + (${sql.raw(hours)}) * interval '1 hour' AS start) at`,
      );
    for (const status of ['completed', 'cancelled'])
      await db.execute(
        sql`INSERT INTO transfers (booking_id, account, amount_cents, transfer, retry_at, created_at)
        SELECT id, 'acct_history', 2125, 'tr_' || id, now(), now() FROM bookings
        WHERE coach_id = ${coachId} AND status = ${status}`,
      );
    // half of those paid out are refunded in part, and the coach's share of that is reversed
    const half = sql`coach_id = ${coachId} AND status = 'completed' AND student_nth % 2 = 0`;
    await db.execute(sql`UPDATE bookings SET refunded_cents = 1000 WHERE ${half}`);
    await db.execute(
      sql`UPDATE transfers SET reversed_cents = 850 WHERE booking_id IN (SELECT id FROM bookings WHERE ${half})`,
    );
    await db.execute(
      sql`INSERT INTO outbox (recipient, subject, body, sent_at)
      SELECT 'student@example.com', 'Reminder', repeat('text ', 100), now() FROM generate_series(1, ${sql.raw(String(ROWS))})`,
    );
    await db.execute(
      sql`INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
      SELECT ${coachId}, 'Student', 'Two ranks in a month.', 5 FROM generate_series(1, ${sql.raw(String(ROWS))})`,
    );
    await db.execute(
      sql`INSERT INTO booking_messages (booking_id, author, body, key)
      SELECT min(id), 'student', 'See you there.', gen_random_uuid() FROM bookings, generate_series(1, ${sql.raw(String(ROWS))}) n
      WHERE coach_id = ${coachId} GROUP BY n`,
    );
  });
  return userId;
}

/** Pages of tables and indexes that the work of one transaction read. */
async function readPages(api: Harness, work: (deps: Harness) => Promise<unknown>): Promise<number> {
  return api.db.transaction(async (tx) => {
    const read = async () => {
      const { rows } = (await tx.execute(
        sql`SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS pages FROM pg_class
          WHERE relnamespace = 'public'::regnamespace`,
      )) as unknown as { rows: { pages: number }[] };
      return rows[0]?.pages ?? Number.NaN;
    };
    const before = await read();
    await work({ ...api, db: tx as unknown as Database });
    return (await read()) - before;
  });
}

/** Pages that work reads repeatedly, without what is due once and what planning reads: PostgreSQL keeps a plan from the sixth time on. */
async function usualPages(api: Harness, work: (deps: Harness) => Promise<unknown>) {
  await work(api);
  const runs: number[] = [];
  while (runs.length < 12) runs.push(await readPages(api, work));
  return Math.min(...runs);
}

onEveryDatabaseAtNight('a long history', (api) => {
  let userId: number;
  beforeAll(async () => {
    userId = await insertHistory(api());
    await api().patiently(async (db) => {
      await compactMonths(db);
      for (const table of TABLES) await db.execute(sql.raw(`VACUUM ANALYZE ${table}`));
    });
    for (const job of Object.values(JOBS)) await job(api());
  });

  test.each(Object.entries(JOBS))('costs the job %s only a few pages', async (_, job) => {
    expect(await usualPages(api(), job)).toBeLessThan(MAX_PAGES);
  });

  test.each(['bookings', 'earnings', 'reviews'] as const)(
    'costs the answer %s only a few pages',
    async (name) => {
      const pages = await usualPages(api(), async (deps) => ANSWERS[name](deps, { userId }));
      expect(pages).toBeLessThan(MAX_ANSWER_PAGES[name]);
    },
  );
});
