import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test, vi } from 'vitest';
import { secretsIn } from 'workspace/log-scan';
import type { Database } from '../src/core/db/open';
import { createPool, defaultTimeouts } from '../src/core/db/pool';
import { bookings } from '../src/core/db/schema';
import { createMetrics } from '../src/core/monitoring/metrics';
import { log } from '../src/core/process/log';
import { onPGlite } from './harness';

async function logged(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const output = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  log.level = 'info';
  await run().finally(() => {
    log.level = 'warn';
    output.mockRestore();
  });
  expect(secretsIn(lines)).toEqual([]);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

onPGlite('seen from outside', (api) => {
  const call = (path: string, headers: Record<string, string> = {}) =>
    api().app.request(`http://api.test${path}`, { headers });

  test('logs one anonymous line per call, none for probes', async () => {
    const { access } = await api().asStudent();
    const lines = await logged(async () => {
      await call('/api/coaches/1/?token=dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ0');
      await call('/api/me/', { authorization: `Bearer ${access}` });
      await call('/api/coaches/kim@example.com/');
      await call('/api/kim@example.com/');
      await call('/healthz');
    });
    expect(lines.map(({ method, route, status, msg }) => [method, route, status, msg])).toEqual([
      ['GET', '/api/coaches/:id/', 200, 'request'],
      ['GET', '/api/me/', 200, 'request'],
      ['GET', '/api/coaches/:id/', 404, 'request'],
      ['GET', expect.stringMatching(/\*$/), 404, 'request'],
    ]);
    for (const { id, ms, time } of lines)
      expect([typeof id, typeof ms, typeof time]).toEqual(['string', 'number', 'string']);
  });

  test("accepts a proxy's request id and replaces malformed ones", async () => {
    const ids: (string | null)[] = [];
    const lines = await logged(async () => {
      for (const sent of ['proxy-7f3a', 'kim@example.com', 'x'.repeat(65)])
        ids.push(
          (await call('/api/coaches/1/', { 'x-request-id': sent })).headers.get('x-request-id'),
        );
    });
    expect(lines.map(({ id }) => id)).toEqual(ids);
    expect(ids).toEqual([
      'proxy-7f3a',
      expect.stringMatching(/^[\w-]{12}$/),
      expect.stringMatching(/^[\w-]{12}$/),
    ]);
    const { headers } = await call('/api/coaches/1/', { origin: 'http://site.test' });
    expect(headers.get('access-control-expose-headers')).toContain('x-request-id');
  });

  test('exposes metrics to the operator only', async () => {
    expect((await call('/metrics')).status).toBe(401);
    const bearer = { authorization: `Bearer ${api().config.operatorToken}` };
    await call('/api/coaches/1/');
    const text = await (await call('/metrics', bearer)).text();
    expect(text).toMatch(
      /^carry_api_request_seconds_count\{method="GET",route="\/api\/coaches\/:id\/",status="200"\} \d+$/m,
    );
    const waiting = async () =>
      Number(
        /^carry_api_mails_waiting (\d+)$/m.exec(await (await call('/metrics', bearer)).text())?.[1],
      );
    const before = await waiting();
    await api().send('POST', '/api/auth/password-reset/', {
      email: 'student@carry.example',
      recaptcha: await api().human(),
    });
    expect(await waiting()).toBe(before + 1);
  });

  test('counts unpaid, booked and refundable bookings separately', async () => {
    const bearer = { authorization: `Bearer ${api().config.operatorToken}` };
    const names = ['holds', 'bookings_confirmed', 'refunds_due', 'refunds_failed'];
    const numbers = async () => {
      const text = await (await call('/metrics', bearer)).text();
      return names.map((name) =>
        Number(new RegExp(`^carry_api_${name} (\\d+)$`, 'm').exec(text)?.[1]),
      );
    };
    const [student] = await api().newCrowd('counted', 1);
    const { coachId, serviceId } = await api().newCoach('counted');
    const booking = {
      ...{ studentId: student?.id ?? 0, coachId, serviceId, quantity: 1, amountCents: 2500 },
      ...{ durationMinutes: 0, startsAt: null, endsAt: null, contactInfo: 'kim#1', details: '' },
      ...{ holdExpiresAt: api().now(), refundAfter: api().now() },
    };
    const before = await numbers();
    await api()
      .db.insert(bookings)
      .values([
        { ...booking, status: 'pending_payment' },
        { ...booking, status: 'confirmed' },
        { ...booking, status: 'confirmed' },
        { ...booking, status: 'cancelled', refund: 'due' },
        { ...booking, status: 'cancelled', refund: 'begun' },
        { ...booking, status: 'cancelled', refund: 'begun' },
        { ...booking, status: 'cancelled', refund: 'returned' },
        { ...booking, status: 'cancelled', refund: 'failed' },
        { ...booking, status: 'expired' },
      ]);
    const after = await numbers();
    expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([1, 2, 3, 1]);
  });

  test('omits database metrics during an outage', async () => {
    const pool = createPool('postgres://127.0.0.1:1/nowhere', defaultTimeouts);
    const { registry, calls } = createMetrics(drizzle(pool) as unknown as Database);
    calls.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
    const text = await registry.metrics();
    await pool.end();
    expect(text).toContain('# TYPE carry_api_refunds_due gauge');
    expect(text).not.toMatch(/^carry_api_(holds|bookings|refunds|mails)\w* /m);
    expect(text).toMatch(/^carry_api_request_seconds_count\{.*\} 1$/m);
  });

  test('responds 304 to unchanged coaches and reviews', async () => {
    for (const path of [
      '/api/coaches/1/',
      '/api/coaches/1/services/',
      '/api/reviews/by-coach/1/',
    ]) {
      const first = await call(path);
      expect([path, first.status, first.headers.get('cache-control')]).toEqual([
        path,
        200,
        'no-cache',
      ]);
      const tag = first.headers.get('etag') ?? '';
      expect([path, tag !== '']).toEqual([path, true]);
      const again = await call(path, { 'if-none-match': tag, origin: 'http://site.test' });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      expect([
        again.headers.get('access-control-allow-origin'),
        again.headers.has('x-request-id'),
      ]).toEqual(['http://site.test', true]);
      expect((await call(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    const session = await call('/api/auth/me/');
    expect([session.headers.get('cache-control'), session.headers.get('etag')]).toEqual([
      'no-store',
      null,
    ]);
  });
});
