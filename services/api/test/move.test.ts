import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { openDatabase } from '../src/core/db/open';
import { bookings, coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { when } from '../src/features/mail/format';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onEveryDatabaseAtNight('a session that is moved', (api) => {
  const iso = (moment: number) => new Date(moment).toISOString();
  /** Paid session of a new student and coach, at noon in three days, so that two hours always fit into the day. */
  async function paidSession(name: string, more: object = {}) {
    const [student] = await api().newCrowd(name, 1);
    const studentId = student?.id ?? 0;
    const coach = await api().newCoach(`${name}-coach`);
    const start = (Math.floor(api().now().getTime() / DAY_MS) + 3.5) * DAY_MS;
    const session = await paid(studentId, coach, start, more);
    return { ...session, start, coach, studentId };
  }
  async function paid(
    studentId: number,
    coach: { coachId: number; serviceId: number },
    start: number,
    more: object = {},
  ) {
    const send = async (method: string, path: string, body?: unknown) =>
      api().send(method, path, body, await signAccess(api(), studentId));
    const order = api().order(
      { date: iso(start).slice(0, 10), time: iso(start).slice(11, 16) },
      { coach_id: coach.coachId, service_id: coach.serviceId, ...more },
    );
    const { booking_id: id } = (await send('POST', '/api/create-booking/', order)).body;
    const { sessionId } = (await send('POST', `/api/bookings/${id}/checkout/`, {})).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const moveTo = (moment: number, body: object = {}) =>
      send('POST', `/api/my-sessions/${id}/move/`, { session_time: iso(moment), ...body });
    const times = (from: number) =>
      send('GET', `/api/my-sessions/${id}/times/?from=${encodeURIComponent(iso(from))}`);
    const listed = async () =>
      (await send('GET', '/api/my-sessions/')).body.find(
        (session: { id: number }) => session.id === id,
      );
    return { id, send, moveTo, times, listed };
  }
  const turnTo = (moment: number) => {
    api().clock.offset += moment - api().now().getTime();
  };
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const subjects = async (to: string) => (await api().mailsTo(to)).map(({ subject }) => subject);

  test('moves to a free start and emails both once', {
    tags: ['@fault-student-move', '@extra-11'],
  }, async () => {
    const { id, start, coach, moveTo, listed } = await paidSession('moved', { quantity: 2 });
    const next = start + 26 * HOUR_MS;
    const answer = await moveTo(next);
    expect(answer).toEqual({
      status: 200,
      body: {
        detail: 'Session moved',
        session_time: iso(next),
        move_until: iso(next - 12 * HOUR_MS),
      },
    });
    expect(await moveTo(next)).toEqual(answer);
    expect(await listed()).toMatchObject({
      session_time: iso(next),
      moved_from: iso(start),
      duration_minutes: 120,
      status: 'confirmed',
      move_until: iso(next - 12 * HOUR_MS),
      cancel_until: iso(next - 12 * HOUR_MS),
    });
    const ofCoach = await api().send(
      'GET',
      '/api/bookings/',
      undefined,
      await signAccess(api(), coach.userId),
    );
    expect(ofCoach.body).toMatchObject([
      { id, session_time: iso(next), moved_from: iso(start), amount: 50, quantity: 2 },
    ]);
    expect(await row(id)).toMatchObject({ endsAt: new Date(next + 2 * HOUR_MS) });
    const toStudent = await api().mailsTo('moved0@example.com');
    expect(toStudent.map(({ subject }) => subject)).toEqual([
      `Your session with moved-coach has moved (booking ${id})`,
      'Your session with moved-coach is booked',
    ]);
    expect(toStudent[0]?.body).toMatch(
      /^You moved your session\. The attached invite has the new time\.(?:.|\n)*\n\nYou can move or cancel it for free until .* \(UTC\)\.\n/,
    );
    for (const moment of [start, next])
      expect(toStudent[0]?.body).toContain(when(new Date(moment), null));
    expect(await subjects(coach.email)).toEqual([
      expect.stringMatching(new RegExp(`^Your session with .* has moved \\(booking ${id}\\)$`)),
      expect.stringContaining(`New booking ${id} from `),
    ]);
    const [other] = await api().newCrowd('takes-the-old-time', 1);
    await paid(other?.id ?? 0, coach, start);
    expect(
      (
        await api()
          .db.select()
          .from(bookings)
          .where(eq(bookings.startsAt, new Date(start)))
      ).map(({ status, studentId }) => [status, studentId]),
    ).toContainEqual(['confirmed', other?.id]);
  });

  test('offers starts that are free for coach and student', async () => {
    const { start, coach, studentId, moveTo, times } = await paidSession('times', { quantity: 2 });
    const [other] = await api().newCrowd('in-the-way', 1);
    await paid(other?.id ?? 0, coach, start + 5 * HOUR_MS);
    const elsewhere = await api().newCoach('elsewhere-coach');
    await paid(studentId, elsewhere, start + 10 * HOUR_MS);
    const { body } = await times(start - 3 * HOUR_MS);
    const hours = body.starts.map((at: string) => (Date.parse(at) - start) / HOUR_MS);
    const taken = [0, 4, 5, 9, 10]; // the coach's days touch at midnight, so two hours fit across it
    expect(hours.filter((hour: number) => hour < 12)).toEqual(
      [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].filter((hour) => !taken.includes(hour)),
    );
    expect(body.next).toBe(iso(start + (7 * 24 - 3) * HOUR_MS));
    expect((await times(Date.parse('9000-01-01'))).body).toEqual({ starts: [], next: null });
    expect((await moveTo(start + HOUR_MS)).status === 200 || taken.includes(1)).toBe(true);
  });

  test('rejects busy, unavailable, early and unaligned starts', async () => {
    const { id, start, coach, studentId, moveTo } = await paidSession('nowhere');
    const [other] = await api().newCrowd('was-first', 1);
    await paid(other?.id ?? 0, coach, start + 30 * HOUR_MS);
    const elsewhere = await api().newCoach('also-elsewhere');
    await paid(studentId, elsewhere, start + 40 * HOUR_MS);
    await api().db.update(coaches).set({ bufferMinutes: 60 }).where(eq(coaches.id, coach.coachId));
    const taken = { status: 409, body: { detail: 'This time is no longer available.' } };
    for (const moment of [
      start + 30 * HOUR_MS,
      start + 31 * HOUR_MS, // within the coach's buffer
      start + 40 * HOUR_MS,
      start + 20 * HOUR_MS + 1,
      start + 20 * HOUR_MS + 60_000,
      (Math.floor(api().now().getTime() / HOUR_MS) + 1) * HOUR_MS, // sooner than the coach's notice
      start - 100 * HOUR_MS,
      start + 80 * 24 * HOUR_MS,
    ])
      expect([moment - start, await moveTo(moment)]).toEqual([moment - start, taken]);
    expect(await row(id)).toMatchObject({ startsAt: new Date(start), movedFrom: null });
    for (const session_time of ['tomorrow', '2026-13-01T00:00:00Z', 1795342252000])
      expect((await moveTo(start, { session_time })).status).toBe(400);
  });

  test('allows moves until the deadline, which moves along', {
    tags: ['@fault-student-move', '@extra-11'],
  }, async () => {
    const { start, send, id, moveTo, times } = await paidSession('late');
    const late = {
      status: 409,
      body: {
        detail:
          "It's too late to move this session. Your coach can still cancel it with a full refund.",
      },
    };
    const next = start + 48 * HOUR_MS;
    turnTo(start - 12 * HOUR_MS - 1000);
    expect((await moveTo(next)).status).toBe(200);
    turnTo(next - 12 * HOUR_MS);
    expect(await moveTo(next + 24 * HOUR_MS)).toEqual(late);
    expect(await times(next)).toEqual(late);
    const other = await paidSession('cancelled');
    await other.send('POST', `/api/my-sessions/${other.id}/cancel/`, {});
    expect(await other.moveTo(other.start + HOUR_MS)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is cancelled') },
    });
    turnTo(next + HOUR_MS);
    await api().db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, id));
    expect((await moveTo(next + 48 * HOUR_MS)).body.detail).toContain('is over');
    expect((await send('GET', '/api/my-sessions/')).body[0].move_until).toBeNull();
  });

  test('never double-books under concurrent moves and orders', {
    tags: ['@fault-student-move', '@extra-11'],
  }, async () => {
    const coach = await api().newCoach('crowded-coach');
    const students = await api().newCrowd('crowded', 4);
    const start = (Math.floor(api().now().getTime() / HOUR_MS) + 96) * HOUR_MS;
    const sessions: Awaited<ReturnType<typeof paid>>[] = [];
    for (const [index, { id }] of students.entries())
      sessions.push(await paid(id, coach, start + index * HOUR_MS));
    const newcomers = await api().newCrowd('newcomer', 2);
    const target = start + 9 * HOUR_MS;
    const { database: location } = api().config;
    const second = 'memory' in location ? null : await openDatabase(location);
    const other = createApp({ ...api(), db: second?.db ?? api().db });
    const moveElsewhere = async (index: number, moment: number) =>
      other.request(`/api/my-sessions/${sessions[index]?.id}/move/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${students[index]?.token}`,
        },
        body: JSON.stringify({ session_time: iso(moment) }),
      });
    const order = api().order(
      { date: iso(target).slice(0, 10), time: iso(target).slice(11, 16) },
      { coach_id: coach.coachId, service_id: coach.serviceId },
    );
    const answers = await Promise.all([
      ...sessions.map(({ moveTo }) => moveTo(target)),
      ...sessions.map((_, index) => moveElsewhere(index, start + ((index + 1) % 4) * HOUR_MS)),
      ...sessions.map((_, index) => moveElsewhere(index, target)),
      ...newcomers.map(({ token }) => api().send('POST', '/api/create-booking/', order, token)),
    ]);
    await second?.close();
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    const held = (
      await api().db.select().from(bookings).where(eq(bookings.coachId, coach.coachId))
    ).filter(({ status }) => status === 'confirmed' || status === 'pending_payment');
    const starts = held.map(({ startsAt }) => startsAt?.getTime());
    expect(new Set(starts).size).toBe(starts.length);
    expect(starts).toContain(target);
    for (const { id } of sessions) {
      const own = await row(id);
      expect(own?.status).toBe('confirmed');
      expect((own?.endsAt?.getTime() ?? 0) - (own?.startsAt?.getTime() ?? 0)).toBe(HOUR_MS);
      expect(own?.cancelUntil?.getTime()).toBe((own?.startsAt?.getTime() ?? 0) - 12 * HOUR_MS);
    }
  });

  test('lets one of two conflicting moves win', async () => {
    const coach = await api().newCoach('buffered-coach');
    await api().db.update(coaches).set({ bufferMinutes: 60 }).where(eq(coaches.id, coach.coachId));
    const students = await api().newCrowd('buffered', 2);
    const start = (Math.floor(api().now().getTime() / HOUR_MS) + 120) * HOUR_MS;
    const sessions: Awaited<ReturnType<typeof paid>>[] = [];
    for (const [index, { id }] of students.entries())
      sessions.push(await paid(id, coach, start + index * 5 * HOUR_MS));
    for (let day = 1; day <= 5; day++) {
      const answers = await Promise.all(
        sessions.map(({ moveTo }, index) => moveTo(start + (24 * day + index) * HOUR_MS)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('limits moves to six an hour', async () => {
    const { start, moveTo } = await paidSession('restless');
    for (let hour = 1; hour <= 6; hour++)
      expect((await moveTo(start + hour * 24 * HOUR_MS)).status).toBe(200);
    expect((await moveTo(start)).status).toBe(429);
  });

  test('keeps a supported time zone and updates it on a move', async () => {
    const { id, start, moveTo } = await paidSession('zoned', { time_zone: 'America/New_York' });
    expect(await row(id)).toMatchObject({ timeZone: 'America/New_York' });
    await moveTo(start + 24 * HOUR_MS, { time_zone: 'Nowhere/At all' });
    expect(await row(id)).toMatchObject({ timeZone: 'America/New_York' });
    await moveTo(start + 25 * HOUR_MS, { time_zone: 'Asia/Tokyo' });
    expect(await row(id)).toMatchObject({ timeZone: 'Asia/Tokyo' });
    const none = await paidSession('zoneless', { time_zone: '../../etc/passwd' });
    expect(await row(none.id)).toMatchObject({ timeZone: null });
  });
});
