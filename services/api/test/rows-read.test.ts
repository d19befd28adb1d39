import { MAX_COUNTED } from '@carry/contracts/format';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import type { Database } from '../src/core/db/open';
import { listingChanges, reviews } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { refreshListings } from '../src/features/directory/refresh';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

const ROWS = 5000;
/** Newer rows of others: few, so that PostgreSQL expects to skip them soon. */
const NEWER = 1500;
/** Pages of at most 101 rows, with what they join. */
const PAGE = 800;

onEveryDatabaseAtNight('rows that lists read', (api) => {
  const tokens = { coach: '', operator: '' };
  const ids = { coach: 0, booking: 0 };

  /** Long lists of one coach and one booking, then newer rows of others. */
  beforeAll(async () => {
    const { db, newCoach, newCrowd, config } = api();
    const [busy, other] = [await newCoach('busy'), await newCoach('other')];
    const [student] = await newCrowd('reader', 1);
    const owner = { studentId: student?.id ?? 0, coachUserId: busy.userId };
    const long = await booking(api(), { ...owner, ...busy }, 'completed');
    const newer = await booking(api(), { ...owner, ...other }, 'completed');
    const each = sql`generate_series(1, ${ROWS}::integer) n`;
    const address = sql`'m' || n || '@example.com'`;
    for (const [{ coachId }, number] of [
      [busy, ROWS],
      [other, NEWER],
    ] as const)
      await db.execute(sql`INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
        SELECT ${coachId}::integer, 'Kim', 'Good.', 5 FROM generate_series(1, ${number}::integer)`);
    for (const [{ id }, number] of [
      [long, ROWS],
      [newer, NEWER],
    ] as const)
      await db.execute(sql`INSERT INTO booking_messages (booking_id, author, body, key)
        SELECT ${id}::integer, 'student', 'Hi.', gen_random_uuid() FROM generate_series(1, ${number}::integer)`);
    for (const statement of [
      sql`users (email, password_hash, verified_at) SELECT ${address}, 'x', now() FROM ${each}`,
      sql`operators (user_id, added_at) SELECT id, now() FROM users WHERE email LIKE 'm__@example.com'`,
      sql`review_reports (review_id, user_id, reason) SELECT id, ${student?.id}::integer, 'Spam.' FROM reviews`,
      sql`message_reports (message_id, user_id, reason) SELECT id, ${student?.id}::integer, 'Rude.' FROM booking_messages`,
      sql`payment_incidents (key, type, summary, occurred_at) SELECT n, 'dispute', 'Opened.', now() FROM ${each}`,
      sql`outbox (recipient, subject, body, failed_at, failure) SELECT ${address}, 'Hi', 'Hi', now(), 'x' FROM ${each}`,
      sql`waitlist (game, email) SELECT 'lol', ${address} FROM ${each}`,
      sql`coach_applications (name, email, game, rank, links, about, time_zone, decided_at)
        SELECT 'Kim', ${address}, 'lol', 'x', 'x', 'x', 'UTC', now() FROM ${each}`,
      sql`bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes, contact_info, details, status, hold_expires_at, refund)
        SELECT student_id, coach_id, service_id, 1, n, 60, '', '', 'cancelled', now(), 'failed' FROM bookings, ${each} WHERE id = ${long.id}`,
    ])
      await api().patiently(async (db) => void (await db.execute(sql`INSERT INTO ${statement}`)));
    await hideReported(other.coachId);
    await refreshListings(api());
    await db.execute(sql`VACUUM ANALYZE`); // deleted reports would be read until a vacuum
    tokens.coach = await signAccess(api(), busy.userId);
    tokens.operator = config.operatorToken;
    Object.assign(ids, { coach: busy.coachId, booking: long.id });
  });

  /** Hides the newest review, which every member reported. */
  async function hideReported(coachId: number): Promise<void> {
    const { db, send, config } = api();
    const values = { coachId, reviewerName: 'Kim', comment: 'Spam.', rating: 1 };
    const [review] = await db.insert(reviews).values(values).returning();
    const id = review?.id ?? 0;
    await db.execute(sql`INSERT INTO review_reports (review_id, user_id, reason)
      SELECT ${id}::integer, id, 'Spam.' FROM users`);
    const path = `/api/operator/reviews/${id}/hide/`;
    expect((await send('POST', path, { reason: 'Spam.' }, config.operatorToken)).status).toBe(200);
  }

  /** Returns the rows and index entries that some work reads. It runs in one transaction, because PostgreSQL counts them there. */
  const countRows = (work: (tx: Database) => Promise<void>, tables = ''): Promise<number> =>
    api().db.transaction(async (tx) => {
      const read = async () => {
        const [row] = await (tx as Database)
          .select({ rows: sql`sum(pg_stat_get_xact_tuples_returned(oid))`.mapWith(Number) })
          .from(sql`pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ ${tables}`);
        return row?.rows ?? Number.NaN;
      };
      const before = await read();
      await work(tx as Database);
      return (await read()) - before;
    });

  const countRowsRead = (path: string, token: string, tables?: string): Promise<number> =>
    countRows(async (tx) => {
      const headers = { authorization: `Bearer ${token}` };
      const app = createApp({ ...api(), db: tx });
      const answer = await app.request(`http://api.test/api/${path}`, { headers });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }, tables);

  test.each<[name: string, who: keyof typeof tokens, path: () => string, counts?: number]>([
    ['reviews of a coach', 'coach', () => `reviews/by-coach/${ids.coach}/?limit=20`],
    ['messages', 'coach', () => `bookings/${ids.booking}/messages/`],
    ['a booking', 'coach', () => `bookings/${ids.booking}/`],
    ['bookings', 'coach', () => 'bookings/?limit=20'],
    ['an account', 'coach', () => 'account/'],
    ['the waiting list of a coach', 'coach', () => 'waitlist/entries/', 1],
    ['the waiting list', 'operator', () => 'operator/waitlist/?limit=100'],
    [
      'a later page of the waiting list',
      'operator',
      () => 'operator/waitlist/?limit=100&after=lol%2Fm4000@example.com',
    ],
    ['applications', 'operator', () => 'operator/applications/'],
    ['later applications', 'operator', () => 'operator/applications/?below=1000'],
    [
      'later decided applications',
      'operator',
      () => 'operator/applications/?state=decided&below=1000',
    ],
    ['bookings of an amount', 'operator', () => 'operator/bookings/?q=%2412.34'],
    ['failed refunds', 'operator', () => 'operator/bookings/?refund=failed'],
    ['operators', 'operator', () => 'operator/operators/'],
    ['the overview', 'operator', () => 'operator/overview/?zone=UTC', 6],
  ])('bounds %s', async (_, who, path, counts = 0) => {
    const rows = await countRowsRead(path(), tokens[who]);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(PAGE + counts * MAX_COUNTED);
  });

  test('exports all messages of an account, and reads nothing of others', async () => {
    const [member] = await api().newCrowd('exporting', 1);
    const long = '^(booking_messages|reviews)';
    expect(await countRowsRead('account/export/', member?.token ?? '', long)).toBe(0);
    const { messages } = (await api().send('GET', '/api/account/export/', undefined, tokens.coach))
      .body;
    expect(messages).toHaveLength(ROWS);
  });

  test('bounds the refresh of a listing', async () => {
    const rows = await countRows(async (tx) => {
      await tx.insert(listingChanges).values({ coachId: ids.coach });
      await refreshListings({ ...api(), db: tx });
    });
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(PAGE);
  });
});
