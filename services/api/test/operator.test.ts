import { calls } from '@carry/contracts/api';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, coaches, outbox, users, waitlist } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { completesAt } from '../src/features/bookings/windows';
import { when } from '../src/features/mail/format';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';
import { member, PASSWORD } from './member';

const DAY_MS = 24 * 3_600_000;

const callAsOperator = (api: Harness) => ({
  get: async (path: string) =>
    (await api.send('GET', `/api/operator/${path}`, undefined, api.config.operatorToken)).body,
  post: (path: string, body: object = {}, headers = {}) =>
    api.send('POST', `/api/operator/${path}`, body, api.config.operatorToken, headers),
});

test('records every operator action with its name', {
  tags: ['@fault-E1'],
}, () => {
  const operators = Object.entries(calls).filter(
    ([, rules]) => 'by' in rules && rules.by === 'operator',
  );
  const unrecorded = operators.filter(([, rules]) => !('audit' in rules)).map(([call]) => call);
  expect(operators.length).toBeGreaterThan(20);
  expect(unrecorded.filter((call) => !call.startsWith('GET '))).toEqual([]);
  expect(unrecorded.filter((call) => call.includes('export'))).toEqual([]);
});

onEveryDatabaseAtNight('the operator', (api) => {
  const readId = async (email: string) =>
    (await api().db.select().from(users).where(eq(users.email, email)))[0]?.id ?? 0;

  test('locks a member out until unlocked', async () => {
    const { post, get } = callAsOperator(api());
    const { email, access, refresh, logIn, me } = await member(api(), 'locked');
    const id = await readId(email);
    const renew = (token: string) => api().send('POST', '/api/token/refresh/', { refresh: token });
    expect(await me(access)).toBe(200);
    const racing = await signAccess(api(), id);
    expect(await me(racing)).toBe(200);
    expect((await post(`members/${id}/lock/`)).status).toBe(200);
    expect([await me(access), await me(racing), (await renew(refresh)).status]).toEqual([
      401, 401, 401,
    ]);
    expect(await logIn()).toEqual({ detail: 'This account is locked. Please write to us.' });
    expect(await logIn(undefined, email, 'Wrong-123!')).toEqual({
      detail: 'No active account found with the given credentials', // no hint for strangers
    });
    expect(await get(`members/?q=${email}`)).toMatchObject([{ id, locked_at: expect.any(String) }]);
    expect((await post(`members/${id}/unlock/`)).status).toBe(200);
    expect([await me(access), (await renew(refresh)).status]).toEqual([401, 401]);
    expect(await me((await logIn()).access)).toBe(200);
    expect((await post('members/999999/lock/')).status).toBe(404);
  });

  test('finds, exports and deletes a member', async () => {
    const { post, get } = callAsOperator(api());
    const { email, access, me } = await member(api(), 'to_leave');
    const id = await readId(email);
    expect((await get('members/?q=to_l')).map(({ id }: { id: number }) => id)).toEqual([id]);
    expect(await get('members/?q=to%25l')).toEqual([]);
    expect(await get(`members/?q=${id}`)).toMatchObject([{ email }]);
    expect(await get(`members/${id}/export/`)).toMatchObject({ account: { email } });
    expect((await post(`members/${id}/delete/`)).status).toBe(200);
    expect(await me(access)).toBe(401);
    expect((await get(`members/?q=${email}`)).length).toBe(0);
    expect((await post(`members/${id}/delete/`)).status).toBe(404);
  });

  test('closes a coach only without booked sessions', async () => {
    const { post, get } = callAsOperator(api());
    const { coachId, serviceId, userId } = await api().newCoach('leaves');
    const [student] = await api().newCrowd('leaves', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId: userId };
    const { id } = await booking(api(), owner, 'confirmed');
    const close = () => post(`members/${userId}/delete/`);
    const BOOKED = 'This coach has a booked session. Cancel it first.';
    expect((await close()).body).toEqual({ detail: BOOKED });
    const [startsAt, endsAt] = [-3, -2].map((hours) => new Date(+api().now() + hours * 3_600_000));
    const over = await booking(api(), owner, 'confirmed', { startsAt, endsAt });
    const BEGUN = `A session that began is still open. It completes by itself on ${when(completesAt(over) ?? new Date(0), null)}. Try again then.`;
    expect((await close()).body).toEqual({ detail: `${BOOKED} ${BEGUN}` });
    await post(`bookings/${id}/cancel/`);
    expect(await close()).toMatchObject({ status: 409, body: { detail: BEGUN } });
    await api().db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, over.id));
    expect((await close()).status).toBe(200);
    const [former] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    expect(former).toMatchObject({ name: 'Former coach', description: '' });
    const paths = [`/api/coaches/${coachId}/`, `/api/reviews/by-coach/${coachId}/`];
    for (const path of [...paths, `/api/coaches/${coachId}/services/`])
      expect([path, (await api().send('GET', path)).status]).toEqual([path, 404]);
    const { revisions, removed } = (await api().send('GET', '/api/revisions/')).body;
    expect(removed).toEqual(expect.arrayContaining(paths));
    expect(Object.keys(revisions)).not.toEqual(expect.arrayContaining(paths));
    const token = await signAccess(api(), student?.id ?? 0);
    const own = await api().send('GET', '/api/my-sessions/', undefined, token);
    expect(own.body).toMatchObject([{ id, coach_name: 'Former coach' }, { id: over.id }]);
    expect(await get(`members/?q=${userId}`)).toEqual([]);
  });

  test('offers other coaches when it cancels a session of a locked one', async () => {
    const { post } = callAsOperator(api());
    const { coachId, serviceId, userId } = await api().newCoach('banned');
    const [student] = await api().newCrowd('banned', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId: userId };
    const { id } = await booking(api(), owner, 'confirmed');
    await post(`members/${userId}/lock/`);
    await post(`bookings/${id}/cancel/`);
    const mail = await api().lastMail('banned0@example.com');
    expect(mail?.body).toContain('Find another coach: http://site.test/coaches\n');
    expect(mail?.body).not.toContain('/booking/');
  });

  test('cancels at any time and refunds once', async () => {
    const { post, get } = callAsOperator(api());
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('refunds');
    const [student] = await api().newCrowd('refunds', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId };
    const late = { cancelUntil: new Date(api().now().getTime() - DAY_MS), paymentIntent: 'pi_x' };
    const ahead = await booking(api(), owner, 'confirmed', late);
    const over = await booking(api(), owner, 'completed', { ...late, completedAt: api().now() });
    const unpaid = await booking(api(), owner, 'pending_payment');
    const of = async (id: number) => {
      const [found] = await get(`bookings/?q=${id}`);
      return [found.status, found.refund];
    };
    expect((await post(`bookings/${ahead.id}/refund/`)).body.detail).toMatch(/Cancel it/);
    expect((await post(`bookings/${over.id}/cancel/`)).body.detail).toMatch(/Refund its payment/);
    expect((await post(`bookings/${unpaid.id}/refund/`)).status).toBe(409);
    for (const _ of ['once', 'again']) {
      const cancelled = { detail: 'Cancelled; the payment is being refunded in full' };
      expect(await post(`bookings/${ahead.id}/cancel/`)).toMatchObject({
        ...{ status: 200, body: cancelled },
      });
      expect((await post(`bookings/${over.id}/refund/`)).status).toBe(200);
      expect(await of(ahead.id)).toEqual(['cancelled', 'begun']);
      expect(await of(over.id)).toEqual(['completed', 'begun']);
    }
    expect((await post(`bookings/${unpaid.id}/cancel/`)).body.detail).toBe('Cancelled');
    expect(await of(unpaid.id)).toEqual(['expired', 'none']);
    const mails = await api().mailsTo('refunds0@example.com');
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(new RegExp(`^Refund for .* \\(booking ${over.id}\\)$`)),
      expect.stringMatching(new RegExp(`is cancelled \\(booking ${ahead.id}\\)$`)),
    ]);
    expect((await get('bookings/?q=refunds0')).length).toBe(3);
    const failed = await booking(api(), owner, 'cancelled', { ...late, refund: 'failed' });
    const after = api().now();
    const due = await booking(api(), owner, 'cancelled', { refund: 'due', refundAfter: after });
    const found = async (refund: string) =>
      (await get(`bookings/?refund=${refund}&q=refunds0`)).map(({ id }: { id: number }) => id);
    expect(await found('failed')).toEqual([failed.id]);
    expect(await found('due')).toEqual([due.id, over.id, ahead.id]);
    expect(await get(`bookings/?refund=due&q=${failed.id}`)).toEqual([]);
    const figures = await get('overview/?zone=UTC');
    const listed = async (refund: string) => (await get(`bookings/?refund=${refund}`)).length;
    expect(figures.refunds_due).toBe(await listed('due'));
    expect(figures.refunds_failed).toBe(await listed('failed'));
  });

  test('lists paid refunds, and requested ones with their reason', async () => {
    const { get } = callAsOperator(api());
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('listed');
    const [student] = await api().newCrowd('listed', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId };
    const requested = async () => (await get('overview/?zone=UTC')).refunds_requested;
    const before = await requested();
    const add = (days: number, refundReason: string | null) =>
      booking(api(), owner, 'completed', {
        ...{ refund: 'returned', refundedCents: 2500, refundReason },
        refundAfter: api().now(), // also later ones are retried
        ...(refundReason !== null && {
          refundRequestedAt: new Date(api().now().getTime() - days * DAY_MS),
        }),
      });
    const [plain, fresh, old] = [await add(0, null), await add(1, 'No sound.'), await add(8, '')];
    await booking(api(), owner, 'completed');
    const part = await booking(api(), owner, 'confirmed', { refundedCents: 500 });
    const found = async (refund: string) => get(`bookings/?refund=${refund}&q=listed0`);
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
    expect(ids(await found('refunded'))).toEqual(ids([part, old, fresh, plain]));
    expect(await found('requested')).toMatchObject([
      { id: old.id, refund_reason: '' },
      { id: fresh.id, refund_reason: 'No sound.' },
    ]);
    expect(await requested()).toBe(before + 1);
  });

  test('refuses to cancel what was cancelled without a refund', async () => {
    const { post } = callAsOperator(api());
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('kept');
    const [student] = await api().newCrowd('kept', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId };
    for (const refund of ['none', 'failed'] as const) {
      const { id } = await booking(api(), owner, 'cancelled', { refund });
      expect(await post(`bookings/${id}/cancel/`)).toMatchObject({
        status: 409,
        body: { detail: 'This booking is already cancelled. Refund its payment instead.' },
      });
    }
  });

  test('invites each waiting address once, except unsubscribed ones', async () => {
    const { post, get } = callAsOperator(api());
    const { coachId } = await api().newCoach('invites');
    const games = ['cs2', 'dota2'];
    await api().db.update(coaches).set({ games }).where(eq(coaches.id, coachId));
    const wait = (email: string, game = 'cs2') =>
      api().send('POST', '/api/waitlist/', { game, email });
    for (const name of ['ann', 'ben']) await wait(`${name}@wait.example`);
    await wait('cleo@wait.example', 'lol');
    const invite = () => post(`coaches/${coachId}/invitations/`, { game: 'cs2' });
    const both = await Promise.all([invite(), invite()]);
    expect(both.map(({ body }) => body.invited).sort()).toEqual([0, 2]);
    const [mail, ...more] = await api().mailsTo('ann@wait.example');
    expect(more).toEqual([]);
    expect(mail?.body).toContain(`http://site.test/booking/${coachId}`);
    expect(await api().mailsTo('cleo@wait.example')).toEqual([]);
    expect((await get('waitlist/'))[0].email).toBe('cleo@wait.example'); // still waits
    // GET changes nothing, POST unsubscribes from every game
    await wait('ann@wait.example', 'dota2');
    const path = new URL(mail?.unsubscribe ?? '').pathname;
    const ended = async () =>
      (await get('waitlist/'))
        .filter(({ unsubscribed }: { unsubscribed: boolean }) => unsubscribed)
        .map(({ email, game }: { email: string; game: string }) => `${email} ${game}`)
        .sort();
    expect((await api().send('GET', path)).status).toBe(200);
    expect(await ended()).toEqual([]);
    expect((await api().send('POST', `${path}x`)).status).toBe(404);
    expect((await api().send('POST', path)).status).toBe(200);
    expect(await ended()).toEqual(['ann@wait.example cs2', 'ann@wait.example dota2']);
    await wait('ann@wait.example', 'dota2'); // anyone could have typed it
    expect((await post(`coaches/${coachId}/invitations/`, { game: 'dota2' })).body).toEqual({
      invited: 0,
    });
    // the owner is asked once, and confirms
    const [again, ...others] = await api().mailsTo('ann@wait.example');
    expect(others).toEqual([]); // the unsent invitation is gone
    await wait('ann@wait.example', 'dota2');
    expect(await api().mailsTo('ann@wait.example')).toHaveLength(1);
    const link = /http:\/\/\S+\/waitlist\/again\/\S+/.exec(again?.body ?? '')?.[0] ?? '';
    const back = new URL(link).pathname;
    expect((await api().send('GET', back)).status).toBe(200);
    for (const wrong of [
      `${back}x`,
      back.replace('/dota2/', '/cs2/'),
      back.replace(/\.[^.]+$/, ''),
    ])
      expect((await api().send('POST', wrong)).status).toBe(404);
    expect(await ended()).toEqual(['ann@wait.example cs2', 'ann@wait.example dota2']);
    expect((await api().send('POST', back)).status).toBe(200);
    expect(await ended()).toEqual(['ann@wait.example cs2']);
    expect((await post(`coaches/${coachId}/invitations/`, { game: 'dota2' })).body).toEqual({
      invited: 1,
    });
    expect((await post('coaches/999999/invitations/', { game: 'cs2' })).status).toBe(404);
    expect((await post(`coaches/${coachId}/invitations/`, { game: 'chess' })).status).toBe(400);
    expect(await post(`coaches/${coachId}/invitations/`, { game: 'lol' })).toEqual({
      status: 409,
      body: {
        detail: "This coach doesn't coach League of Legends. Add the game to their page first.",
      },
    });
    expect(await api().mailsTo('cleo@wait.example')).toEqual([]); // still waits
    const readCoaches = async (game: string) =>
      (await get(`coaches/?game=${game}`)).map(({ id }: { id: number }) => id);
    expect(await readCoaches('dota2')).toEqual([coachId]);
    expect(await readCoaches('lol')).not.toContain(coachId);
    await api().db.delete(waitlist);
  });

  test('resends an undeliverable mail while its text is kept', {
    tags: ['@fault-11.4'],
  }, async () => {
    const { post, get } = callAsOperator(api());
    const now = api().now();
    const at = (ms: number) => new Date(now.getTime() + ms);
    const insert = async (subject: string, more: Partial<typeof outbox.$inferInsert>) =>
      (
        await api()
          .db.insert(outbox)
          .values({
            recipient: 'mails@example.com',
            subject,
            body: 'Words.',
            createdAt: now,
            nextAttemptAt: now,
            ...more,
          })
          .returning()
      )[0]?.id ?? 0;
    const failed = await insert('failed', { failedAt: now, attempts: 80 });
    const empty = await insert('empty', { failedAt: now, body: '' });
    const late = await insert('late', { failedAt: now, discardAfter: at(-1) });
    const held = await insert('held', { nextAttemptAt: at(9000), topic: 'status' });
    const tried = await insert('tried', { nextAttemptAt: at(3_600_000), attempts: 9 });
    const sent = await insert('sent', { sentAt: now });
    const states = (await get('mails/')).map((mail: Record<string, unknown>) =>
      [mail['subject'], mail['state'], mail['sendable']].join(' '),
    );
    expect(states).toEqual(
      expect.arrayContaining(['failed failed true', 'empty failed false', 'tried waiting true']),
    );
    expect(states.join()).not.toMatch(/sent |late /);
    const answers = [];
    for (const id of [failed, empty, late, held, tried, sent])
      answers.push((await post(`mails/${id}/send/`)).status);
    expect(answers).toEqual([200, 409, 409, 200, 200, 409]);
    const due = await api()
      .db.select()
      .from(outbox)
      .where(
        and(
          eq(outbox.recipient, 'mails@example.com'),
          isNull(outbox.failedAt),
          isNull(outbox.sentAt),
        ),
      );
    const soon = due.filter(({ nextAttemptAt }) => nextAttemptAt <= api().now());
    expect(soon.map(({ subject }) => subject).sort()).toEqual(['failed', 'tried']);
  });

  test('records actions without personal data, or rejects them', {
    tags: ['@fault-E1'],
  }, async () => {
    const { post, get } = callAsOperator(api());
    const { email } = await member(api(), 'recorded');
    const id = await readId(email);
    await post(`members/${id}/lock/`, {}, { 'x-operator': encodeURIComponent('Zoë K.') });
    await post('bookings/999999/cancel/', {}, { 'x-operator': '<script>' });
    const added = await post('coaches/', { email, name: 'Secret Name', time_zone: 'UTC' });
    expect((await get('audit/')).slice(0, 3)).toMatchObject([
      { who: 'operator', action: 'add coach', target: added.body.id, status: 201 },
      { who: 'operator', action: 'cancel booking', target: 999_999, status: 404 },
      { who: 'Zoë K.', action: 'lock member', target: id, status: 200 },
    ]);
    expect(JSON.stringify(await get('audit/'))).not.toMatch(/recorded|Secret Name/);
    await api().db.execute('ALTER TABLE operator_audit RENAME TO gone');
    expect((await post(`members/${id}/unlock/`)).status).toBe(500);
    await api().db.execute('ALTER TABLE gone RENAME TO operator_audit');
    expect(await get(`members/?q=${id}`)).toMatchObject([{ locked_at: expect.any(String) }]);
  });

  test('makes a coach of a stranger by email, once', async () => {
    const { post, get } = callAsOperator(api());
    const email = 'rook@coach.example';
    const added = await post('coaches/', { email, name: 'Rook', time_zone: 'Europe/Berlin' });
    expect(added.status).toBe(201);
    expect((await api().lastMail(email))?.body).toMatch(
      /http:\/\/site\.test\/reset-password\?uid=\d+&token=\S+\n/,
    );
    expect((await post('coaches/', { email, name: 'Rook', time_zone: 'UTC' })).status).toBe(409);
    expect(
      (
        await api().send('POST', '/api/token/', {
          username: email,
          password: PASSWORD,
          recaptcha: await api().human(),
        })
      ).status,
    ).toBe(401);
    const { id } = added.body;
    const patch = (path: string, body: object) =>
      api().send('PATCH', `/api/operator/coaches/${id}/${path}`, body, api().config.operatorToken);
    const services = [{ id: null, label: 'Duo', rate: 30, is_hourly: true }];
    const changed = await patch('', { services, special_offer: 'Two for one' });
    expect(changed.body).toMatchObject({
      name: 'Rook',
      special_offer: 'Two for one',
      services: [{ label: 'Duo', rate: 30 }],
    });
    expect((await patch('', { name: 'Rook II' })).body).toMatchObject({
      name: 'Rook II',
      special_offer: 'Two for one',
      services: [{ label: 'Duo' }],
    });
    expect((await patch('', { image_url: 'https://elsewhere.example/x.png' })).status).toBe(400);
    const hours = await get(`coaches/${id}/availability/`);
    hours.weekly[1] = [{ start: '10:00', end: '12:00' }];
    expect((await patch('availability/', hours)).body.weekly[1]).toEqual([
      { start: '10:00', end: '12:00' },
    ]);
    expect(await get('coaches/')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, name: 'Rook II', email, services: 1 }),
      ]),
    );
  });
});
