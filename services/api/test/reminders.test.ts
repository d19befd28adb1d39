import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/core/db/open';
import { bookings, coaches, outbox, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { remind } from '../src/features/reminders/run';
import { onEveryDatabaseAtNight } from './harness';
import { rejectRows } from './reject-rows';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('reminders', (api) => {
  async function session(name: string, hours: number, paidHoursAgo = 100) {
    const [student] = await api().newCrowd(name, 1);
    const coach = await api().newCoach(`${name}-coach`);
    const studentId = student?.id ?? 0;
    const start = Math.ceil(api().now().getTime() / HOUR_MS) * HOUR_MS + hours * HOUR_MS;
    const [row] = await api()
      .db.insert(bookings)
      .values({
        ...{ studentId, coachId: coach.coachId, serviceId: coach.serviceId, quantity: 1 },
        ...{ amountCents: 2500, durationMinutes: 60, contactInfo: 'kim#1', details: 'Aim.' },
        startsAt: new Date(start),
        endsAt: new Date(start + HOUR_MS),
        cancelUntil: new Date(start - 12 * HOUR_MS),
        status: 'confirmed',
        holdExpiresAt: api().now(),
        timeZone: 'Asia/Tokyo',
        paidAt: new Date(api().now().getTime() - paidHoursAgo * HOUR_MS),
      })
      .returning();
    const id = row?.id ?? 0;
    const send = async (path: string, body: object = {}) =>
      api().send('POST', path, body, await signAccess(api(), studentId));
    const reminders = async () =>
      (await api().mailsTo(`${name}0@example.com`))
        .filter(({ topic }) => topic?.startsWith('reminder'))
        .reverse();
    const toCoach = async () =>
      (await api().mailsTo(coach.email))
        .filter(({ topic }) => topic?.startsWith('reminder'))
        .reverse();
    return { id, start, coach, studentId, send, reminders, toCoach };
  }
  const turnTo = (moment: number) => {
    api().clock.offset += moment - api().now().getTime();
  };
  const look = async () => {
    for (const _ of [1, 2]) await remind(api());
  };
  const getPath = (url: string | null | undefined) => (url ?? '').replace(api().config.url, '');

  test('reminds of no session with a locked coach until the lock ends', async () => {
    const { start, coach, reminders, toCoach } = await session('locked', 30);
    const lock = (lockedAt: Date | null) =>
      api().db.update(users).set({ lockedAt }).where(eq(users.id, coach.userId));
    await lock(api().now());
    turnTo(start - 24 * HOUR_MS + 1000);
    await look();
    for (const read of [reminders, toCoach]) expect(await read()).toEqual([]);
    await lock(null);
    await look();
    for (const read of [reminders, toCoach]) expect(await read()).toHaveLength(1);
  });

  test('reminds the others if one reminder cannot be stored', async () => {
    const [first, second] = [await session('rejected', 30), await session('stored', 30)];
    turnTo(first.start - 24 * HOUR_MS + 1000);
    const accept = await rejectRows(api(), 'reminders', `row.booking_id = ${first.id}`);
    await look();
    for (const read of [second.reminders, second.toCoach]) expect(await read()).toHaveLength(1);
    await accept();
    await look();
    expect(await first.reminders()).toHaveLength(1);
  });

  test('reminds a day and an hour before, once each', {
    tags: ['@extra-17'],
  }, async () => {
    const { start, reminders } = await session('reminded', 30);
    await look();
    expect(await reminders()).toEqual([]);
    turnTo(start - 24 * HOUR_MS + 1000);
    await look();
    turnTo(start - 2 * HOUR_MS);
    await look();
    expect((await reminders()).map(({ subject }) => subject)).toEqual([
      'Reminder: your session with reminded-coach',
    ]);
    turnTo(start - HOUR_MS + 1000);
    await look();
    turnTo(start + 1000);
    await look();
    const mails = await reminders();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Reminder: your session with reminded-coach',
      'Your session with reminded-coach starts soon',
    ]);
    expect(mails[0]?.body).toContain('(Asia/Tokyo, GMT+9)');
  });

  test("names the session's place and links to it", async () => {
    const { start, coach, reminders, toCoach } = await session('placed', 30);
    turnTo(start - 24 * HOUR_MS + 1000);
    await look();
    for (const [mail] of [await reminders(), await toCoach()]) {
      expect(mail?.body).toContain('\nWhere: Discord, https://discord.com/channels/1\n');
      expect(mail?.body).not.toContain('Join the session');
    }
    const meetingUrl = 'https://meet.example/placed';
    await api().db.update(coaches).set({ meetingUrl }).where(eq(coaches.id, coach.coachId));
    turnTo(start - HOUR_MS + 1000);
    await look();
    for (const mails of [await reminders(), await toCoach()]) {
      expect(mails[1]?.body).toContain(`\nWhere: ${meetingUrl}\n`);
      expect(mails[1]?.body).toContain(`Join the session: ${meetingUrl}`);
    }
  });

  test('reminds the coach in their zone until they unsubscribe', {
    tags: ['@fault-reminders', '@extra-x8'],
  }, async () => {
    const { id, start, coach, reminders, toCoach } = await session('coached', 30);
    await api()
      .db.update(coaches)
      .set({ timeZone: 'America/New_York' })
      .where(eq(coaches.id, coach.coachId));
    turnTo(start - 24 * HOUR_MS + 1000);
    await look();
    const [mail, ...more] = await toCoach();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Reminder: your session with Student \d+$/);
    expect(mail?.body).toContain('(America/New York, GMT-5)');
    expect(mail?.body).toContain(`/coach/bookings/${id}`);
    const link = /http\S+\/session\.ics/.exec(mail?.body ?? '')?.[0];
    const file = await (await api().app.request(getPath(link))).text();
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:One-on-one coaching\\, booking ${id}`);
    expect(file).not.toContain('kim#1');
    const ended = await api().app.request(getPath(mail?.unsubscribe), { method: 'POST' });
    expect(ended.status).toBe(200);
    turnTo(start - HOUR_MS + 1000);
    await look();
    expect(await toCoach()).toHaveLength(1);
    expect(await reminders()).toHaveLength(2);
  });

  test('reminds once from two processes', {
    tags: ['@fault-reminders', '@extra-17'],
  }, async () => {
    const { database: location } = api().config;
    const second = 'memory' in location ? null : await openDatabase(location);
    const sessions = [];
    for (let number = 0; number < 8; number++)
      sessions.push(await session(`crowd${number}-`, 23 + number));
    turnTo(Math.min(...sessions.map(({ start }) => start)) - 2 * HOUR_MS);
    const other = { ...api(), db: second?.db ?? api().db };
    await Promise.all([remind(api()), remind(other), remind(api()), remind(other)]);
    for (const { reminders, toCoach } of sessions)
      expect([(await reminders()).length, (await toCoach()).length]).toEqual([1, 1]);
    await second?.close();
  });

  test('sends no redundant reminder after booking or moving', {
    tags: ['@fault-reminders'],
  }, async () => {
    const fresh = await session('fresh', 20, 0);
    const moved = await session('moving', 40);
    turnTo(moved.start - 23 * HOUR_MS);
    await look();
    expect(await fresh.reminders()).toEqual([]);
    const to = moved.start + 48 * HOUR_MS;
    const answer = await moved.send(`/api/my-sessions/${moved.id}/move/`, {
      session_time: new Date(to).toISOString(),
    });
    expect(answer.status).toBe(200);
    await look();
    expect(await moved.reminders()).toEqual([]);
    turnTo(to - 20 * HOUR_MS);
    await look();
    expect(await moved.reminders()).toHaveLength(1);
  });

  test('sends no reminder of a cancelled session', {
    tags: ['@fault-reminders', '@extra-17'],
  }, async () => {
    const byStudent = await session('off', 40);
    const byCoach = await session('off-by-coach', 40);
    turnTo(byStudent.start - 23 * HOUR_MS);
    await look();
    expect(await byStudent.reminders()).toHaveLength(1);
    expect((await byStudent.send(`/api/my-sessions/${byStudent.id}/cancel/`)).status).toBe(200);
    const set = async (status: string) =>
      api().send(
        'PATCH',
        `/api/bookings/${byCoach.id}/status/`,
        { status },
        await signAccess(api(), byCoach.coach.userId),
      );
    expect((await set('cancelled')).status).toBe(200);
    await look();
    for (const { reminders, toCoach } of [byStudent, byCoach])
      expect([await reminders(), await toCoach()]).toEqual([[], []]);
    await set('confirmed');
    await look();
    expect(await byCoach.reminders()).toHaveLength(1);
  });

  test('repeats only unsent reminders of a restored session', async () => {
    const { id, start, coach, reminders, toCoach } = await session('restored', 40);
    const recipients = { student: 'restored0@example.com', coach: coach.email };
    const send = (recipient: string) =>
      api().db.update(outbox).set({ sentAt: api().now() }).where(eq(outbox.recipient, recipient));
    const set = async (status: string) =>
      api().send(
        'PATCH',
        `/api/bookings/${id}/status/`,
        { status },
        await signAccess(api(), coach.userId),
      );
    const restore = async () => {
      expect((await set('cancelled')).status).toBe(200);
      expect((await set('confirmed')).status).toBe(200);
      await look();
      return [(await reminders()).length, (await toCoach()).length];
    };
    turnTo(start - 24 * HOUR_MS + 1000);
    await look();
    await send(recipients.student);
    expect(await restore()).toEqual([1, 1]);
    await send(recipients.coach);
    turnTo(start - HOUR_MS + 1000);
    await look();
    await send(recipients.coach);
    expect(await restore()).toEqual([2, 2]);
  });

  test('drops an unsent reminder of an earlier version', async () => {
    const { id, start, send, reminders, toCoach } = await session('upgraded', 40);
    turnTo(start - 23 * HOUR_MS);
    await look();
    const topic = `reminder of booking ${id}`;
    await api()
      .db.update(outbox)
      .set({ topic })
      .where(like(outbox.topic, `${topic},%`));
    expect((await send(`/api/my-sessions/${id}/cancel/`)).status).toBe(200);
    expect([await reminders(), await toCoach()]).toEqual([[], []]);
  });

  test('discards a reminder after the start', {
    tags: ['@fault-reminders'],
  }, async () => {
    const { start, reminders } = await session('too-late', 3);
    turnTo(start - HOUR_MS + 1000);
    await look();
    const [mail] = await reminders();
    expect(mail?.discardAfter).toEqual(new Date(start));
    await api().db.update(outbox).set({ sentAt: api().now() }).where(like(outbox.topic, 'status%'));
    turnTo(start + 1000);
    const stop = api().sendMails(50);
    await expect
      .poll(async () => (await reminders())[0], { timeout: 10_000 })
      .toMatchObject({ failedAt: expect.any(Date), sentAt: null, body: '' });
    await stop();
    expect((await reminders())[0]?.dismissedAt, 'no work for an operator').toBeInstanceOf(Date);
    expect(api().sandbox.mails.filter(({ to }) => to === 'too-late0@example.com')).toEqual([]);
  });

  test('unsubscribes by POST only (RFC 8058)', {
    tags: ['@fault-reminders', '@extra-17'],
  }, async () => {
    const { start, studentId, send, reminders } = await session('unsubscribes', 40);
    turnTo(start - 23 * HOUR_MS);
    await look();
    const [mail] = await reminders();
    const stop = api().sendMails(50);
    const arrived = () => api().sandbox.mails.find(({ to }) => to === 'unsubscribes0@example.com');
    await expect.poll(arrived, { timeout: 10_000 }).toBeTruthy();
    await stop();
    expect(arrived()).toMatchObject({
      unsubscribe: `<${mail?.unsubscribe}>`,
      unsubscribePost: 'List-Unsubscribe=One-Click',
    });
    const wanted = async () =>
      (await api().send('GET', '/api/account/', undefined, await signAccess(api(), studentId))).body
        .reminders;
    const path = getPath(mail?.unsubscribe);
    const looked = await api().app.request(path);
    const page = looked.headers.get('location') ?? '';
    expect([looked.status, await wanted()]).toEqual([303, true]);
    expect(page).toMatch(/^http:\/\/site\.test\/account\/reminders\?token=\d+\.[\w-]{43}$/);
    expect(mail?.body).toContain(`Turn off reminders: ${page}`);
    const oneClick = (target: string) =>
      api().app.request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    const ofAnother = path.replace(/\d+\./, `${studentId + 1}.`);
    expect((await oneClick(ofAnother)).status).toBe(404);
    expect(await wanted()).toBe(true);
    expect((await oneClick(path)).status).toBe(200);
    expect((await oneClick(path)).status).toBe(200);
    expect(await wanted()).toBe(false);
    turnTo(start - HOUR_MS + 1000);
    await look();
    expect(await reminders()).toHaveLength(1);
    const token = new URL(page).searchParams.get('token');
    expect((await api().send('POST', '/api/reminders/', { token, wanted: true })).body).toEqual({
      wanted: true,
    });
    await look();
    expect(await reminders()).toHaveLength(2);
    expect((await send('/api/account/reminders/', { wanted: false })).body).toEqual({
      wanted: false,
    });
    expect(await wanted()).toBe(false);
  });
});
