import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  bookings,
  coaches,
  mailTokens,
  outbox,
  payoutAccounts,
  users,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { readPurchase } from '../src/features/payments/purchase';
import { onEveryDatabaseAtNight, onPostgres } from './harness';
import { booking } from './matrix-row';

onEveryDatabaseAtNight('the operator and coaches', (api) => {
  const act = (path: string, body: object = {}) =>
    api().send('POST', `/api/operator/${path}`, body, api().config.operatorToken);

  test('hides a locked coach and keeps paid sessions', async () => {
    const { coachId, serviceId, userId } = await api().newCoach('locked');
    const [ann, ben, cleo] = await api().newCrowd('locks', 3);
    const date = new Date(api().now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const order = (time: string, token = '') =>
      api().send(
        'POST',
        '/api/create-booking/',
        api().order({ date, time }, { coach_id: coachId, service_id: serviceId }),
        token,
      );
    const paths = [
      `/api/coaches/${coachId}/`,
      `/api/coaches/${coachId}/services/`,
      `/api/reviews/by-coach/${coachId}/`,
      `/api/coach/${coachId}/available-slots/?date=${date}&duration=60`,
    ];
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await api().send('GET', path)).status));
    const revision = async () =>
      (await api().send('GET', '/api/revisions/')).body.revisions[`/api/coaches/${coachId}/`];

    const held = await order('10:00', ann?.token);
    expect(held.status).toBe(201);
    const confirmed = await order('12:00', ben?.token);
    await api()
      .db.update(bookings)
      .set({ status: 'confirmed' })
      .where(eq(bookings.id, confirmed.body.booking_id));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const before = await revision();
    const purchase = () => readPurchase(api(), confirmed.body.booking_id);
    expect(await purchase()).toMatchObject({ coach_id: coachId });

    expect((await act(`members/${userId}/lock/`)).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect(await purchase()).toMatchObject({ coach_id: null });
    expect(before).toBeTruthy();
    expect(await revision(), 'sites drop its pages').toBeUndefined();
    for (const token of [ann?.token, cleo?.token])
      expect(await order('10:00', token)).toEqual({
        status: 410,
        body: { detail: "You can't book this coach right now." },
      });
    const rows = await api().db.select().from(bookings).where(eq(bookings.coachId, coachId));
    expect(rows.map(({ status }) => status).sort()).toEqual(['confirmed', 'expired']);
    expect((await act(`coaches/${coachId}/invitations/`, { game: 'cs2' })).status).toBe(404);

    expect((await act(`members/${userId}/unlock/`)).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect(await revision()).toBeTruthy();
    expect((await order('10:00', cleo?.token)).status).toBe(201);
  });

  test('emails students of upcoming bookings when their coach is locked', async () => {
    const coach = await api().newCoach('away');
    const students = await api().newCrowd('away', 4);
    const at = (hours: number) => new Date(api().now().getTime() + hours * 3_600_000);
    const make = (nth: number, more: Partial<typeof bookings.$inferInsert>) =>
      booking(
        api(),
        { ...coach, coachUserId: coach.userId, studentId: students[nth]?.id ?? 0 },
        more.status ?? 'confirmed',
        more,
      );
    const session = await make(0, { startsAt: at(5), endsAt: at(6), timeZone: 'Asia/Tokyo' });
    const order = await make(1, {});
    await make(2, { startsAt: at(-1), endsAt: at(0) });
    await make(3, { startsAt: at(7), endsAt: at(8), status: 'cancelled' });
    const mails = async (nth: number) =>
      (await api().mailsTo(`away${nth}@example.com`)).map(({ subject, body }) => ({
        subject,
        body,
      }));

    for (const _ of [1, 2]) await act(`members/${coach.userId}/lock/`);
    const [locked, ...more] = await mails(0);
    expect(more).toEqual([]);
    expect(locked).toEqual({
      subject: `About your session with away (booking ${session.id})`,
      body: expect.stringMatching(
        /^away isn't available right now, so your session may not take place\. You can cancel it until .*\(Asia\/Tokyo, GMT\+9\)\. You'll get a full refund of \$25\.00\./,
      ),
    });
    expect(locked?.body).toContain(`View your session: http://site.test/sessions/${session.id}\n`);
    expect(await mails(1)).toEqual([
      {
        subject: `About your order with away (booking ${order.id})`,
        body: expect.stringMatching(
          /^away isn't available right now, so you may not get your result in time\. You can cancel it until /,
        ),
      },
    ]);

    await api()
      .db.update(outbox)
      .set({ attempts: 1, sentAt: api().now(), nextAttemptAt: api().now() }); // five minutes later
    for (const _ of [1, 2]) await act(`members/${coach.userId}/unlock/`);
    expect((await mails(0)).map(({ body }) => body.split('\n')[0])).toEqual([
      'away is available again, so your session goes ahead as planned.',
      expect.anything(),
    ]);
    for (const nth of [2, 3]) expect(await mails(nth)).toEqual([]);
  });

  test('emails nothing about a lock that is taken back at once', async () => {
    const coach = await api().newCoach('mistaken');
    const students = await api().newCrowd('mistaken', 3);
    const at = (minutes: number) => new Date(api().now().getTime() + minutes * 60_000);
    const [later, soon, cancelled] = await Promise.all(
      [300, 30, 300].map((minutes, nth) =>
        booking(
          api(),
          { ...coach, coachUserId: coach.userId, studentId: students[nth]?.id ?? 0 },
          'confirmed',
          { startsAt: at(minutes + nth), endsAt: at(minutes + nth + 1) },
        ),
      ),
    );
    const subjects = async (nth: number) =>
      (await api().mailsTo(`mistaken${nth}@example.com`)).map(({ subject }) => subject);
    await act(`members/${coach.userId}/lock/`);
    const held = await api().db.select().from(outbox).where(gt(outbox.nextAttemptAt, api().now()));
    expect(held.map(({ recipient }) => recipient).sort()).toEqual([
      'mistaken0@example.com',
      'mistaken2@example.com',
    ]);
    const toSoon = eq(outbox.recipient, 'mistaken1@example.com');
    await api().db.update(outbox).set({ attempts: 1, sentAt: api().now() }).where(toSoon);
    await act(`bookings/${cancelled?.id}/cancel/`);
    expect(await subjects(2)).toEqual([expect.stringMatching(/is cancelled/)]);
    await act(`members/${coach.userId}/unlock/`);
    expect(await subjects(0)).toEqual([]);
    expect(await subjects(1)).toEqual([
      `Your session with mistaken goes ahead (booking ${soon?.id})`,
      `About your session with mistaken (booking ${soon?.id})`,
    ]);
    await act(`members/${coach.userId}/lock/`);
    expect(await subjects(0)).toEqual([`About your session with mistaken (booking ${later?.id})`]);
  });

  test.each([
    [1, ['Your session with retried-1 goes ahead']],
    [0, []],
  ])('sends no mail about a lock after its end (attempts: %d)', async (attempts, expected) => {
    const name = `retried-${attempts}`;
    const coach = await api().newCoach(name);
    const [student] = await api().newCrowd(`${name}-`, 1);
    const startsAt = new Date(api().now().getTime() + 5 * 3_600_000);
    const whose = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    await booking(api(), whose, 'confirmed', { startsAt, endsAt: startsAt });
    await act(`members/${coach.userId}/lock/`);
    const isMine = eq(outbox.recipient, `${name}-0@example.com`);
    await api().db.update(outbox).set({ attempts, nextAttemptAt: api().now() }).where(isMine);
    await act(`members/${coach.userId}/unlock/`);
    const mails = await api().mailsTo(`${name}-0@example.com`);
    expect(mails.map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual(expected);
  });

  test('lists the newest hundred of many coaches and finds the rest', async () => {
    const { coachId } = await api().newCoach('needle');
    await api().db.update(coaches).set({ slug: 'the-needle' }).where(eq(coaches.id, coachId));
    const members = Array.from({ length: 2000 }, (_, index) => ({
      ...{ email: `many${index}@coach.example.com`, passwordHash: 'x' },
    }));
    const many = await api().db.insert(users).values(members).returning({ id: users.id });
    const profile = { name: 'Many', description: '', rankImages: [], timeZone: 'UTC' };
    const added = await api()
      .db.insert(coaches)
      .values(many.map(({ id: userId }) => ({ ...profile, userId, games: ['lol'] })))
      .returning({ id: coaches.id });
    const newest = added.map(({ id }) => id).sort((one, other) => other - one);
    const list = async (query: string): Promise<number[]> =>
      (
        await api().send(
          'GET',
          `/api/operator/coaches/?${query}`,
          undefined,
          api().config.operatorToken,
        )
      ).body.map(({ id }: { id: number }) => id);
    for (const query of ['', 'game=lol']) expect(await list(query)).toEqual(newest.slice(0, 100));
    expect(await list(`below=${newest[99]}`)).toEqual(newest.slice(100, 200));
    for (const q of ['NEED', 'the-need', 'needle@coach', coachId])
      expect([q, await list(`q=${q}`)]).toEqual([q, [coachId]]);
    expect(await list('q=needle&game=lol')).toEqual([]);
    await api().db.delete(coaches).where(inArray(coaches.id, newest));
  });

  test('gives a coach another address that is free', async () => {
    const [one, other] = [await api().newCoach('mover'), await api().newCoach('stayer')];
    const edit = (id: number, body: object) =>
      api().send('PATCH', `/api/operator/coaches/${id}/`, body, api().config.operatorToken);
    const moved = await edit(one.coachId, { slug: 'fresh-place', name: 'Mover' });
    expect(moved.body).toMatchObject({
      ...{ slug: 'fresh-place', name: 'Mover', public_page: '/coaches/fresh-place' },
    });
    const taken = await edit(other.coachId, { slug: 'fresh-place', name: 'Thief' });
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      expect.stringMatching(/Another coach/),
    ]);
    const { body } = await api().send('GET', `/api/coaches/${other.coachId}/`);
    expect(body.name).toBe('stayer');
    for (const slug of ['Fresh', '', 'a b', '-a', 'a'.repeat(41), null])
      expect((await edit(other.coachId, { slug })).status, String(slug)).toBe(400);
  });

  test('keeps what a coach changed meanwhile', async () => {
    const { coachId, userId } = await api().newCoach('meanwhile');
    const token = await signAccess(api(), userId);
    const path = `/api/operator/coaches/${coachId}/`;
    const send = (method: 'GET' | 'PATCH', body?: object) =>
      api().send(method, path, body, api().config.operatorToken);
    const opened = (await send('GET')).body;
    const rank_images = [{ url: 'https://pictures.example/a.png', alt: 'Rank: A' }];
    const { description, image_url, special_offer, services } = opened;
    const byCoach = { description, image_url, special_offer, services, rank_images };
    const byCoachNow = await api().send('PATCH', '/api/coach/profile/', byCoach, token);
    expect(byCoachNow).toMatchObject({ status: 200, body: { rank_images } });

    const stale = await send('PATCH', {
      rank_images: [{ url: 'https://pictures.example/b.png', alt: 'Rank: B' }],
      seen: { rank_images: opened.rank_images },
    });
    expect([stale.status, stale.body.detail]).toEqual([409, expect.stringMatching(/meantime/)]);
    expect((await send('GET')).body).toMatchObject({ rank_images });
    const other = await send('PATCH', { special_offer: 'half', seen: { special_offer } });
    expect([other.status, other.body]).toMatchObject([200, { rank_images, special_offer: 'half' }]);
  });

  test("gives no access to a stranger's unverified registration", async () => {
    const email = 'taken@coach.example.com';
    const password = 'Secret-123!';
    await api().send('POST', '/api/register/', {
      username: email,
      email,
      password,
      recaptcha: await api().human(),
    });
    const link = /token=(\S+)/.exec((await api().lastMail(email))?.body ?? '')?.[1];
    const added = await act('coaches/', { email, name: 'Kim', time_zone: 'UTC' });
    expect(added.status).toBe(201);
    expect((await api().lastMail(email))?.body).toContain('Choose a password');
    const verify = await api().send('POST', '/api/auth/verify-email/', { token: link, password });
    expect(verify.status).toBeGreaterThanOrEqual(400);
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    expect(
      await api()
        .db.select({ purpose: mailTokens.purpose })
        .from(mailTokens)
        .where(and(eq(mailTokens.userId, user?.id ?? 0), gt(mailTokens.expiresAt, api().now()))),
    ).toEqual([{ purpose: 'reset' }]);
    await api().db.update(users).set({ verifiedAt: api().now() }).where(eq(users.email, email));
    expect(await api().logIn(email, password)).not.toHaveProperty('access');
  });

  test('shows the payout state and the lock of a coach', async () => {
    const { coachId, userId } = await api().newCoach('unpaid');
    const { config, db } = api();
    const { stripe, operatorToken } = config;
    const get = async (path: string) =>
      (await api().send('GET', `/api/operator/coaches/${path}`, undefined, operatorToken)).body;
    const shown = async () => {
      const [listed] = await get(`?q=${coachId}`);
      const { payouts, locked } = await get(`${coachId}/`);
      return [listed.payouts, listed.locked, payouts.state, payouts.failure, locked];
    };
    Object.assign(config, { stripe: { ...stripe, connectSecret: '' } });
    expect(await shown()).toEqual(['off', false, 'off', null, false]);
    Object.assign(config, { stripe: { ...stripe, connectSecret: 'whsec_connect' } });
    expect(await shown()).toEqual(['none', false, 'none', null, false]);
    const values = { coachId, account: 'acct_shown', updatedAt: api().now() };
    await db.insert(payoutAccounts).values({ ...values, submitted: true, failure: 'closed' });
    await act(`members/${userId}/lock/`);
    expect(await shown()).toEqual(['waiting', true, 'waiting', 'closed', true]);
    await db
      .update(payoutAccounts)
      .set({ enabled: true })
      .where(eq(payoutAccounts.coachId, coachId));
    expect((await shown())[0]).toBe('active');
    await act(`coaches/${coachId}/retire-payouts/`);
    expect((await shown())[0]).toBe('none');
    Object.assign(config, { stripe });
  });
});

onPostgres('a lock during a cancellation', (api) => {
  test('waits for it and emails nothing', async () => {
    const coach = await api().newCoach('crossed');
    const [student] = await api().newCrowd('crossed', 1);
    const startsAt = new Date(api().now().getTime() + 5 * 3_600_000);
    const whose = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const when = { startsAt, endsAt: startsAt };
    const { id } = await booking(api(), whose, 'confirmed', when);
    const { db, config } = api();
    const waiting = sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const list = async () => (await db.execute(waiting)) as unknown as { rows: unknown[] };
    const locks: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, id));
      const path = `/api/operator/members/${coach.userId}/lock/`;
      locks.push(api().send('POST', path, {}, config.operatorToken));
      await expect.poll(async () => (await list()).rows).toHaveLength(1);
    });
    await Promise.all(locks);
    expect(await api().mailsTo('crossed0@example.com')).toEqual([]);
  });
});
