import { eq, sql } from 'drizzle-orm';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { bookings, busyTimes, coaches, weeklyHours } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { openings } from '../src/features/coaches/slots';
import { onEveryDatabaseAtNight, onPostgres } from './harness';
import { webhook } from './webhook';

const DAY_MS = 86_400_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

onEveryDatabaseAtNight('available slots', (api) => {
  const dayIn = (days: number) =>
    new Date(api().now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  interface Offer {
    start: string;
    room_minutes: number;
    held_until?: string;
  }
  const offers = async (date: string, token?: string): Promise<Offer[]> =>
    (
      await api().send(
        'GET',
        `/api/coach/1/available-slots/?date=${date}&duration=60`,
        undefined,
        token,
      )
    ).body.available_slots ?? [];
  const book = (slot: { date: string; time: string }, token: string, more = {}) =>
    api().send('POST', '/api/create-booking/', api().order(slot, more), token);

  test('offers exactly the bookable starts', {
    tags: ['@fault-H9', '@fault-11.9'],
  }, async () => {
    const taker = await api().newStudent('taker');
    const taken = { date: dayIn(3), time: (await api().slotIn(3, 4)).time };
    const { booking_id } = (await book(taken, taker)).body;
    const { sessionId } = (
      await api().send('POST', '/api/create-checkout-session/', api().createCheckout(booking_id))
    ).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);

    const token = await api().newStudent('every-hour');
    const differs: unknown[] = [];
    let offered = 0;
    const single = [
      dayIn(0),
      dayIn(61),
      '2028-06-01',
      '2090-01-02',
      '9998-12-31',
      '9999-12-31',
      '0001-01-01',
    ];
    for (const [date, quantity] of [
      ...[1, 2, 5].map((quantity) => [dayIn(3), quantity] as const),
      ...[1, 2].map((quantity) => [dayIn(60), quantity] as const),
      ...single.map((date) => [date, 1] as const),
    ]) {
      const needed = Math.min(quantity, 2) * 60;
      const open = (await offers(date, token))
        .filter(({ room_minutes }) => room_minutes >= needed)
        .map(({ start }) => start);
      offered += open.length;
      for (const time of HOURS) {
        const { status } = await book({ date, time }, token, { quantity });
        if (status !== (open.includes(time) ? 201 : 409))
          differs.push([date, time, quantity, status]);
      }
    }
    expect(differs).toEqual([]);
    expect(offered).toBeGreaterThan(10);
  });

  test('returns server time, longest session and remaining room', {
    tags: ['@fault-11.9'],
  }, async () => {
    const path = `/api/coach/1/available-slots/?date=${dayIn(5)}&duration=60`;
    const token = await api().newStudent('clock');
    const { body } = await api().send('GET', path, undefined, token);
    const { now: _, ...same } = body;
    expect((await api().send('GET', path)).body).toEqual(same);
    expect(Math.abs(Date.parse(body.now) - api().now().getTime())).toBeLessThan(5000);
    expect(body.max_piece_minutes).toBe(120);
    expect(body.available_slots.at(-1).room_minutes).toBe(60);
    expect(body.available_slots.at(-2).room_minutes).toBe(120);
  });

  test('refuses an expired token, so that a student sees the own hold', async () => {
    const token = await api().newStudent('late');
    const path = `/api/coach/1/available-slots/?date=${dayIn(5)}&duration=60`;
    api().clock.offset += 11 * 60_000;
    expect((await api().send('GET', path, undefined, token)).status).toBe(401);
    api().clock.offset -= 11 * 60_000;
  });

  test('caches public slots only, and invalidates them on bookings', async () => {
    const slot = await api().slotIn(9, 1);
    const path = `http://api.test/api/coach/1/available-slots/?date=${slot.date}&duration=60`;
    const ask = (headers: Record<string, string> = {}) => api().app.request(path, { headers });
    const first = await ask();
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('vary')).toMatch(/authorization/i);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
    const token = await api().newStudent('keeper');
    const named = await ask({ authorization: `Bearer ${token}`, 'if-none-match': tag });
    expect([named.status, named.headers.get('cache-control'), named.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
    expect((await book(slot, token)).status).toBe(201);
    const taken = await ask({ 'if-none-match': tag });
    expect(taken.status).toBe(200);
    expect(taken.headers.get('etag')).not.toBe(tag);
  });

  test('reads a day with one query', async () => {
    const path = `http://api.test/api/coach/1/available-slots/?date=${dayIn(8)}&duration=60`;
    const asked = vi.spyOn(
      PgPreparedQuery.prototype as unknown as { queryWithCache(): unknown },
      'queryWithCache',
    );
    expect((await api().app.request(path)).status).toBe(200);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });

  test('offers students their own hold and continues that booking', {
    tags: ['@fault-11.14'],
  }, async () => {
    const [own, other] = [await api().newStudent('holder'), await api().newStudent('watcher')];
    const slot = await api().slotIn(6, 1);
    const first = (await book(slot, own)).body.booking_id;
    const held = async (token?: string) =>
      (await offers(slot.date, token)).find(({ start }) => start === slot.time);
    expect(await held()).toBeUndefined();
    expect(await held(other)).toBeUndefined();
    const mine = await held(own);
    expect(Date.parse(mine?.held_until ?? '') - api().now().getTime()).toBeGreaterThan(29 * 60_000);
    expect((await book(slot, own, { details: 'Other words.' })).body.booking_id).toBe(first);
    expect((await book(slot, other)).status).toBe(409);
    const page = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(first, { details: 'Other words.' }),
    );
    expect(page.status).toBe(200);
    const again = (token: string) =>
      api().send('POST', `/api/bookings/${first}/checkout/`, {}, token);
    expect(await again(own)).toEqual(page);
    expect((await again(other)).status).toBe(404);
    await api().pay(page.body.sessionId);
    expect(await again(own)).toMatchObject({
      status: 409,
      body: { detail: 'This booking is already paid.' },
    });
    expect((await api().send('GET', '/api/my-sessions/', undefined, own)).body).toMatchObject([
      { id: first, status: 'confirmed' },
    ]);
    expect(await held(own)).toBeUndefined();
  });

  test.each<[string, 'notice' | 'window' | 'hours' | 'busy', number]>([
    ['within the notice', 'notice', 60],
    ['a day within the notice', 'notice', 2 * 24 * 60],
    ['after the booking window', 'window', 0],
    ['outside the hours', 'hours', 0],
    ['in a busy time', 'busy', 0],
  ])("offers a student's hold %s to them alone", async (name, change, minutes) => {
    const prefix = name.replaceAll(' ', '-');
    const { coachId, serviceId } = await api().newCoach(prefix);
    const [own, other] = [
      await api().newStudent(`${prefix}-own`),
      await api().newStudent(`${prefix}-other`),
    ];
    const slot = { date: dayIn(3), time: '10:00' };
    const order = api().order(slot, { coach_id: coachId, service_id: serviceId, quantity: 2 });
    const book = () => api().send('POST', '/api/create-booking/', order, own);
    const { booking_id } = (await book()).body;
    const startsAt = new Date(`${slot.date}T${slot.time}:00Z`);
    const noticeMinutes =
      Math.floor((startsAt.getTime() - api().now().getTime()) / 60_000) + minutes;
    const { db } = api();
    const isCoach = eq(coaches.id, coachId);
    await {
      notice: () => db.update(coaches).set({ noticeMinutes }).where(isCoach),
      window: () => db.update(coaches).set({ daysAhead: 1 }).where(isCoach),
      hours: () => db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId)),
      busy: () =>
        db.insert(busyTimes).values({
          ...{ coachId, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) },
        }),
    }[change]();
    const held = async (duration: number, token?: string) => {
      const path = `/api/coach/${coachId}/available-slots/?date=${slot.date}&duration=${duration}`;
      const { body } = await api().send('GET', path, undefined, token);
      return body.available_slots.find(({ start }: Offer) => start === slot.time);
    };
    const offer = { start: slot.time, room_minutes: 120, held_until: expect.any(String) };
    expect([await held(60, own), await held(120, own)]).toEqual([offer, offer]);
    expect([await held(180, own), await held(60, other), await held(60)]).toEqual(
      Array(3).fill(undefined),
    );
    expect((await book()).body.booking_id).toBe(booking_id);
    const { held_until } = await held(60, own);
    api().clock.offset += 60_000;
    const shorter = await api().send(
      'POST',
      '/api/create-booking/',
      { ...order, quantity: 1 },
      own,
    );
    expect(shorter.status).toBe(201);
    expect(await held(60, own)).toEqual({ ...offer, room_minutes: 60, held_until });
    expect((await book()).status).toBe(409);
    api().clock.offset -= 60_000;
  });

  test('offers no hold that has begun', async () => {
    const student = await api().newStudent('begun');
    const slot = await api().slotIn(3, 1);
    const { booking_id } = (await book(slot, student)).body;
    const startsAt = new Date(Math.floor(api().now().getTime() / 60_000) * 60_000);
    const endsAt = new Date(startsAt.getTime() + 3_600_000);
    const isHold = eq(bookings.id, booking_id);
    await api().db.update(bookings).set({ startsAt, endsAt }).where(isHold);
    const [date = '', time = ''] = startsAt.toISOString().slice(0, 16).split('T');
    expect((await offers(date, student)).map(({ start }) => start)).not.toContain(time);
    expect(await book({ date, time }, student)).toMatchObject({
      status: 409,
      body: { detail: 'This time slot is no longer available.' },
    });
    const pay = () => api().send('POST', `/api/bookings/${booking_id}/checkout/`, {}, student);
    expect(await pay()).toMatchObject({
      status: 409,
      body: { detail: 'This session has already started.' },
    });
  });

  test('releases an expired hold to everyone', {
    tags: ['@fault-11.14'],
  }, async () => {
    const student = await api().newStudent('too-late');
    const slot = await api().slotIn(6, 3);
    const { booking_id } = (await book(slot, student)).body;
    api().clock.offset += 31 * 60_000;
    const { access } = await api().logIn('too-late@example.com', 'Secret-123!');
    expect(
      await api().send('POST', `/api/bookings/${booking_id}/checkout/`, {}, access),
    ).toMatchObject({ status: 409 });
    expect((await offers(slot.date)).map(({ start }) => start)).toContain(slot.time);
  });

  test("rejects times of the student's other sessions", {
    tags: ['@fault-H3'],
  }, async () => {
    const { coachId, serviceId } = await api().newCoach('elsewhere');
    const student = await api().newStudent('busy');
    const slot = await api().slotIn(7, 0);
    const order = api().order(slot, { coach_id: coachId, service_id: serviceId });
    const { booking_id } = (await api().send('POST', '/api/create-booking/', order, student)).body;
    const { sessionId } = (
      await api().send('POST', `/api/bookings/${booking_id}/checkout/`, {}, student)
    ).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    expect((await offers(slot.date)).map(({ start }) => start)).toContain(slot.time);
    expect((await offers(slot.date, student)).map(({ start }) => start)).not.toContain(slot.time);
    expect((await book(slot, student)).status).toBe(409);
  });

  test('rejects times at which a coach is a student, and the reverse', async () => {
    const { coachId, serviceId, userId } = await api().newCoach('both-roles');
    const own = await signAccess(api(), userId);
    const bought = await api().slotIn(8, 0);
    const pay = async (bookingId: number, token: string) => {
      const path = `/api/bookings/${bookingId}/checkout/`;
      const { sessionId } = (await api().send('POST', path, {}, token)).body;
      await api().pay(sessionId);
      await webhook(api(), sessionId);
    };
    const order = (slot: typeof bought) =>
      api().order(slot, { coach_id: coachId, service_id: serviceId });
    const starts = async (date: string) =>
      (
        await api().send('GET', `/api/coach/${coachId}/available-slots/?date=${date}&duration=60`)
      ).body.available_slots.map((slot: { start: string }) => slot.start);
    const student = await api().newStudent('of-both');

    expect(await starts(bought.date)).toContain(bought.time);
    const first = await book(bought, own);
    expect(first.status).toBe(201);
    expect(await starts(bought.date)).not.toContain(bought.time); // held
    await pay(first.body.booking_id, own);
    expect(await starts(bought.date)).not.toContain(bought.time);
    expect((await api().send('POST', '/api/create-booking/', order(bought), student)).status).toBe(
      409,
    );

    const sold = await api().slotIn(9, 0);
    const second = await api().send('POST', '/api/create-booking/', order(sold), student);
    await pay(second.body.booking_id, student);
    expect((await offers(sold.date)).map(({ start }) => start)).toContain(sold.time);
    expect((await offers(sold.date, own)).map(({ start }) => start)).not.toContain(sold.time);
    expect((await book(sold, own)).status).toBe(409);
  });
});

onPostgres('the plan of a day', (api) => {
  /** Adds coaches who all have a session at the same time. */
  async function addCrowd(): Promise<void> {
    for (const statement of [
      sql`INSERT INTO users (email, password_hash)
        SELECT 'crowd' || n || '@example.com', 'x' FROM generate_series(1, 2000) n`,
      sql`INSERT INTO coaches (user_id, name, description, time_zone)
        SELECT id, 'Kim', '', 'UTC' FROM users WHERE email LIKE 'crowd%'`,
      sql`INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
          contact_info, details, status, hold_expires_at, starts_at, ends_at)
        SELECT user_id, id, 1, 1, 100, 60, '', '', 'confirmed', now(), now() + interval '3 days', now() + interval '73 hours'
        FROM coaches WHERE name = 'Kim'`,
      sql`ANALYZE users, coaches, bookings`,
    ])
      await api().db.execute(statement);
  }

  test('plans once per connection and uses the exclusion index', async () => {
    const day = new Date(api().now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    await addCrowd();
    await api().db.transaction(async (tx) => {
      // PostgreSQL plans with values five times before it caches a generic plan
      for (let read = 0; read < 7; read++)
        await openings(tx, 1, { day, minutes: 60, now: api().now() });
      const ask = async (query: string) =>
        ((await tx.execute(sql.raw(query))) as unknown as { rows: Record<string, string>[] }).rows;
      const [kept] = await ask(
        `SELECT generic_plans, repeat(', NULL', cardinality(parameter_types) - 1) more
         FROM pg_prepared_statements WHERE name = 'calendar'`,
      );
      expect(kept?.['generic_plans']).toBe('2');
      await ask('SET LOCAL plan_cache_mode = force_generic_plan');
      await ask('SET LOCAL enable_seqscan = off'); // small tables get a sequential scan
      const plan = await ask(`EXPLAIN EXECUTE calendar(NULL${kept?.['more']})`);
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).not.toContain('Seq Scan on bookings');
      const conditions = lines.match(/Index Cond: .*tstzrange\(starts_at, ends_at\) &&/g);
      expect(conditions).toHaveLength(4); // coach and student, in either role
    });
  });
});
