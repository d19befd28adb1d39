import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { when } from '../src/features/mail/format';
import { follow, pair } from './conversation';
import { onEveryDatabase } from './harness';
import { booking } from './matrix-row';

const HOUR_MS = 3_600_000;
const TAKEN = { status: 409, body: { detail: 'This time is no longer available.' } };

onEveryDatabase('a time that a coach suggests', (api) => {
  const iso = (moment: number) => new Date(moment).toISOString();
  const fullHour = () => Math.floor(api().now().getTime() / HOUR_MS) * HOUR_MS;
  const turnTo = (moment: number) => {
    api().clock.offset += moment - api().now().getTime();
  };

  /** A confirmed session in three days that its student may move until half a day before, and both sides. */
  async function session(more: Partial<typeof bookings.$inferInsert> = {}) {
    const start = fullHour() + 72 * HOUR_MS;
    const { id, owner, path, coachEmail, studentEmail } = await pair(api(), {
      startsAt: new Date(start),
      endsAt: new Date(start + HOUR_MS),
      cancelUntil: new Date(start - 12 * HOUR_MS),
      ...more,
    });
    const as = (userId: number) => async (method: string, path: string, body?: unknown) =>
      api().send(method, path, body, await signAccess(api(), userId));
    const coach = as(owner.coachUserId);
    const student = as(owner.studentId);
    const suggest = (moment: number) =>
      coach('POST', `${path}suggest/`, { session_time: iso(moment) });
    const withdraw = () => coach('POST', `${path}withdraw/`, {});
    const answer = (call: 'move' | 'decline', moment: number, more: object = {}) =>
      student('POST', `/api/my-sessions/${id}/${call}/`, { session_time: iso(moment), ...more });
    /** The suggestion as the student's list, the student's page and the coach's page have it. */
    const shown = async () => {
      const [listed] = (await student('GET', '/api/my-sessions/')).body;
      const pages = [await student('GET', path), await coach('GET', path)];
      return [listed, ...pages.map(({ body }) => body)].map(({ suggested_time }) => suggested_time);
    };
    /** Without the payment, which is dated by the test's clock. */
    const history = async (side = student) =>
      (await side('GET', path)).body.history
        .map(({ what }: { what: string }) => what)
        .filter((what: string) => what !== 'booked');
    const row = async () => (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
    return {
      ...{ id, owner, path, coachEmail, studentEmail, start, coach, student },
      ...{ suggest, withdraw, answer, shown, history, row },
    };
  }

  test('is shown to both and mailed to the student once', async () => {
    const { id, start, coachEmail, studentEmail, suggest, shown, history, row } = await session({
      timeZone: 'Asia/Tokyo',
    });
    expect(await shown()).toEqual([null, null, null]);
    const suggested = start + 5 * HOUR_MS;
    const answer = await suggest(suggested);
    expect(answer).toEqual({
      status: 200,
      body: { detail: 'Time suggested', suggested_time: iso(suggested) },
    });
    expect(await suggest(suggested)).toEqual(answer);
    expect(await shown()).toEqual([iso(suggested), iso(suggested), iso(suggested)]);
    expect(await row()).toMatchObject({ startsAt: new Date(start), sequence: 0 });
    const mails = await api().mailsTo(studentEmail);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(
        new RegExp(`suggests another time for your session \\(booking ${id}\\)$`),
      ),
    ]);
    for (const moment of [start, suggested])
      expect(mails[0]?.body).toContain(when(new Date(moment), 'Asia/Tokyo'));
    expect(mails[0]?.body).toContain('If you do nothing, it stays as it is.');
    expect(mails[0]?.body).toContain(
      `You can accept it until ${when(new Date(start), 'Asia/Tokyo')}.`,
    );
    expect(mails[0]?.body).toContain(`/sessions/${id}`);
    expect(await api().mailsTo(coachEmail)).toEqual([]);

    await suggest(suggested + HOUR_MS); // in place of the first
    expect(await shown()).toEqual(Array(3).fill(iso(suggested + HOUR_MS)));
    expect(await api().mailsTo(studentEmail)).toHaveLength(2);
    expect(await history()).toEqual(['suggested', 'suggested']);
  });

  test('can be accepted after the deadline', async () => {
    const { start, coachEmail, coach, suggest, answer, shown, history, row } = await session();
    turnTo(start - 2 * HOUR_MS);
    const suggested = start + 5 * HOUR_MS;
    expect(await answer('move', suggested)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("It's too late to move this session.") },
    });
    await suggest(suggested);
    expect((await answer('move', suggested + HOUR_MS)).status).toBe(409);
    const moved = await answer('move', suggested);
    expect(moved).toMatchObject({
      status: 200,
      body: { session_time: iso(suggested), move_until: iso(suggested - 12 * HOUR_MS) },
    });
    expect(await answer('move', suggested)).toEqual(moved);
    expect(await row()).toMatchObject({ startsAt: new Date(suggested), suggestedStart: null });
    expect(await shown()).toEqual([null, null, null]);
    expect((await answer('move', start)).status).toBe(409);
    const [mail, ...others] = await api().mailsTo(coachEmail);
    expect(mail?.body).toMatch(/accepted the time you suggested\./);
    expect(others).toEqual([]);
    for (const side of [undefined, coach])
      expect(await history(side)).toEqual(['suggested', 'moved']);
  });

  test.each([
    [30, 30],
    [720, 120],
  ])('needs %i minutes of notice, at most two hours', async (noticeMinutes, neededMinutes) => {
    const { owner, path, coach, student, suggest, answer, shown } = await session();
    await api().db.update(coaches).set({ noticeMinutes }).where(eq(coaches.id, owner.coachId));
    const soon = fullHour() + 4 * HOUR_MS;
    const until = soon - neededMinutes * 60_000;
    if (noticeMinutes > neededMinutes) expect(await answer('move', soon)).toEqual(TAKEN);
    turnTo(until - 60_000);
    const times = await coach('GET', `${path}times/?from=${encodeURIComponent(iso(until))}`);
    expect(times.body.starts[0]).toBe(iso(soon));
    expect((await suggest(soon)).status).toBe(200);
    for (const side of [student, coach])
      expect((await side('GET', path)).body.suggested_until).toBe(iso(until));
    expect((await student('GET', '/api/my-sessions/')).body[0].suggested_until).toBe(iso(until));
    turnTo(until + 1000);
    expect(await shown()).toEqual([null, null, null]);
    expect(await suggest(soon)).toEqual(TAKEN);
    expect(await answer('move', soon)).toEqual(TAKEN);
    turnTo(until - 60_000);
    expect((await answer('move', soon)).status).toBe(200);
  });

  test('can be declined, which the coach learns once', async () => {
    const { id, start, coachEmail, suggest, answer, shown, history, row } = await session();
    await suggest(start + 5 * HOUR_MS);
    const other = start + 6 * HOUR_MS;
    await suggest(other);
    expect(await answer('decline', start + 5 * HOUR_MS)).toEqual({
      status: 409,
      body: { detail: 'Your coach now suggests a different time.' },
    });
    for (const _ of ['once', 'again']) expect((await answer('decline', other)).status).toBe(200);
    expect(await shown()).toEqual([null, null, null]);
    expect(await row()).toMatchObject({ startsAt: new Date(start), sequence: 0 });
    const mails = await api().mailsTo(coachEmail);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(new RegExp(`keeps the current time \\(booking ${id}\\)$`)),
    ]);
    expect(mails[0]?.body).toContain('declined the time you suggested.');
    expect(await history()).toEqual(['suggested', 'suggested', 'declined']);
  });

  test('is accepted only while it is suggested', async () => {
    const { start, suggest, withdraw, answer } = await session();
    const suggested = start + 5 * HOUR_MS;
    const ended = { status: 409, body: { detail: 'Your coach no longer suggests this time.' } };
    const accept = () => answer('move', suggested, { suggested: true });
    expect(await accept()).toEqual(ended);
    await suggest(suggested);
    await withdraw();
    expect(await accept()).toEqual(ended);
    await suggest(suggested);
    await suggest(suggested + HOUR_MS);
    expect(await accept()).toEqual(ended);
    await suggest(suggested);
    const moved = await accept();
    expect(moved.status).toBe(200);
    expect(await accept()).toEqual(moved);
  });

  test('can be withdrawn', async () => {
    const { start, studentEmail, suggest, withdraw, answer, shown, history } = await session();
    turnTo(start - 2 * HOUR_MS);
    await suggest(start + 5 * HOUR_MS);
    for (const _ of ['once', 'again']) expect((await withdraw()).status).toBe(200);
    expect(await shown()).toEqual([null, null, null]);
    expect((await answer('move', start + 5 * HOUR_MS)).status).toBe(409);
    expect(await history()).toEqual(['suggested', 'withdrawn']);
    expect(await api().mailsTo(studentEmail)).toHaveLength(1);
  });

  test('holds no slot and is offered only while it is free', async () => {
    const { start, owner, path, coach, student, suggest, withdraw, answer, shown } =
      await session();
    const suggested = start + 5 * HOUR_MS;
    await suggest(suggested);
    const isTaken = async (side = coach) => (await side('GET', path)).body.suggested_taken;
    expect([await isTaken(), await isTaken(student)]).toEqual([false, undefined]);
    const [other] = await api().newCrowd(`first-${owner.coachId}-`, 1);
    const taken = await booking(api(), { ...owner, studentId: other?.id ?? 0 }, 'confirmed', {
      startsAt: new Date(suggested),
      endsAt: new Date(suggested + HOUR_MS),
    });
    expect(await shown()).toEqual([null, null, iso(suggested)]);
    expect([await isTaken(), await isTaken(student)]).toEqual([true, undefined]);
    expect(await answer('move', suggested)).toEqual(TAKEN);
    expect(await suggest(suggested)).toEqual(TAKEN);
    const free = () =>
      api().db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, taken.id));
    await free();
    expect(await shown()).toEqual(Array(3).fill(iso(suggested)));
    await api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, taken.id));
    expect((await withdraw()).status).toBe(200);
    await free();
    expect(await shown()).toEqual([null, null, null]);
  });

  test('ends when the session begins', async () => {
    const { start, coachEmail, suggest, withdraw, answer, shown, history } = await session();
    const suggested = start + 5 * HOUR_MS;
    await suggest(suggested);
    turnTo(start);
    expect(await shown()).toEqual([null, null, null]);
    expect((await answer('move', suggested)).body.detail).toMatch(/^It's too late to move/);
    expect(await suggest(suggested + HOUR_MS)).toEqual({
      status: 409,
      body: { detail: 'This session has already started.' },
    });
    expect((await answer('decline', suggested)).status).toBe(200);
    expect((await withdraw()).status).toBe(200);
    expect(await history()).toEqual(['suggested']);
    expect(await api().mailsTo(coachEmail)).toEqual([]);
  });

  test('ends when its own start has passed', async () => {
    const found = await session();
    const { suggest, answer, shown } = found;
    const { owner } = found;
    await api().db.update(coaches).set({ noticeMinutes: 0 }).where(eq(coaches.id, owner.coachId));
    const soon = fullHour() + HOUR_MS;
    expect((await suggest(soon)).status).toBe(200);
    turnTo(soon);
    expect(await shown()).toEqual([null, null, null]);
    expect(await answer('move', soon)).toEqual(TAKEN);
  });

  test.each(['cancelled', 'completed'] as const)('ends with a %s session', async (status) => {
    const { id, start, suggest, row } = await session();
    await suggest(start + 5 * HOUR_MS);
    const set = (next: 'confirmed' | typeof status) =>
      api().db.update(bookings).set({ status: next }).where(eq(bookings.id, id));
    await set(status);
    expect(await row()).toMatchObject({ suggestedStart: null });
    expect((await suggest(start + 6 * HOUR_MS)).status).toBe(409);
    await set('confirmed');
    expect(await row()).toMatchObject({ suggestedStart: null });
  });

  test("is one of the coach's free starts", async () => {
    const { id, start, owner, path, coach, student, suggest, answer } = await session();
    const [other] = await api().newCrowd(`busy-${owner.coachId}-`, 1);
    const busy = start + 2 * HOUR_MS;
    await booking(api(), { ...owner, studentId: other?.id ?? 0 }, 'confirmed', {
      startsAt: new Date(busy),
      endsAt: new Date(busy + HOUR_MS),
    });
    const { body } = await coach(
      'GET',
      `${path}times/?from=${encodeURIComponent(iso(start - HOUR_MS))}`,
    );
    expect(body.starts.slice(0, 3)).toEqual(
      [start - HOUR_MS, start + HOUR_MS, start + 3 * HOUR_MS].map(iso),
    );
    expect(body.next).toBe(iso(start + (7 * 24 - 1) * HOUR_MS));
    const extremes = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(Date.parse);
    for (const moment of [start, busy, start + 60_000, start - 100 * HOUR_MS, ...extremes]) {
      expect(await suggest(moment)).toEqual(TAKEN);
      expect(await answer('move', moment === start ? busy : moment)).toEqual(TAKEN);
    }
    for (const [side, booking] of [
      [coach, path],
      [student, `/api/my-sessions/${id}/`],
    ] as const)
      expect(await side('GET', `${booking}times/?from=9999-12-31T23:59:59Z`)).toEqual({
        status: 200,
        body: { starts: [], next: null },
      });
    const untimed = await session({ startsAt: null, endsAt: null, cancelUntil: null });
    expect(await untimed.suggest(start)).toMatchObject({
      status: 409,
      body: { detail: "This booking has no set time, so there's nothing to move." },
    });
  });

  test('is limited to six an hour', async () => {
    const { start, suggest } = await session();
    for (let hour = 1; hour <= 6; hour++)
      expect((await suggest(start + hour * HOUR_MS)).status).toBe(200);
    expect((await suggest(start + 7 * HOUR_MS)).status).toBe(429);
  });

  test('is announced to open pages, like its end', async () => {
    const { owner, path, start, suggest, withdraw, answer } = await session();
    const token = await signAccess(api(), owner.studentId);
    const { next, end } = await follow(api().app, path, token);
    expect(await next()).toContain('event: open');
    const suggested = start + 5 * HOUR_MS;
    for (const change of [
      () => suggest(suggested),
      () => withdraw(),
      () => suggest(suggested),
      () => answer('decline', suggested),
      () => suggest(suggested),
      () => answer('move', suggested),
    ]) {
      await change();
      expect(await next()).toContain('event: change');
    }
    await end();
  });
});
