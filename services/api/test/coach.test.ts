import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { deleteExpired } from '../src/app/retention';
import { chatAccounts, reviews } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

onEveryDatabaseAtNight('coach and reviews', (api) => {
  test('limits status, notes and reviews to their owners', {
    tags: ['@spec-6.6', '@fault-E4', '@extra-18'],
  }, async () => {
    const student = await api().newStudent('reviewer');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), student);
    const id = booked.body.booking_id;
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(id, { serviceId: 3 }),
    );
    await api().pay(checkout.body.sessionId);
    await api().send(
      'GET',
      `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`,
      undefined,
      student,
    );
    const review = { booking: id, reviewer_name: '', rating: 4, comment: '<b>good</b>' };
    expect((await api().send('POST', '/api/reviews/', review, student)).status).toBe(400);
    const { access: coach } = await api().asCoach();
    const patch = (what: string, body: unknown, token = coach, target: unknown = id) =>
      api().send('PATCH', `/api/bookings/${target}/${what}/`, body, token);
    expect((await patch('status', { status: 'paid' })).status).toBe(400);
    expect((await patch('status', { status: 'completed' }, student)).status).toBe(404);
    expect((await patch('status', { status: 'completed' }, coach, 999_999)).status).toBe(404);
    expect((await patch('status', { status: 'completed' })).status).toBe(200);
    const notes = 'Watch the minimap.';
    expect((await patch('notes', { notes: 'Old.' })).status).toBe(200); // as the specification
    expect((await patch('notes', { notes, seen: 'Older.' })).status).toBe(409);
    const save = async (text: string) =>
      (await patch('notes', { notes: text, seen: 'Old.' })).status;
    const statuses = await Promise.all(['One.', 'Two.', 'Three.'].map(save));
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect((await patch('notes', { notes: 'Old.' })).status).toBe(200);
    expect(await Promise.all([notes, notes, notes].map(save))).toEqual([200, 200, 200]);
    expect((await api().send('GET', '/api/bookings/', undefined, coach)).body).toContainEqual(
      expect.objectContaining({
        id,
        status: 'completed',
        notes: 'Watch the minimap.',
        service_type: 'vod_review',
        service_name: 'Recorded match review',
        student_name: expect.stringMatching(/^Student \d+$/),
        student_booking: 1,
      }),
    );
    expect(
      (await api().send('POST', '/api/reviews/', review, await api().newStudent('foreign'))).status,
    ).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api().send('POST', '/api/reviews/', review, student)),
    );
    expect(answers).toEqual(Array(5).fill({ status: 201, body: answers[0]?.body }));
    const other = { ...review, rating: 1 };
    expect((await api().send('POST', '/api/reviews/', other, student)).status).toBe(409);
    expect((await api().send('GET', '/api/reviews/by-coach/1/')).body[0]).toMatchObject({
      reviewer_name: 'Anonymous',
      rating: 4,
      comment: '<b>good</b>',
    });
    expect(
      (await api().send('GET', '/api/my-sessions/', undefined, student)).body[0],
    ).toMatchObject({
      has_review: true,
      service_type: 'vod_review',
      service_name: 'Recorded match review',
      coach_image_url: 'http://api.test/media/coach-nova.svg',
    });
  });

  async function chatter(name: string) {
    const student = await api().newStudent(name);
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), student)
    ).body;
    const start = () =>
      api().app.request(`${api().config.url}/api/oauth/discord/start/?booking=${booking_id}`, {
        headers: { authorization: `Bearer ${student}` },
      });
    expect((await start()).status).toBe(404);
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booking_id, { serviceId: 3 }),
    );
    await api().pay(checkout.body.sessionId);
    await webhook(api(), checkout.body.sessionId);
    const started = await start();
    const [cookie = ''] = started.headers.getSetCookie();
    const authorize = ((await started.json()) as { url: string }).url;
    const approved = await fetch(authorize, {
      method: 'POST',
      body: new URLSearchParams({ username: 'kim', answer: 'yes' }),
      redirect: 'manual',
    });
    const callback = (approved.headers.get('location') ?? '').replace(api().config.url, '');
    const arrive = (sent: string, app = api().app) =>
      app.request(api().config.url + callback, { headers: { cookie: sent } });
    const linked = async () => {
      const path = `/api/stripe/success-info/?session_id=${checkout.body.sessionId}`;
      return (await api().send('GET', path, undefined, student)).body.discord;
    };
    return { cookie, own: cookie.split(';')[0] ?? '', arrive, linked };
  }
  const members = async () =>
    /In this server: ([^<]*)/.exec(await (await fetch(`${api().sandbox.origin}/chat`)).text())?.[1];

  test('links a chat account with a single-use state', {
    tags: ['@fault-D17', '@fault-11.8', '@extra-33'],
  }, async () => {
    const { cookie, own, arrive, linked } = await chatter('chatter');
    expect(cookie).toMatch(/Path=\/api\/oauth\/discord\/; HttpOnly; SameSite=Lax/);
    for (const sent of ['', 'carry_chat_state=another'])
      expect((await arrive(sent)).headers.get('location')).toMatch(
        /^http:\/\/site\.test\/booking-success\?session_id=cs_test_\w+&discord=expired$/,
      );
    expect([await members(), await linked()]).toEqual(['(empty)', null]);
    const back = await arrive(own);
    expect(back.status).toBe(302);
    expect(back.headers.get('location')).toMatch(
      /^http:\/\/site\.test\/booking-success\?session_id=cs_test_\w+&discord=connected$/,
    );
    expect([await members(), await linked()]).toEqual(['kim', { username: 'kim' }]); // the provider identifies the user, not the URL
    const { access: coach } = await api().asCoach();
    expect((await api().send('GET', '/api/bookings/', undefined, coach)).body).toContainEqual(
      expect.objectContaining({ student_name: 'kim', student_booking: 1 }),
    );
    expect((await arrive(own)).headers.get('location')).toBe('http://site.test/login');
    const other = await chatter('second-kim');
    expect((await other.arrive(other.own)).headers.get('location')).toMatch(/&discord=taken$/);
  });

  test('redirects to the site when the chat service fails', {
    tags: ['@fault-11.8'],
  }, async () => {
    for (const [failing, outcome, account] of [
      ['/api/oauth2/token', 'unavailable', null],
      ['/api/users/@me', 'unavailable', null],
      ['/api/guilds/', 'not_joined', { username: 'kim' }],
    ] as const) {
      await api().db.delete(chatAccounts);
      const flaky = createServer(async (request, response) => {
        if (request.url?.startsWith(failing))
          return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
        const body: Buffer[] = await request.toArray();
        const headers = {
          authorization: request.headers.authorization ?? '',
          'content-type': request.headers['content-type'] ?? '',
        };
        const passed = await fetch(api().sandbox.origin + request.url, {
          method: request.method ?? 'GET',
          headers,
          body: body.length > 0 ? Buffer.concat(body) : null,
        });
        response
          .writeHead(passed.status, { 'content-type': 'application/json' })
          .end(await passed.text());
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => flaky.once('listening', resolve));
      const apiUrl = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}/api`;
      const app = createApp({
        ...api(),
        config: { ...api().config, discord: { ...api().config.discord, apiUrl } },
      });
      const { own, arrive, linked } = await chatter(`flaky-${outcome}-${failing.length}`);
      const back = await arrive(own, app);
      expect([
        back.status,
        new URL(back.headers.get('location') ?? '').searchParams.get('discord'),
      ]).toEqual([302, outcome]);
      expect(await linked()).toEqual(account);
      flaky.close();
    }
    await api().db.delete(chatAccounts);
  });

  test('rejects an expired OAuth state', {
    tags: ['@fault-D17'],
  }, async () => {
    const { own, arrive, linked } = await chatter('slow');
    api().clock.offset += 10.1 * 60_000;
    await deleteExpired(api());
    expect((await arrive(own)).headers.get('location')).toMatch(/&discord=expired$/);
    expect(await linked()).toBeNull();
  });
});

onEveryDatabaseAtNight('review reports', (api) => {
  test('verifies, reports, hides and restores reviews', {
    tags: ['@extra-18'],
  }, async () => {
    const { body: before } = await api().send('GET', '/api/reviews/by-coach/1/');
    expect(before).toHaveLength(12);
    expect(before.every((review: { verified: boolean }) => review.verified === false)).toBe(true);
    const [{ id }] = before;
    const student = await api().newStudent('reporter');
    const report = (
      token: string | undefined,
      target: unknown = id,
      body: unknown = { reason: 'an insult' },
    ) => api().send('POST', `/api/reviews/${target}/report/`, body, token);
    expect((await report(undefined)).status).toBe(401);
    expect((await report(student, 999_999)).status).toBe(404);
    expect((await report(student, id, { reason: '  ' })).status).toBe(400);
    expect((await report(student)).status).toBe(202);
    expect((await report(student)).status).toBe(202);
    const operator = api().config.operatorToken;
    const ofOperator = (method: string, path: string, body?: object) =>
      api().send(method, `/api/operator/reviews/${path}`, body, operator);
    const shown = async () =>
      (await api().send('GET', '/api/reviews/by-coach/1/')).body.map(
        (review: { id: number }) => review.id,
      );
    const all = await shown();
    expect((await ofOperator('GET', '')).body).toMatchObject([
      { id, reasons: ['an insult'], hidden_because: null },
    ]);
    const hide = (target: number) => ofOperator('POST', `${target}/hide/`, { reason: 'an insult' });
    expect((await hide(999_999)).status).toBe(404);
    expect((await hide(id)).status).toBe(200);
    expect(await shown()).toEqual(all.slice(1));
    expect((await report(student)).status).toBe(404);
    expect((await ofOperator('GET', '')).body).toMatchObject([
      { id, reasons: [], hidden_because: 'an insult' },
    ]);
    expect((await ofOperator('POST', `${id}/restore/`, {})).status).toBe(200);
    expect(await shown()).toEqual(all);
    expect((await ofOperator('GET', '')).body).toEqual([]);
  });

  test('refuses to restore a review that changed meanwhile', async () => {
    const reviews = async () => (await api().send('GET', '/api/reviews/by-coach/1/')).body;
    const [{ id }, ...others] = await reviews();
    const student = await api().newStudent('second-reporter');
    const report = () =>
      api().send('POST', `/api/reviews/${id}/report/`, { reason: 'Spam.' }, student);
    const act = (action: string, body: object = {}) =>
      api().send('POST', `/api/operator/reviews/${id}/${action}`, body, api().config.operatorToken);
    await report();
    await act('hide/', { reason: 'Spam.' });
    const hidden = { detail: 'This review has already been hidden.' };
    expect(await act('restore/?state=reported')).toMatchObject({ status: 409, body: hidden });
    expect(await reviews()).toHaveLength(others.length);
    expect((await act('restore/?state=hidden')).status).toBe(200);
    await report();
    const shown = { detail: 'This review is already shown again.' };
    expect(await act('restore/?state=hidden')).toMatchObject({ status: 409, body: shown });
    const listed = () =>
      api().send('GET', '/api/operator/reviews/', undefined, api().config.operatorToken);
    expect((await listed()).body).toMatchObject([{ id, reasons: ['Spam.'] }]);
    expect((await act('restore/?state=reported')).status).toBe(200);
    expect(await reviews()).toHaveLength(others.length + 1);
    expect((await listed()).body).toEqual([]);
  });

  test("removes a coach's reply and closes the reports", async () => {
    const { coachId, userId } = await api().newCoach('rude');
    const token = await signAccess(api(), userId);
    const [student, other] = await api().newCrowd('replied', 2);
    const [{ id } = { id: 0 }] = await api()
      .db.insert(reviews)
      .values({ coachId, reviewerName: 'Kim', comment: 'Late.', rating: 2 })
      .returning();
    const act = (path: string, body: object, who?: string) =>
      api().send('POST', `/api/reviews/${id}/${path}/`, body, who);
    const operate = (method: string, path = '', body?: object) =>
      api().send(method, `/api/operator/reviews/${path}`, body, api().config.operatorToken);
    const listed = async () => (await operate('GET')).body;
    const remove = (of: number, body = {}) => operate('POST', `${of}/reply/remove/`, body);
    const shown = async () => (await api().send('GET', `/api/reviews/by-coach/${coachId}/`)).body;
    await act('reply', { reply: 'You fool.' }, token);
    await act('report', { reason: 'An insult.' }, student?.token);
    await act('report', { reason: 'Rude.' }, other?.token);
    expect(await listed()).toMatchObject([{ id, reply: 'You fool.' }]);
    expect((await remove(id, { seen: 'You fool.' })).status).toBe(200);
    expect(await shown()).toMatchObject([{ id, comment: 'Late.', reply: null }]);
    expect(await listed()).toEqual([]);
    expect((await remove(999_999)).status).toBe(404);
    await act('report', { reason: 'Again.' }, student?.token);
    const detail = 'This review has no reply.';
    expect(await remove(id)).toMatchObject({ status: 409, body: { detail } });
    await act('reply', { reply: 'You fool again.' }, token);
    const changed = { detail: expect.stringMatching(/^The coach changed this reply/) };
    expect(await remove(id, { seen: 'You fool.' })).toMatchObject({ status: 409, body: changed });
    expect(await listed()).toMatchObject([{ reply: 'You fool again.', reasons: ['Again.'] }]);
    expect((await remove(id)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test('accepts 20 reports of a user an hour', async () => {
    const [{ id }] = (await api().send('GET', '/api/reviews/by-coach/1/')).body;
    const student = await api().newStudent('frequent-reporter');
    const report = async () =>
      (await api().send('POST', `/api/reviews/${id}/report/`, { reason: 'Spam.' }, student)).status;
    for (let index = 0; index < 20; index++) expect(await report()).toBe(202);
    expect(await report()).toBe(429);
  });
});
