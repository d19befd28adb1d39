import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import {
  bookingMessages,
  bookings,
  busyTimes,
  chatSignIns,
  coachApplications,
  coachCalendars,
  coaches,
  outbox,
  reviewReports,
  reviews,
  users,
  waitlist,
} from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { refreshCalendars } from '../src/features/busy-times/refresh';
import { calendarUrl } from '../src/features/calendar/url';
import { onEveryDatabaseAtNight } from './harness';
import { application, booking } from './matrix-row';
import { iphone, member, PASSWORD } from './member';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('an account that is deleted', (api) => {
  const mail = async (to: string, subject: RegExp) =>
    (await api().mailsTo(to)).find((one) => subject.test(one.subject));
  const signed = (userId: number) => signAccess(api(), userId);
  async function pay(
    token: string,
    hours: number | null,
    coach: { coachId: number; serviceId: number },
  ) {
    const at =
      hours === null
        ? null
        : new Date((Math.floor(api().now().getTime() / HOUR_MS) + hours) * HOUR_MS).toISOString();
    const slot = at && { date: at.slice(0, 10), time: at.slice(11, 16) };
    const order = slot
      ? api().order(slot, { coach_id: coach.coachId, service_id: coach.serviceId })
      : api().order(null);
    const { booking_id: id } = (await api().send('POST', '/api/create-booking/', order, token))
      .body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    return { id: id as number, sessionId: sessionId as string };
  }
  const settle = async ({ sessionId }: { sessionId: string }) => {
    await api().pay(sessionId);
    await webhook(api(), sessionId);
  };
  const settled = async (booking: { id: number; sessionId: string }) => {
    await settle(booking);
    return booking;
  };
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];

  test('rejects tokens of a deleted account', async () => {
    const { email, access, post, me } = await member(api(), 'sessionless');
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    const sessionless = await signed(user?.id ?? 0);
    expect(await me(sessionless)).toBe(200);
    expect((await post('delete/', { password: PASSWORD }, access)).status).toBe(200);
    expect(await me(sessionless)).toBe(401);
  });

  test('refunds late sessions and open orders while their coach is locked', async () => {
    const { email, access, post, get } = await member(api(), 'stranded');
    const coach = await api().newCoach('stranded-coach');
    const late = await pay(access, 6, coach).then(settled);
    const timeless = await pay(access, 72, coach).then(settled);
    await api()
      .db.update(bookings)
      .set({ startsAt: null, endsAt: null, cancelUntil: null })
      .where(eq(bookings.id, timeless.id));
    await api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.id, coach.userId));
    expect((await get('', access)).body.ending).toMatchObject([
      { id: late.id, refunded: true },
      { id: timeless.id, refunded: true },
    ]);
    expect((await post('delete/', { password: PASSWORD }, access)).status).toBe(200);
    const rows = await api()
      .db.select({ status: bookings.status, refund: bookings.refund })
      .from(bookings)
      .where(inArray(bookings.id, [late.id, timeless.id]));
    expect(rows).toEqual(Array(2).fill({ status: 'cancelled', refund: 'begun' }));
    const mails = (await api().mailsTo(email)).filter(({ subject }) =>
      /is cancelled/.test(subject),
    );
    expect(mails.map(({ body }) => /^Refund due: /m.test(body))).toEqual([true, true]);
  });

  test('deletes an account as announced and keeps no personal data', {
    tags: ['@extra-35'],
  }, async () => {
    const { email, access, logIn, post, get, me } = await member(api(), 'goodbye');
    const coach = await api().newCoach('goodbye-coach');
    const texts = Object.entries(api().order(null)).filter(
      ([, value]) => typeof value === 'string',
    );
    const past = await pay(access, 3, coach);
    await settle(past);
    api().clock.offset += 5 * HOUR_MS;
    const now = (await logIn()).access;
    await api().send(
      'PATCH',
      `/api/bookings/${past.id}/status/`,
      { status: 'completed' },
      await signed(coach.userId),
    );
    const review = { booking: past.id, reviewer_name: 'Goodbye Kim', rating: 5, comment: 'Good.' };
    await api().send('POST', '/api/reviews/', review, now);
    await api().send('POST', '/api/waitlist/', { game: 'lol', email });
    const application = {
      name: 'Kim',
      game: 'dota2',
      rank: 'Immortal',
      links: 'https://a.example',
    };
    const about = { about: 'Mid lane.', time_zone: 'Europe/Berlin' };
    const applied = { ...application, ...about };
    await api().send('POST', '/api/coach-applications/', { ...applied, email });
    await api()
      .db.insert(chatSignIns)
      .values({
        ...{ secretHash: 'goodbye', coachId: coach.coachId, chatId: '77', username: 'kim' },
        ...{ email: email.toUpperCase(), expiresAt: new Date(api().now().getTime() + HOUR_MS) },
      });
    const [early, late, timeless] = [
      await pay(now, 72, coach).then(settled),
      await pay(now, 6, coach).then(settled),
      await pay(now, null, coach).then(settled),
    ];
    const unpaid = await pay(now, 90, coach);

    const { ending, deletable } = (await get('', now)).body;
    expect(deletable).toBe(true);
    expect(
      ending.map(({ id, refunded }: { id: number; refunded: boolean }) => [id, refunded]),
    ).toEqual([
      [late.id, false],
      [early.id, true],
      [timeless.id, false],
    ]);
    expect((await get('export/', now)).body).toMatchObject({
      account: { email },
      bookings: [past, early, late, timeless, unpaid].map(({ id }) => ({
        id,
        ...Object.fromEntries(texts),
      })),
      reviews: [{ booking: past.id, reviewer_name: 'Goodbye Kim' }],
      waiting_list: [{ game: 'lol', invited_at: null, unsubscribed_at: null }],
      coach_applications: [{ ...applied, decided_at: null }],
    });
    expect((await post('delete/', { password: 'Wrong-123!' }, now)).status).toBe(403);
    expect((await row(early.id))?.status).toBe('confirmed');
    const phone = await logIn(iphone);
    expect((await post('delete/', { password: PASSWORD }, now)).status).toBe(200);

    expect([await me(now), await me(phone.access), await me(access)]).toEqual([401, 401, 401]);
    expect(
      (await api().send('POST', '/api/token/refresh/', { refresh: phone.refresh })).status,
    ).toBe(401);
    expect((await api().send('POST', '/api/create-booking/', api().order(null), now)).status).toBe(
      401,
    );
    expect((await logIn()).access).toBeUndefined();
    await sweep(api());
    expect(await row(early.id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
    for (const { id } of [late, timeless])
      expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'none' });
    expect(await row(past.id)).toMatchObject({ status: 'completed', refund: 'none' });
    expect(await row(unpaid.id)).toMatchObject({ status: 'expired' });
    const titled = (id: number) => new RegExp(`is cancelled \\(booking ${id}\\)$`);
    const refunded = (await mail(email, titled(early.id)))?.body ?? '';
    expect(refunded).toContain('a full refund of $25.00');
    expect(refunded, 'the account is gone').not.toContain('http');
    expect((await mail(coach.email, titled(late.id)))?.body).toContain('so you keep the payment');
    const ended = expect.stringMatching(
      new RegExp(`METHOD:CANCEL\\r[^]*UID:booking-${late.id}@[^]*SEQUENCE:1\\r`),
    );
    const sent = [await mail(email, titled(late.id)), await mail(coach.email, titled(late.id))];
    expect(sent.map((one) => one?.calendar)).toEqual([ended, ended]);
    expect(await mail(email, /is deleted/)).toBeTruthy();

    for (const { id } of [past, early, late, timeless, unpaid]) {
      const kept = await row(id);
      expect(kept).toMatchObject({ contactInfo: '', details: '', notes: '' });
      for (const [name, text] of texts) expect(Object.values(kept ?? {}), name).not.toContain(text);
    }
    const listed = (await api().send('GET', `/api/reviews/by-coach/${coach.coachId}/`)).body;
    expect(listed).toMatchObject([
      { reviewer_name: 'Anonymous', comment: 'Good.', verified: true },
    ]);
    for (const table of [users, coachApplications, waitlist, chatSignIns])
      expect(JSON.stringify(await api().db.select().from(table))).not.toMatch(/goodbye@/i);
    api().clock.offset += 60_000;
    expect(
      (
        await api().send(
          'PATCH',
          `/api/bookings/${past.id}/status/`,
          { status: 'confirmed' },
          await signed(coach.userId),
        )
      ).status,
    ).toBe(200);
    expect(
      (await api().db.select().from(outbox)).filter(({ recipient }) =>
        recipient.endsWith('.invalid'),
      ),
    ).toEqual([]);

    await member(api(), 'goodbye');
  });

  test('refunds a payment that arrives after account deletion', {
    tags: ['@extra-35'],
  }, async () => {
    const { access, post } = await member(api(), 'late-payer');
    const booking = await pay(access, 72, await api().newCoach('late-payer-coach'));
    await api().pay(booking.sessionId);
    expect((await post('delete/', { password: PASSWORD })).status).toBe(200);
    await webhook(api(), booking.sessionId);
    await sweep(api());
    expect(await row(booking.id)).toMatchObject({ status: 'expired', refund: 'returned' });
  });

  test("ends a deleted coach's calendar and links", async () => {
    const { coachId, userId, serviceId } = await api().newCoach('calendar-leaves');
    const [student] = await api().newCrowd('calendar-leaves', 1);
    const { id } = await booking(
      api(),
      { studentId: student?.id ?? 0, coachId, serviceId, coachUserId: userId },
      'completed',
      { startsAt: api().now(), endsAt: new Date(api().now().getTime() + HOUR_MS) },
    );
    const calendar = { coachId, url: 'https://calendars.example/private', nextReadAt: api().now() };
    const [startsAt, endsAt] = [api().now(), new Date(api().now().getTime() + HOUR_MS)];
    await api().db.insert(coachCalendars).values(calendar);
    await api().db.insert(busyTimes).values({ coachId, startsAt, endsAt });
    const [review] = await api()
      .db.insert(reviews)
      .values({ coachId, reviewerName: 'Kim', comment: 'Bad.', rating: 1 })
      .returning();
    const reason = { reviewId: review?.id ?? 0, userId, reason: 'My private reason.' };
    await api().db.insert(reviewReports).values(reason);
    const earlier = { ...application, email: 'earlier@example.com', coachId };
    const { time_zone: timeZone, ...applied } = earlier;
    await api()
      .db.insert(coachApplications)
      .values({ ...applied, timeZone, decidedAt: api().now() });
    const { feed_url: feed } = (
      await api().send('GET', '/api/coach/calendar/', undefined, await signed(userId))
    ).body;
    const session = { id, startsAt };
    const links = [feed, calendarUrl(api().config, session, 'coach')];
    const statuses = () =>
      Promise.all(links.map(async (url) => (await api().app.request(url ?? '')).status));
    expect(await statuses()).toEqual([200, 200]);
    const { operatorToken } = api().config;
    const path = `/api/operator/members/${userId}/delete/`;
    expect((await api().send('POST', path, {}, operatorToken)).status).toBe(200);
    expect(await statuses()).toEqual([404, 404]);
    for (const table of [coachCalendars, busyTimes, coachApplications])
      expect(await api().db.select().from(table).where(eq(table.coachId, coachId))).toEqual([]);
    expect(
      await api().db.select().from(reviewReports).where(eq(reviewReports.userId, userId)),
    ).toMatchObject([{ reason: '' }]);
    const forStudent = calendarUrl(api().config, session, 'student') ?? '';
    expect((await api().app.request(forStudent)).status).toBe(200);

    await api().db.insert(coachCalendars).values(calendar); // of an account that was deleted earlier
    await refreshCalendars(api());
    expect(
      await api().db.select().from(coachCalendars).where(eq(coachCalendars.coachId, coachId)),
    ).toEqual([]);
  });

  test('keeps nothing that was written while it was deleted', async () => {
    const { db, now, config } = api();
    const coach = await api().newCoach('overlap-coach');
    const { email } = await member(api(), 'overlap');
    const [student] = await db.select().from(users).where(eq(users.email, email));
    const studentId = student?.id ?? 0;
    const owner = { ...coach, coachUserId: coach.userId, studentId };
    const { id } = await booking(api(), owner, 'completed');
    for (const userId of [studentId, coach.userId]) {
      const path = `/api/operator/members/${userId}/delete/`;
      expect((await api().send('POST', path, {}, config.operatorToken)).status).toBe(200);
    }
    const written = { bookingId: id, kind: 'text' as const, body: 'Private.', createdAt: now() };
    await db.insert(bookingMessages).values({ ...written, author: 'student', key: randomUUID() });
    const review = { coachId: coach.coachId, comment: 'Good.', rating: 5, reply: 'Thanks, Kim!' };
    await db.insert(reviews).values({ ...review, bookingId: id, reviewerName: 'Overlap Kim' });
    await db.update(users).set({ displayName: 'Overlap Kim' }).where(eq(users.id, studentId));
    await db.update(bookings).set({ notes: 'Private.' }).where(eq(bookings.id, id));
    const profile = { description: 'Private.', portrait: 'face' };
    await db.update(coaches).set(profile).where(eq(coaches.id, coach.coachId));

    await deleteExpired(api());
    const messages = eq(bookingMessages.bookingId, id);
    expect(await db.select().from(bookingMessages).where(messages)).toEqual([]);
    expect(await db.select().from(reviews).where(eq(reviews.bookingId, id))).toMatchObject([
      { reviewerName: 'Anonymous', comment: 'Good.', reply: null },
    ]);
    expect(await db.select().from(users).where(eq(users.id, studentId))).toMatchObject([
      { displayName: null },
    ]);
    expect(await row(id)).toMatchObject({ notes: '' });
    expect(await db.select().from(coaches).where(eq(coaches.id, coach.coachId))).toMatchObject([
      { description: '', portrait: null },
    ]);
  });

  test('keeps nothing that a coach wrote meanwhile, except results', async () => {
    const { db, now, config } = api();
    const coach = await api().newCoach('closing');
    const [student] = await api().newCrowd('closing', 1);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const { id } = await booking(api(), owner, 'completed');
    const path = `/api/operator/members/${coach.userId}/delete/`;
    expect((await api().send('POST', path, {}, config.operatorToken)).status).toBe(200);
    const written = { bookingId: id, createdAt: now() };
    await db.insert(bookingMessages).values([
      { ...written, author: 'coach', kind: 'text', key: randomUUID(), body: 'Private.' },
      { ...written, author: 'coach', kind: 'delivery', key: randomUUID(), body: 'Result.' },
      { ...written, author: 'student', kind: 'text', key: randomUUID(), body: 'Question?' },
    ]);
    await deleteExpired(api());
    const left = await db.select().from(bookingMessages).where(eq(bookingMessages.bookingId, id));
    expect(left.map(({ body }) => body).sort()).toEqual(['Question?', 'Result.']);
  });

  test('closes accounts while the picture store is down', async () => {
    const student = await member(api(), 'proven');
    const coach = await api().newCoach('proven-coach');
    const portrait = `${coach.coachId}-0123456789abcdef`;
    await api().db.update(coaches).set({ portrait }).where(eq(coaches.id, coach.coachId));
    const { time_zone: timeZone, ...applied } = application;
    for (const { email } of [student, coach])
      await api()
        .db.insert(coachApplications)
        .values({
          ...applied,
          timeZone,
          email,
          picture: `proof-${randomUUID().replaceAll('-', '')}.webp`,
        });
    const failed = vi.spyOn(log, 'error').mockImplementation(() => {});
    const remove = vi.spyOn(api().pictures, 'remove').mockRejectedValue(new Error('bucket down'));
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await student.post('delete/', { password: PASSWORD })).status).toBe(200);
    expect(remove).toHaveBeenCalledTimes(1);
    const path = `/api/operator/members/${coach.userId}/delete/`;
    expect((await api().send('POST', path, {}, api().config.operatorToken)).status).toBe(200);
    expect(failed).toHaveBeenCalledTimes(3);
  });

  test('does not let coaches delete their accounts', async () => {
    const { access } = await api().asCoach();
    expect((await api().send('GET', '/api/account/', undefined, access)).body.deletable).toBe(
      false,
    );
    const refused = await api().send(
      'POST',
      '/api/account/delete/',
      { password: 'Coach-2026!' },
      access,
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('operator') },
    });
    expect(
      (await api().send('GET', '/api/account/export/', undefined, access)).body.coach,
    ).toMatchObject({ name: 'Nova', slug: 'nova', games: ['cs2', 'valorant'], special_days: [] });
  });
});
