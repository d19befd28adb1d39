import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings, waitlist } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { openSession } from '../src/features/accounts/refresh-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking, type Owner } from './matrix-row';
import { newOperator } from './operator-session';

const HOUR_MS = 3_600_000;
const MAX_INSERTED = 1000;

onEveryDatabaseAtNight('long lists', (api) => {
  let owner: Owner;
  let coachToken: string;
  beforeAll(async () => {
    const coach = await api().newCoach('long-lists');
    const [student] = await api().newCrowd('long-lists', 1);
    owner = { ...coach, studentId: student?.id ?? 0, coachUserId: coach.userId };
    coachToken = await signAccess(api(), coach.userId);
  });

  /** Returns how often a list was cut. */
  async function countCuts(list: string): Promise<number> {
    const text = await api().metrics.registry.getSingleMetricAsString('carry_api_lists_cut_total');
    return Number(text.split(`{list="${list}"} `)[1]?.split('\n')[0] ?? 0);
  }
  const operator = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken)).body;
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));

  /** Copies a booking `count` times, each with the columns of `make`. */
  async function copyBooking(
    row: Awaited<ReturnType<typeof booking>>,
    count: number,
    make: (index: number) => Partial<typeof bookings.$inferInsert>,
  ) {
    const { id: _, ...columns } = row;
    const rows = times(count, (index) => ({
      ...columns,
      checkoutSession: `cs_${randomUUID()}`,
      ...make(index),
    }));
    const copies: { id: number }[] = [];
    for (let start = 0; start < count; start += MAX_INSERTED)
      copies.push(
        ...(await api()
          .db.insert(bookings)
          .values(rows.slice(start, start + MAX_INSERTED))
          .returning({ id: bookings.id })),
      );
    return copies;
  }

  test('streams the export of earnings in the order of payment', async () => {
    const coach = await api().newCoach('many-payments');
    const own = { ...owner, ...coach, coachUserId: coach.userId };
    const paidAt = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
    const first = await booking(api(), own, 'completed', { paidAt: paidAt(0) });
    // the latest has the lowest id; three of each minute
    const others = await copyBooking(first, 1100, (index) => ({
      paidAt: paidAt(1100 - Math.floor(index / 3)),
    }));
    const token = await signAccess(api(), coach.userId);
    const response = await api().app.request('/api/coach/earnings/export/', {
      headers: { authorization: `Bearer ${token}` },
    });
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toHaveLength(3);
    const lines = pieces.join('').split('\r\n').slice(1, -1);
    const expected = [...others.map(({ id }, index) => [1100 - Math.floor(index / 3), id])].sort(
      ([a = 0, one = 0], [b = 0, other = 0]) => a - b || one - other,
    );
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual([
      first.id,
      ...expected.map(([, id]) => id),
    ]);
    expect(lines.every((line) => line.endsWith(',USD,25.00,0.00,0.00,0.00,25.00'))).toBe(true);
  });

  describe('calendar feed', () => {
    test('keeps the next sessions of a coach with more than 2,000', async () => {
      const now = Math.floor(api().now().getTime() / HOUR_MS) * HOUR_MS;
      const at = (hours: number) => ({
        startsAt: new Date(now + hours * HOUR_MS),
        endsAt: new Date(now + hours * HOUR_MS + HOUR_MS / 2),
      });
      const first = await booking(api(), owner, 'completed', at(-1));
      const past = await copyBooking(first, 1999, (index) => at(-2 - index));
      const [next] = await copyBooking(first, 1, () => ({ ...at(24 * 200), status: 'confirmed' }));
      const path = '/api/coach/calendar/';
      const { feed_url: url } = (await api().send('GET', path, undefined, coachToken)).body;
      const feed = async () => {
        const calendar = new ICAL.Component(
          ICAL.parse(await (await api().app.request(url)).text()),
        );
        return calendar
          .getAllSubcomponents('vevent')
          .map((event) => Number(/\d+/.exec(String(event.getFirstPropertyValue('uid')))?.[0]));
      };
      const inOrder = [...past.map(({ id }) => id).reverse(), first.id, next?.id];
      expect(await feed()).toEqual(inOrder.slice(1));
      expect(await countCuts('calendar feed of a coach')).toBe(1);
    });
  });

  test('cuts the history of a booking after its newest 500 events', async () => {
    const { id } = await booking(api(), owner, 'confirmed');
    await api().db.execute(
      sql`INSERT INTO booking_events (booking_id, what, at)
          SELECT ${id}::integer, 'delivered', now() + n * interval '1 second' FROM generate_series(1, 501) n`,
    );
    const { history } = (await api().send('GET', `/api/bookings/${id}/`, undefined, coachToken))
      .body;
    expect(history).toHaveLength(501); // with the booking itself
    expect(await countCuts('history of a booking')).toBe(1);
  });

  test('names a month before years without bookings', async () => {
    const coach = await api().newCoach('gaps');
    for (const start of ['2020-01-15T10:00:00Z', '2026-01-15T10:00:00Z'])
      await booking(api(), { ...owner, ...coach }, 'completed', {
        startsAt: new Date(start),
        endsAt: new Date(Date.parse(start) + HOUR_MS),
      });
    const path = '/api/bookings/?limit=1&time_zone=UTC&from=2026-03-01T00:00:00Z';
    const token = await signAccess(api(), coach.userId);
    expect((await api().send('GET', path, undefined, token)).body.months).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2020-01-01T00:00:00.000Z',
    ]);
  });

  test('counts all who wait for each game', async () => {
    const entries = (game: string, count: number) =>
      times(count, (index) => ({
        ...{ game, email: `${game}${index}@example.com` },
        createdAt: new Date(Date.UTC(2026, 0, game === 'lol' ? 1 : 2, 0, index)),
      }));
    await api()
      .db.insert(waitlist)
      .values([...entries('lol', 600), ...entries('dota2', 2)]);
    const list: { game: string; waiting: number; since: string }[] = (
      await api().send('GET', '/api/waitlist/entries/', undefined, coachToken)
    ).body;
    expect(list.map(({ game, waiting }) => [game, waiting])).toEqual([
      ...times(100, () => ['lol', 600]),
      ...times(2, () => ['dota2', 2]),
    ]);
    expect(list[99]?.since).toBe('2026-01-01T01:39:00.000Z');
    expect(await countCuts('waiting list of coaches')).toBe(1);
  });

  describe('account', () => {
    test('counts all bookings that a deletion cancels', async () => {
      const [student] = await api().newCrowd('leaving', 1);
      const first = await booking(api(), { ...owner, studentId: student?.id ?? 0 }, 'confirmed');
      await copyBooking(first, 102, () => ({}));
      const past = { startsAt: new Date('2026-01-01'), endsAt: new Date('2026-01-02') };
      await copyBooking(first, 1, () => past);
      const { body } = await api().send('GET', '/api/account/', undefined, student?.token);
      expect([body.ending.length, body.ending_count]).toEqual([100, 103]);
      expect(await countCuts('bookings that an account deletion ends')).toBe(1);
    });

    test('lists 100 devices, among them the own one', async () => {
      const [student] = await api().newCrowd('many-devices', 1);
      const userId = student?.id ?? 0;
      const { access } = await openSession(api(), userId);
      const { db } = api();
      await db.execute(
        sql`INSERT INTO refresh_tokens (token_hash, family, user_id, created_at, expires_at)
            SELECT 'many' || n, gen_random_uuid(), ${userId}::integer, now() + n * interval '1 second', now() + interval '9 days'
            FROM generate_series(1, 101) n`,
      );
      const { devices } = (await api().send('GET', '/api/account/', undefined, access)).body;
      expect(devices).toHaveLength(100);
      expect(devices[0].current).toBe(true);
      expect(Date.parse(devices[1].last_used_at)).toBeGreaterThan(
        Date.parse(devices[2].last_used_at),
      );
      expect(await countCuts('devices of an account')).toBe(1);
      const all = (await api().send('GET', '/api/account/export/', undefined, access)).body;
      expect(all.devices).toHaveLength(102);
    });
  });

  describe('operator', () => {
    test('counts all sessions of a day', async () => {
      const startsAt = new Date(`${api().now().toISOString().slice(0, 10)}T12:00:00Z`);
      const endsAt = new Date(startsAt.getTime() + HOUR_MS);
      const first = await booking(api(), owner, 'cancelled', { startsAt, endsAt });
      const before = (await operator('overview/?zone=UTC')).session_count;
      await copyBooking(first, 102, () => ({}));
      const { sessions, session_count } = await operator('overview/?zone=UTC');
      expect(sessions).toHaveLength(100);
      expect(session_count).toBe(before + 102);
      expect(await countCuts('sessions of a day')).toBe(1);
    });

    test('cuts failed payouts after 100 of each kind', async () => {
      const { db } = api();
      const first = await booking(api(), owner, 'completed');
      await copyBooking(first, 101, () => ({ contactInfo: 'transferred' }));
      await db.execute(
        sql`INSERT INTO transfers (booking_id, account, amount_cents, attempts, retry_at, created_at)
            SELECT id, 'acct_many', 2000, 1, now() + interval '1 day', now() FROM bookings WHERE contact_info = 'transferred'`,
      );
      await db.execute(
        sql`INSERT INTO users (email, password_hash) SELECT 'bank' || n || '@example.com', 'x' FROM generate_series(1, 101) n`,
      );
      await db.execute(
        sql`INSERT INTO coaches (user_id, name, description, rank_images, time_zone)
            SELECT id, 'Bank', '', '[]', 'UTC' FROM users WHERE email LIKE 'bank%'`,
      );
      await db.execute(
        sql`INSERT INTO payout_accounts (coach_id, account, failure, updated_at)
            SELECT id, 'acct_bank' || id, 'Closed', now() FROM coaches WHERE name = 'Bank'`,
      );
      const { failed_payouts: failed } = await operator('revenue/weeks/?zone=UTC&weeks=1');
      expect(failed).toHaveLength(200);
      expect(await countCuts('failed transfers')).toBe(1);
      expect(await countCuts('failed payouts of banks')).toBe(1);
    });

    test('lists the newest 100 operators', async () => {
      const { db } = api();
      await db.execute(
        sql`INSERT INTO users (email, password_hash) SELECT 'role' || n || '@example.com', 'x' FROM generate_series(1, 101) n`,
      );
      await db.execute(
        sql`INSERT INTO operators (user_id, added_at) SELECT id, now() - interval '1 day' FROM users WHERE email LIKE 'role%'`,
      );
      const { userId } = await newOperator(api(), 'newest', false);
      const operators = await operator('operators/');
      expect(operators).toHaveLength(100);
      expect(operators.at(-1).id).toBe(userId);
      expect(await countCuts('operators')).toBe(1);
    });

    test('lists the newest 20 reports of a review', async () => {
      const { db } = api();
      const [review] = (
        (await db.execute(
          sql`INSERT INTO reviews (coach_id, reviewer_name, comment, rating) VALUES (${owner.coachId}, 'Kim', '', 1) RETURNING id`,
        )) as unknown as { rows: { id: number }[] }
      ).rows;
      const crowd = await api().newCrowd('reporting', 21);
      for (const [index, { id }] of crowd.entries())
        await db.execute(
          sql`INSERT INTO review_reports (review_id, user_id, reason, created_at)
              VALUES (${review?.id}, ${id}, ${`reason ${index}`}, now() + ${index} * interval '1 second')`,
        );
      const [reported] = await operator('reviews/?state=reported');
      expect(reported.reasons).toEqual(times(20, (index) => `reason ${20 - index}`));
      expect(await countCuts('reports of a review')).toBe(1);
    });
  });
});
