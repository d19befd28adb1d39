import { and, count, eq, like, ne, or, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import type { Database } from '../src/core/db/open';
import { bookings, outbox, reminders, users } from '../src/core/db/schema';
import { deleteAccount } from '../src/features/account-settings/delete';
import { reminderTopic } from '../src/features/reminders/drop';
import { type Harness, onEveryDatabaseAtNight } from './harness';

const HISTORY = 10_000;
/** More than two batches. */
const AHEAD = 450;
/** Statements of a deletion that ends no booking. */
const MAX_STATEMENTS = 40;
const WORK = new Set(['select', 'insert', 'update', 'delete', 'execute']);

/** Returns dependencies that count the statements of their transactions. */
function counting(api: Harness) {
  let statements = 0;
  const counted = (tx: Database): Database =>
    new Proxy(tx, {
      get(target, name) {
        if (WORK.has(String(name))) statements++;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const db = new Proxy(api.db, {
    get: (target, name) =>
      name === 'transaction'
        ? (work: (tx: Database) => Promise<unknown>) =>
            target.transaction((tx) => work(counted(tx as unknown as Database)))
        : Reflect.get(target, name),
  });
  return { deps: { ...api, db }, count: () => statements };
}

onEveryDatabaseAtNight('deletion of an account with a long history', (api) => {
  async function insertBookings(name: string, size: number, state: string) {
    const { coachId, serviceId, email } = await api().newCoach(name);
    const [student] = await api().newCrowd(name, 1);
    const studentId = student?.id ?? 0;
    await api().patiently(async (db) => {
      await db.execute(
        sql`INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes, starts_at, ends_at,
            contact_info, details, notes, status, hold_expires_at, checkout_session, paid_at, time_zone, cancel_until, refund_reason, student_nth)
          SELECT ${studentId}, ${coachId}, ${serviceId}, 1, 2500, 60, start, start + interval '1 hour', 'player', repeat('Aim. ', 100),
            'Notes.', ${state}, now(), ${name} || n, now(), 'UTC', start - interval '12 hours', CASE WHEN n % 2 = 0 THEN 'Late.' END, n
          FROM generate_series(1, ${size}::integer) n,
            LATERAL (SELECT now() + (CASE ${state} WHEN 'confirmed' THEN n ELSE -n END) * interval '1 hour' AS start) at`,
      );
    });
    return { studentId, email };
  }

  test('takes as few statements as for a short one', async () => {
    const { studentId } = await insertBookings('long-past', HISTORY, 'completed');
    const { deps, count: statements } = counting(api());
    await deleteAccount(deps, studentId);
    expect(statements()).toBeLessThan(MAX_STATEMENTS);
    const [user] = await api().db.select().from(users).where(eq(users.id, studentId));
    expect(user?.deletedAt).not.toBeNull();
    const texts = [bookings.contactInfo, bookings.details, bookings.notes];
    const [kept] = await api()
      .db.select({ number: count(), reasons: count(bookings.refundReason) })
      .from(bookings)
      .where(
        and(
          eq(bookings.studentId, studentId),
          or(
            ...texts.map((text) => ne(text, '')),
            ne(bookings.refundReason, ''),
            sql`time_zone IS NOT NULL`,
          ),
        ),
      );
    expect(kept?.number).toBe(0);
    const requested = and(eq(bookings.studentId, studentId), eq(bookings.refundReason, ''));
    expect(await api().db.$count(bookings, requested)).toBe(HISTORY / 2);
  });

  test('leaves no texts after an interrupted deletion', async () => {
    const { studentId } = await insertBookings('long-interrupted', 20, 'completed');
    const failing = new Proxy(api().db, {
      get: (target, name) =>
        name === 'update'
          ? () => {
              throw new Error('the database is gone');
            }
          : Reflect.get(target, name),
    });
    await deleteAccount({ ...api(), db: failing }, studentId);
    const hasText = and(eq(bookings.studentId, studentId), ne(bookings.details, ''));
    expect(await api().db.$count(bookings, hasText)).toBe(20);
    await deleteExpired(api());
    expect(await api().db.$count(bookings, hasText)).toBe(0);
  });

  test('cancels and refunds many future sessions in batches', async () => {
    const { studentId, email } = await insertBookings('long-ahead', AHEAD, 'confirmed');
    const isOwn = eq(bookings.studentId, studentId);
    const [last] = await api()
      .db.select()
      .from(bookings)
      .where(isOwn)
      .orderBy(sql`id DESC`)
      .limit(1);
    const { id = 0, startsAt } = last ?? {};
    const { now } = api();
    await api()
      .db.insert(reminders)
      .values({ bookingId: id, kind: 'day', startsAt: startsAt ?? now() });
    const reminder = { recipient: 'held@example.com', subject: 'Soon', body: 'Soon.' };
    const topic = reminderTopic({ bookingId: id, reader: 'student', kind: 'day' });
    await api()
      .db.insert(outbox)
      .values({ ...reminder, topic });
    const { deps, count: statements } = counting(api());
    await deleteAccount(deps, studentId);
    expect(statements()).toBeLessThan(MAX_STATEMENTS + AHEAD / 10);
    const number = async (refund: 'none' | 'begun') =>
      api().db.$count(
        bookings,
        and(
          isOwn,
          eq(bookings.status, 'cancelled'),
          eq(bookings.refund, refund),
          eq(bookings.sequence, 1),
        ),
      );
    expect([await number('none'), await number('begun')]).toEqual([12, AHEAD - 12]);
    const mails = await api().mailsTo(email);
    expect(mails.filter(({ subject }) => /is cancelled/.test(subject))).toHaveLength(AHEAD);
    expect(mails.filter(({ body }) => /so you keep the payment/.test(body))).toHaveLength(12);
    expect(await api().db.$count(reminders, eq(reminders.bookingId, id))).toBe(0);
    expect(await api().db.$count(outbox, like(outbox.topic, topic))).toBe(0);
  });
});
