import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/core/db/open';
import { sweep } from '../src/features/bookings/sweep';
import { countWork, readRevenue } from '../src/features/operator/overview';
import { payOut } from '../src/features/payouts/run';
import { remind } from '../src/features/reminders/run';
import { type Harness, onEveryDatabaseAtNight } from './harness';

/** Bookings in each state that needs no more work. */
const ROWS = 3000;
/** Pages of PostgreSQL that a job may read when nothing is due: a few lookups in each index. A scan of one state reads more. */
const MAX_PAGES = 85;
const DAY_MS = 86_400_000;
const JOBS = {
  ...{ sweep, remind, payOut },
  countWork: ({ db }: Harness) => countWork(db),
  readRevenue: ({ db, now }: Harness) =>
    readRevenue(db, { from: new Date(now().getTime() - DAY_MS), to: now() }),
};

const HISTORY = [
  ['completed and paid out', "'completed'", '-n'],
  ['cancelled without a refund', "'cancelled'", '-n'],
  ['expired with a closed page', "'expired'", '-n'],
  ['confirmed ahead', "'confirmed'", '48 + n'],
] as const;

async function insertHistory(api: Harness): Promise<void> {
  const { coachId, serviceId } = await api.newCoach('history');
  const [student] = await api.newCrowd('history', 1);
  await api.db.transaction(async (db) => {
    await db.execute(sql`SET LOCAL statement_timeout = 0`);
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
    await db.execute(
      sql`INSERT INTO transfers (booking_id, account, amount_cents, transfer, retry_at, created_at)
      SELECT id, 'acct_history', 2125, 'tr_' || id, now(), now() FROM bookings
      WHERE coach_id = ${coachId} AND status IN ('completed', 'cancelled')`,
    );
    await db.execute(
      sql`INSERT INTO outbox (recipient, subject, body, sent_at)
      SELECT 'student@example.com', 'Reminder', repeat('text ', 100), now() FROM generate_series(1, ${sql.raw(String(ROWS))})`,
    );
  });
}

/** Pages of tables and indexes that the work of one transaction read. */
async function pagesOf(api: Harness, work: (deps: Harness) => Promise<unknown>): Promise<number> {
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

/** Pages that each job reads when nothing is due. */
async function pagesOfJobs(api: Harness): Promise<Record<string, number>> {
  const pages: Record<string, number> = {};
  for (const [name, job] of Object.entries(JOBS)) {
    await job(api); // what is due
    const runs: number[] = [];
    while (runs.length < 4) runs.push(await pagesOf(api, job));
    pages[name] = Math.min(...runs); // without what planning reads
  }
  return pages;
}

onEveryDatabaseAtNight('a long history', (api) => {
  let pages: Record<string, number>;
  beforeAll(async () => {
    await insertHistory(api());
    for (const table of ['bookings', 'transfers', 'ledger_entries', 'outbox'])
      await api().db.execute(sql.raw(`VACUUM ANALYZE ${table}`));
    pages = await pagesOfJobs(api());
  });

  test.each(Object.keys(JOBS))('costs the job %s only a few pages', (name) => {
    expect(pages[name]).toBeLessThan(MAX_PAGES);
  });
});
