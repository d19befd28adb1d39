import { type CallRules, calls } from '@carry/contracts/api';
import { MAX_QUANTITY } from '@carry/contracts/limits';
import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { bookings, waitlist } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('bad input', (api) => {
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
  ])('%s rejects malformed input with a detail and stores nothing', async (path) => {
    const { access } = await api().asStudent();
    const before = await api().db.select({ n: count() }).from(bookings);
    for (const body of [
      ...garbage.map((value) => JSON.stringify(value) ?? ''),
      '{',
      '\u0000',
      '[[[[',
      '{"__proto__":{"a":1}}',
    ]) {
      const answer = await api().send('POST', path, body, access, {
        'content-type': 'application/json',
      });
      expect([
        path,
        body,
        answer.status >= 400 && answer.status < 500,
        typeof answer.body.detail,
      ]).toEqual([path, body, true, 'string']);
    }
    expect(await api().db.select({ n: count() }).from(bookings)).toEqual(before);
  });

  test('rejects a quantity over the limit of the form, with the limit', async () => {
    const { access } = await api().asStudent();
    const order = api().order(null, { quantity: MAX_QUANTITY + 1 });
    const { status, body } = await api().send('POST', '/api/create-booking/', order, access);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(`${MAX_QUANTITY}`)]);
    expect(body.detail).toMatch(/^Quantity: /);
  });

  test.each([
    ['GET', '/api/coaches/x/'],
    ['GET', '/api/coaches/0/'],
    ['GET', '/api/coaches/99999999999/'],
    ['GET', "/api/coaches/1'--/"],
    ['GET', '/api/coaches/404/'],
    ['GET', '/api/coaches/404/services/'],
    ['GET', '/api/reviews/by-coach/404/'],
    ['GET', '/api/coach/404/available-slots/?date=2026-12-01&duration=60'],
    ['GET', '/api/coach/1/available-slots/?date=2026-02-30&duration=60'],
    ['GET', '/api/coach/1/available-slots/?date=x&duration=60'],
    ['GET', '/api/coach/1/available-slots/?date=0000-01-01&duration=60'],
    ['GET', '/api/coach/1/available-slots/?date=2026-12-01'],
    ['GET', '/api/coach/1/available-slots/?date=2099-12-01&duration=60'],
    ['GET', '/api/unknown/'],
    ['DELETE', '/api/bookings/1/'],
    ['GET', '/api/me/'],
    ['GET', '/api/my-sessions/'],
    ['GET', '/api/bookings/'],
    ['GET', '/api/stripe/success-info/?session_id=x'],
    ['GET', '/api/oauth/discord/callback/?code=y'],
  ])('%s %s is a 4xx with a detail', async (method, path) => {
    const { status, body } = await api().send(method, path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(typeof body.detail).toBe('string');
  });

  test.each([
    'x',
    '0',
    '-1',
    '+1',
    '1.5',
    '1e0',
    '0x1',
    '01',
    '1%20',
    '%2F',
    '%00',
    '99999999999',
    '9'.repeat(400),
  ])('responds 404 to paths with the id %s', async (id) => {
    const { access } = await api().asStudent();
    for (const call of Object.keys(calls).filter((call) => call.includes('{id}'))) {
      const [method = '', path = ''] = call.split(' ');
      const { by } = calls[call as keyof typeof calls] as CallRules;
      const token = by === 'operator' ? api().config.operatorToken : by && access;
      const body = method === 'GET' ? undefined : {};
      const answer = await api().send(method, path.replace('{id}', id), body, token ?? undefined);
      expect([call, answer]).toEqual([call, { status: 404, body: { detail: 'Not found.' } }]);
    }
  });

  test('rejects an oversized body unread', async () => {
    const answer = await api().send('POST', '/api/token/', {
      username: 'x'.repeat(2_000_000),
      password: 'x',
      recaptcha: 'x',
    });
    expect(answer).toMatchObject({ status: 413, body: { detail: 'The request is too large.' } });
  });

  test('adds an address to the waiting list once per game', {
    tags: ['@extra-27'],
  }, async () => {
    const join = async (game: string, email: string) =>
      (await api().send('POST', '/api/waitlist/', { game, email })).status;
    expect(await join('lol', 'Waiting@example.com')).toBe(201);
    expect(await join('lol', 'waiting@example.com ')).toBe(201);
    expect(await join('dota2', 'waiting@example.com')).toBe(201);
    expect(await join('chess', 'waiting@example.com')).toBe(400);
    expect(await join('lol', 'nobody')).toBe(400);
    const stored = await api().db.select().from(waitlist);
    expect(stored.map(({ game, email }) => [game, email]).sort()).toEqual([
      ['dota2', 'waiting@example.com'],
      ['lol', 'waiting@example.com'],
    ]);
  });

  test('reports readiness by the database', async () => {
    expect((await api().send('GET', '/readyz')).status).toBe(200);
    const { execute } = api().db;
    api().db.execute = (() => Promise.reject(new Error('gone'))) as unknown as typeof execute;
    expect(await api().send('GET', '/readyz')).toEqual({
      status: 503,
      body: { detail: 'The database is not responding.' },
    });
    expect((await api().send('GET', '/healthz')).status).toBe(200);
    api().db.execute = execute;
  });

  test('sets security, CORS and cache headers on every response', {
    tags: ['@fault-C12', '@fault-11.31'],
  }, async () => {
    const ask = (path: string, origin: string) =>
      api().app.request(api().config.url + path, { headers: { origin } });
    const answer = await ask('/api/coaches/1/', 'http://site.test');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': 'http://site.test',
      'access-control-allow-credentials': 'true',
      'cache-control': 'no-cache', // kept for its ETag, and asked for each time
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect((await ask('/api/auth/me/', 'http://site.test')).headers.get('cache-control')).toBe(
      'no-store',
    );
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    const secure = createApp({ ...api(), config: { ...api().config, url: 'https://api.test' } });
    expect(
      (await secure.request('https://api.test/healthz')).headers.get('strict-transport-security'),
    ).toBe('max-age=63072000');
    expect(
      (await ask('/api/coaches/1/', 'http://elsewhere.test')).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(null);
    const picture = await ask('/media/coach-nova.svg', 'http://elsewhere.test');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    const caching = 'public, max-age=86400, stale-while-revalidate=604800';
    const seen = picture.headers.get('etag') ?? '';
    expect([picture.headers.get('cache-control'), seen]).toEqual([
      caching,
      expect.stringMatching(/^"[0-9a-f]{16,}"$/),
    ]);
    const again = await api().app.request('/media/coach-nova.svg', {
      headers: { 'if-none-match': seen },
    });
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      caching,
    ]);
    const small = await api().app.request('/media/coach-nova.svg', {
      headers: { 'accept-encoding': 'gzip' },
    });
    const [weight, vary] = [(await small.arrayBuffer()).byteLength, small.headers.get('vary')];
    expect([small.headers.get('content-encoding'), vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(weight).toBeLessThan(5000);
    expect((await ask('/media/nothing.svg', 'http://site.test')).headers.get('cache-control')).toBe(
      null,
    );
    expect((await ask('/media/../package.json', 'http://site.test')).status).toBe(404);
    expect((await ask('/media/%2e%2e/package.json', 'http://site.test')).status).toBe(404);
  });

  test('rejects past, unaligned and unavailable times and blank texts', {
    tags: ['@fault-H9'],
  }, async () => {
    const token = await api().newStudent('bad-times');
    const slot = await api().slotIn(3, 4);
    const book = (more: Record<string, unknown>) =>
      api().send('POST', '/api/create-booking/', api().order(slot, more), token);
    expect((await book({ slot: { date: '2020-01-01', time: '15:00' } })).status).toBe(409);
    expect((await book({ slot: { ...slot, time: '03:17' } })).status).toBe(409);
    expect((await book({ slot: { ...slot, time: '25:00' } })).status).toBe(400);
    expect((await book({ slot: null })).status).toBe(400);
    expect((await book({ contact_info: '   ' })).status).toBe(400);
    expect((await book({ details: 'a\u0000b' })).status).toBe(400);
    expect((await book({ service_id: 99 })).status).toBe(404);
    expect(
      (
        await api().send('POST', '/api/create-booking/', 'x=1', token, {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(415);
  });

  test('lists every call of the specification in OpenAPI', {
    tags: ['@spec-7.1', '@spec-7.21'],
  }, async () => {
    const { body } = await api().send('GET', '/openapi.json');
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
