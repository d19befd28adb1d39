import { count, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAccess } from '../src/accounts/access-token';
import { sweep } from '../src/bookings/sweep';
import { bookings, users } from '../src/db/schema';
import { type Harness, startHarness, testDatabases } from './harness';

for (const { name, create } of await testDatabases()) {
  describe(`API on ${name}`, () => {
    let api: Harness;
    let drop: () => Promise<void>;
    beforeAll(async () => {
      const made = await create();
      drop = made.drop;
      api = await startHarness(made.location);
    });
    afterAll(async () => {
      await api.close();
      await drop();
    });

    describe('accounts', () => {
      test('register, verify, log in, profile', async () => {
        const email = 'ada@example.com';
        const registered = await api.send('POST', '/api/register/', {
          username: email,
          email,
          password: 'Secret-123!',
          recaptcha: await api.human(),
        });
        expect(registered.status).toBe(201);
        const early = await api.send('POST', '/api/token/', { username: email, password: 'Secret-123!', recaptcha: await api.human() });
        expect(early).toMatchObject({ status: 401, body: { detail: expect.stringContaining('not verified') } });
        const token = /token=(\S+)/.exec((await api.lastMail(email))?.body ?? '')?.[1];
        expect((await api.send('POST', '/api/auth/verify-email/', { token })).status).toBe(200);
        expect((await api.send('POST', '/api/auth/verify-email/', { token })).status).toBe(200); // a second click is no error
        expect((await api.send('POST', '/api/auth/verify-email/', { token: 'x' })).status).toBe(400);
        const { access } = await api.logIn(email, 'Secret-123!');
        expect(await api.send('GET', '/api/me/', undefined, access)).toMatchObject({ status: 200, body: { email, is_coach: false } });
      });

      test('a wrong password and an unknown address get the same words', async () => {
        const refused = { status: 401, body: { detail: 'No active account found with the given credentials' } };
        expect(
          await api.send('POST', '/api/token/', { username: 'student@carry.example', password: 'wrong', recaptcha: await api.human() }),
        ).toEqual(refused);
        expect(
          await api.send('POST', '/api/token/', { username: 'nobody@carry.example', password: 'wrong', recaptcha: await api.human() }),
        ).toEqual(refused);
      });

      test('registering a known address again says the same and changes nothing', async () => {
        const before = await api.db.select({ n: count() }).from(users);
        const again = await api.send('POST', '/api/register/', {
          username: 'student@carry.example',
          email: 'student@carry.example',
          password: 'Other-123!',
          recaptcha: await api.human(),
        });
        expect(again.status).toBe(201);
        expect(await api.db.select({ n: count() }).from(users)).toEqual(before);
        expect((await api.lastMail('student@carry.example'))?.subject).toContain('already have an account');
        expect((await api.asStudent()).access).toBeTruthy();
      });

      test.each([
        ['no digit', 'Secret-abc!'],
        ['no special character', 'Secret1234'],
        ['too short', 'Ab1!'],
      ])('a password with %s is refused', async (_, password) => {
        const answer = await api.send('POST', '/api/register/', {
          username: 'w@example.com',
          email: 'w@example.com',
          password,
          recaptcha: await api.human(),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { detail: 'Password must be at least 8 characters and include a number and special character.' },
        });
      });

      test('a human verification counts once, and only when it is real', async () => {
        const recaptcha = await api.human();
        const credentials = { username: 'student@carry.example', password: 'wrong', recaptcha };
        expect((await api.send('POST', '/api/token/', credentials)).status).toBe(401);
        const refused = { status: 400, body: { detail: 'Human verification failed. Please try again.' } };
        expect(await api.send('POST', '/api/token/', credentials)).toEqual(refused);
        for (const forged of ['', 'x', btoa('{}'), btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }))]) {
          expect(await api.send('POST', '/api/token/', { ...credentials, recaptcha: forged })).toEqual(refused);
        }
      });

      test('refresh rotates; a used token works again for a moment and then ends the family', async () => {
        const first = await api.asStudent();
        const renew = (refresh: string) => api.send('POST', '/api/token/refresh/', { refresh });
        const second = await renew(first.refresh);
        expect(second.status).toBe(200);
        expect((await renew(first.refresh)).body.refresh).toBe(second.body.refresh);
        api.clock.offset += 11_000;
        expect((await renew(first.refresh)).status).toBe(401);
        expect((await renew(second.body.refresh)).status).toBe(401);
      });

      test('access tokens: only our own, of the right kind, and not expired', async () => {
        const { access, refresh } = await api.asStudent();
        const me = (token: string) => api.send('GET', '/api/me/', undefined, token);
        expect((await me(access)).status).toBe(200);
        const [header, payload] = access.split('.');
        const none = `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${payload}.`;
        for (const forged of [refresh, 'x', '', none, `${header}.${payload}.AAAA`]) expect((await me(forged)).status).toBe(401);
        api.clock.offset += 11 * 60_000;
        expect((await me(access)).status).toBe(401);
      });

      test('a reset link works once, only for its owner, and ends all sessions', async () => {
        const email = 'reset@example.com';
        await api.newStudent('reset');
        const session = await api.logIn(email, 'Secret-123!');
        await api.send('POST', '/api/auth/password-reset/', { email, recaptcha: await api.human() });
        const [, uid, token] = /uid=(\d+)&token=(\S+)/.exec((await api.lastMail(email))?.body ?? '') ?? [];
        const confirm = (body: object) => api.send('POST', '/api/auth/password-reset-confirm/', body);
        expect((await confirm({ uid, token, new_password: 'weak' })).status).toBe(400);
        expect((await confirm({ uid: '1', token, new_password: 'Changed-123!' })).status).toBe(400);
        expect((await confirm({ uid, token, new_password: 'Changed-123!' })).status).toBe(200);
        expect((await confirm({ uid, token, new_password: 'Changed-456!' })).status).toBe(400);
        expect((await api.send('POST', '/api/token/refresh/', { refresh: session.refresh })).status).toBe(401);
        expect((await api.logIn(email, 'Changed-123!')).access).toBeTruthy();
        const unknown = await api.send('POST', '/api/auth/password-reset/', { email: 'nobody@example.com', recaptcha: await api.human() });
        expect(unknown.status).toBe(200);
      });
    });

    describe('bookings', () => {
      test('book, pay, confirm once by success page and webhook, list', async () => {
        const token = await api.newStudent('payer');
        const slot = await api.slotIn(3);
        const booked = await api.send('POST', '/api/create-booking/', api.order(slot), token);
        expect(booked.status).toBe(201);
        expect((await api.send('GET', '/api/my-sessions/', undefined, token)).body).toEqual([]); // unpaid: in no list
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(booked.body.booking_id));
        expect(checkout.body.url).toContain(checkout.body.sessionId);
        const info = () => api.send('GET', `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`, undefined, token);
        expect(await info()).toMatchObject({ status: 202, body: { status: 'pending' } });
        await api.pay(checkout.body.sessionId);
        expect(await info()).toEqual({ status: 200, body: { booking_id: booked.body.booking_id } });
        const mail = await api.lastMail('payer@example.com');
        expect(mail?.subject).toContain('is booked');
        await webhook(api, checkout.body.sessionId);
        expect((await api.lastMail('payer@example.com'))?.id).toBe(mail?.id);
        expect((await api.send('GET', '/api/my-sessions/', undefined, token)).body).toEqual([
          expect.objectContaining({
            id: booked.body.booking_id,
            coach_name: 'Nova',
            session_time: `${slot.date}T${slot.time}:00.000Z`,
            duration_minutes: 60,
            status: 'confirmed',
            has_review: false,
          }),
        ]);
        const other = await api.newStudent('stranger');
        expect((await api.send('GET', `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`, undefined, other)).status).toBe(
          404,
        );
        const coach = await api.asCoach();
        expect((await api.send('GET', '/api/bookings/', undefined, coach.access)).body).toContainEqual(
          expect.objectContaining({ id: booked.body.booking_id, contact_info: 'kim#1' }),
        );
        expect((await api.send('GET', '/api/bookings/', undefined, other)).body).toEqual([]);
      });

      test('the price that the client sends does not count', async () => {
        const token = await api.newStudent('cheap');
        const booked = await api.send(
          'POST',
          '/api/create-booking/',
          { ...api.order(await api.slotIn(3, 2)), price: 1, amount_cents: 1, status: 'confirmed' },
          token,
        );
        const checkout = await api.send('POST', '/api/create-checkout-session/', {
          ...api.checkoutOf(booked.body.booking_id),
          price: 0.01,
        });
        const session = await api.stripe.checkout.sessions.retrieve(checkout.body.sessionId);
        expect(session.amount_total).toBe(2500);
        const [row] = await api.db.select().from(bookings).where(eq(bookings.id, booked.body.booking_id));
        expect(row).toMatchObject({ status: 'pending_payment', amountCents: 2500 });
      });

      test('a payment of the wrong amount confirms nothing', async () => {
        const token = await api.newStudent('short');
        const booked = await api.send('POST', '/api/create-booking/', api.order(null), token);
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(booked.body.booking_id, { serviceId: 3 }));
        await webhook(api, checkout.body.sessionId, { amount_total: 1, payment_status: 'paid' });
        const [row] = await api.db.select().from(bookings).where(eq(bookings.id, booked.body.booking_id));
        expect(row?.status).toBe('pending_payment');
      });

      test('one slot, many students at once: exactly one booking', async () => {
        const crowd = Array.from({ length: 100 }, (_, index) => ({
          email: `crowd${index}@example.com`,
          passwordHash: 'x',
          verifiedAt: api.now(),
        }));
        const students = await api.db.insert(users).values(crowd).returning({ id: users.id });
        const tokens = await Promise.all(students.map(({ id }) => signAccess(api, id)));
        const slot = await api.slotIn(5, 1);
        const answers = await Promise.all(tokens.map((token) => api.send('POST', '/api/create-booking/', api.order(slot), token)));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(
          answers.filter(({ status, body }) => status === 409 && body.detail === 'This time slot is no longer available.'),
        ).toHaveLength(99);
        const rows = await api.db
          .select()
          .from(bookings)
          .where(eq(bookings.startsAt, new Date(`${slot.date}T${slot.time}:00Z`)));
        expect(rows.filter(({ status }) => status === 'pending_payment')).toHaveLength(1);
      });

      test('a slot that overlaps a longer booking is gone, the one after it is not', async () => {
        const slot = await api.slotIn(4, 2);
        const next = await api.slotIn(4, 3);
        const after = await api.slotIn(4, 4);
        expect(
          (await api.send('POST', '/api/create-booking/', api.order(slot, { quantity: 2 }), await api.newStudent('long'))).status,
        ).toBe(201);
        const other = await api.newStudent('overlap');
        expect((await api.send('POST', '/api/create-booking/', api.order(next), other)).status).toBe(409);
        expect((await api.send('POST', '/api/create-booking/', api.order(after), other)).status).toBe(201);
      });

      test('the same order again is the same booking; another one replaces it', async () => {
        const token = await api.newStudent('twice');
        const slot = await api.slotIn(6);
        const [first, second] = await Promise.all([1, 2].map(() => api.send('POST', '/api/create-booking/', api.order(slot), token)));
        expect(second?.body).toEqual(first?.body);
        const third = await api.send('POST', '/api/create-booking/', api.order(await api.slotIn(6, 1)), token);
        expect(third.status).toBe(201);
        expect(await api.slotIn(6)).toEqual(slot); // the first hold is let go
        expect((await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(first?.body.booking_id))).status).toBe(409);
      });

      test('a hold ends: the slot is free, its payment page closes, a late payment is returned', async () => {
        const token = await api.newStudent('late');
        const slot = await api.slotIn(2);
        const booked = await api.send('POST', '/api/create-booking/', api.order(slot), token);
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(booked.body.booking_id));
        expect(await api.slotIn(2)).not.toEqual(slot);
        api.clock.offset += 31 * 60_000;
        expect(await api.slotIn(2)).toEqual(slot);
        const winner = await api.send('POST', '/api/create-booking/', api.order(slot), await api.newStudent('winner'));
        expect(winner.status).toBe(201);
        await api.pay(checkout.body.sessionId);
        await webhook(api, checkout.body.sessionId);
        const [row] = await api.db.select().from(bookings).where(eq(bookings.id, booked.body.booking_id));
        expect(row).toMatchObject({ status: 'expired', paymentIntent: expect.stringMatching(/^pi_/), checkoutClosed: true });
        expect((await api.lastMail('late@example.com'))?.subject).toContain('is returned');
      });

      test('the sweep closes the payment pages of ended holds', async () => {
        const booked = await api.send('POST', '/api/create-booking/', api.order(await api.slotIn(2, 3)), await api.newStudent('swept'));
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(booked.body.booking_id));
        api.clock.offset += 31 * 60_000;
        await sweep(api);
        expect((await api.stripe.checkout.sessions.retrieve(checkout.body.sessionId)).status).toBe('expired');
      });

      test('webhooks: only with a good signature, and each event once', async () => {
        const payload = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } });
        const signed = (secret: string, timestamp?: number) => ({
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
        });
        const post = (headers: Record<string, string>, body = payload) =>
          api.send('POST', '/api/stripe/webhook/', body, undefined, headers);
        const good = api.config.stripe.webhookSecret;
        expect((await post({})).status).toBe(400);
        expect((await post(signed('whsec_other'))).status).toBe(400);
        expect((await post(signed(good), `${payload} `)).status).toBe(400);
        expect((await post(signed(good, Math.floor(Date.now() / 1000) - 600))).status).toBe(400);
        expect((await post(signed(good))).status).toBe(200);
      });
    });

    describe('coach and reviews', () => {
      test('status and notes: own bookings only, known statuses only; a review only after completion and once', async () => {
        const student = await api.newStudent('reviewer');
        const booked = await api.send('POST', '/api/create-booking/', api.order(null), student);
        const id = booked.body.booking_id;
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(id, { serviceId: 3 }));
        await api.pay(checkout.body.sessionId);
        await api.send('GET', `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`, undefined, student);
        const review = { booking: id, reviewer_name: '', rating: 4, comment: '<b>good</b>' };
        expect((await api.send('POST', '/api/reviews/', review, student)).status).toBe(400);
        const { access: coach } = await api.asCoach();
        const patch = (what: string, body: unknown, token = coach, target: unknown = id) =>
          api.send('PATCH', `/api/bookings/${target}/${what}/`, body, token);
        expect((await patch('status', { status: 'paid' })).status).toBe(400);
        expect((await patch('status', { status: 'completed' }, student)).status).toBe(404);
        expect((await patch('status', { status: 'completed' }, coach, 999_999)).status).toBe(404);
        expect((await patch('status', { status: 'completed' })).status).toBe(200);
        expect((await patch('notes', { notes: 'Watch the minimap.' })).status).toBe(200);
        expect((await api.send('GET', '/api/bookings/', undefined, coach)).body).toContainEqual(
          expect.objectContaining({ id, status: 'completed', notes: 'Watch the minimap.', service_type: 'vod_review' }),
        );
        expect((await api.send('POST', '/api/reviews/', review, await api.newStudent('foreign'))).status).toBe(404);
        const answers = await Promise.all(Array.from({ length: 5 }, () => api.send('POST', '/api/reviews/', review, student)));
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
        expect((await api.send('GET', '/api/reviews/by-coach/1/')).body[0]).toMatchObject({
          reviewer_name: 'Anonymous',
          rating: 4,
          comment: '<b>good</b>',
        });
        expect((await api.send('GET', '/api/my-sessions/', undefined, student)).body[0].has_review).toBe(true);
      });

      test('linking a chat account: one state, one use, one owner', async () => {
        const student = await api.newStudent('chatter');
        const booked = await api.send('POST', '/api/create-booking/', api.order(null), student);
        const start = () => api.send('GET', `/api/oauth/discord/start/?booking=${booked.body.booking_id}`, undefined, student);
        expect((await start()).status).toBe(404); // not paid yet
        const checkout = await api.send('POST', '/api/create-checkout-session/', api.checkoutOf(booked.body.booking_id, { serviceId: 3 }));
        await api.pay(checkout.body.sessionId);
        await webhook(api, checkout.body.sessionId);
        const authorize = (await start()).body.url as string;
        const approved = await fetch(authorize, {
          method: 'POST',
          body: new URLSearchParams({ username: 'kim', answer: 'yes' }),
          redirect: 'manual',
        });
        const callback = (approved.headers.get('location') ?? '').replace(api.config.url, '');
        const back = await api.app.request(api.config.url + callback);
        expect(back.status).toBe(302);
        expect(back.headers.get('location')).toContain('discord=connected');
        expect((await api.app.request(api.config.url + callback)).status).toBe(400);
      });
    });

    describe('bad input', () => {
      const garbage = [
        undefined,
        null,
        1,
        'x',
        [],
        {},
        { coach_id: 'x' },
        { coach_id: 1, service_id: 1, quantity: -1 },
        { coach_id: 1e99 },
        { coach_id: { $gt: 0 } },
      ];
      test.each([
        '/api/token/',
        '/api/register/',
        '/api/token/refresh/',
        '/api/create-booking/',
        '/api/create-checkout-session/',
        '/api/reviews/',
        '/api/auth/password-reset-confirm/',
        '/api/auth/verify-email/',
      ])('%s answers 4xx with a detail to anything malformed, and stores nothing', async (path) => {
        const { access } = await api.asStudent();
        const before = await api.db.select({ n: count() }).from(bookings);
        for (const body of [...garbage.map((value) => JSON.stringify(value) ?? ''), '{', '\u0000', '[[[[', '{"__proto__":{"a":1}}']) {
          const answer = await api.send('POST', path, body, access, { 'content-type': 'application/json' });
          expect([path, body, answer.status >= 400 && answer.status < 500, typeof answer.body.detail]).toEqual([
            path,
            body,
            true,
            'string',
          ]);
        }
        expect(await api.db.select({ n: count() }).from(bookings)).toEqual(before);
      });

      test.each([
        ['GET', '/api/coaches/x/'],
        ['GET', '/api/coaches/0/'],
        ['GET', '/api/coaches/99999999999/'],
        ['GET', "/api/coaches/1'--/"],
        ['GET', '/api/coaches/404/'],
        ['GET', '/api/coaches/404/services/'],
        ['GET', '/api/reviews/by-coach/404/'],
        ['GET', '/api/coach/1/available-slots/?date=2026-02-30&duration=60'],
        ['GET', '/api/coach/1/available-slots/?date=x&duration=60'],
        ['GET', '/api/coach/1/available-slots/?date=2026-12-01'],
        ['GET', '/api/coach/1/available-slots/?date=2099-12-01&duration=60'],
        ['GET', '/api/unknown/'],
        ['DELETE', '/api/bookings/1/'],
        ['GET', '/api/me/'],
        ['GET', '/api/my-sessions/'],
        ['GET', '/api/bookings/'],
        ['GET', '/api/stripe/success-info/?session_id=x'],
        ['GET', '/api/oauth/discord/callback/?state=x&code=y'],
      ])('%s %s is a 4xx with a detail', async (method, path) => {
        const { status, body } = await api.send(method, path);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(typeof body.detail).toBe('string');
      });

      test('times that are past, off the grid or not offered are refused; blanks too', async () => {
        const token = await api.newStudent('bad-times');
        const slot = await api.slotIn(3, 4);
        const book = (more: Record<string, unknown>) => api.send('POST', '/api/create-booking/', api.order(slot, more), token);
        expect((await book({ slot: { date: '2020-01-01', time: '15:00' } })).status).toBe(409);
        expect((await book({ slot: { ...slot, time: '03:17' } })).status).toBe(409);
        expect((await book({ slot: { ...slot, time: '25:00' } })).status).toBe(400);
        expect((await book({ slot: null })).status).toBe(400);
        expect((await book({ contact_info: '   ' })).status).toBe(400);
        expect((await book({ details: 'a\u0000b' })).status).toBe(400);
        expect((await book({ service_id: 99 })).status).toBe(404);
        expect(
          (await api.send('POST', '/api/create-booking/', 'x=1', token, { 'content-type': 'application/x-www-form-urlencoded' })).status,
        ).toBe(415);
      });

      test('the OpenAPI document lists every call of the specification', async () => {
        const { body } = await api.send('GET', '/openapi.json');
        const listed = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
        );
        expect(listed).toEqual(
          expect.arrayContaining([
            'GET /api/me/',
            'POST /api/token/',
            'POST /api/register/',
            'POST /api/auth/password-reset/',
            'POST /api/auth/password-reset-confirm/',
            'POST /api/token/refresh/',
            'GET /api/coaches/{id}/',
            'GET /api/coaches/{id}/services/',
            'GET /api/coach/{id}/available-slots/',
            'GET /api/reviews/by-coach/{id}/',
            'POST /api/create-booking/',
            'POST /api/create-checkout-session/',
            'GET /api/stripe/success-info/',
            'GET /api/oauth/discord/start/',
            'GET /api/bookings/',
            'PATCH /api/bookings/{id}/status/',
            'PATCH /api/bookings/{id}/notes/',
            'GET /api/my-sessions/',
            'POST /api/reviews/',
          ]),
        );
      });
    });
  });
}

/** Delivers the provider's event for a session, as it is there or with changes. */
async function webhook(api: Harness, sessionId: string, changes: object = {}) {
  const session = await api.stripe.checkout.sessions.retrieve(sessionId);
  const payload = JSON.stringify({
    id: `evt_${sessionId}_${JSON.stringify(changes).length}`,
    type: 'checkout.session.completed',
    data: { object: { ...session, ...changes } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: api.config.stripe.webhookSecret });
  const answer = await api.send('POST', '/api/stripe/webhook/', payload, undefined, {
    'stripe-signature': signature,
    'content-type': 'application/json',
  });
  expect(answer.status).toBe(200);
}
