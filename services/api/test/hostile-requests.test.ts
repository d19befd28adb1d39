import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallRules, calls } from '@carry/contracts/api';
import { eq, sql } from 'drizzle-orm';
import { listen } from 'server-kit/http-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking, type Owner } from './matrix-row';
import { table } from './matrix-table';

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const QUICK_MS = 1000;
const UNKNOWN = '10,000 levels in an unknown value';
const JSON_TYPE = { 'content-type': 'application/json' };
const getRules = (call: string) => calls[call as keyof typeof calls] as CallRules;
const allCalls = Object.keys(calls);
const withBody = allCalls.filter((call) => getRules(call).body);

onEveryDatabaseAtNight('a hostile request', (api) => {
  let server: Server;
  let owner: Owner;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    server = await listen(api().app.fetch, 0, '127.0.0.1');
    const [student] = await api().newCrowd('hostile', 1);
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('hostile-coach');
    owner = { studentId: student?.id ?? 0, coachId, coachUserId, serviceId };
    tokens['student'] = student?.token ?? '';
    tokens['coach'] = await signAccess(api(), coachUserId);
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  const tokenFor = (call: string) => {
    const { by } = getRules(call);
    if (by === 'operator') return api().config.operatorToken;
    return call.includes('/coach/') ? tokens['coach'] : tokens['student'];
  };
  /** A valid request of a call. */
  const parseRequest = async (call: string): Promise<{ path: string; body?: unknown }> => {
    const userId = call.includes('/coach/') ? owner.coachUserId : owner.studentId;
    return (await table[call]?.make(api(), owner, { userId })) ?? { path: '' };
  };
  const bearer = (token = '') => ({ authorization: `Bearer ${token}` });

  /** Sends what `fetch` refuses to send. */
  async function overHttp({ method, path, headers = {}, body }: Sent) {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false });
    sent.setTimeout(5000, () => sent.destroy());
    sent.end(body);
    const [response] = await once(sent, 'response');
    sent.on('error', () => {}); // the server may close an upload that it refuses
    const chunks = await response.setEncoding('utf8').toArray();
    await api().background.settled();
    return { status: response.statusCode as number, text: chunks.join('') };
  }

  /** All rows of all tables, without what every call notes. */
  async function contents(): Promise<Record<string, string>> {
    const { rows: names } = (await api().db.execute(
      sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    )) as unknown as { rows: { tablename: string }[] };
    const found: Record<string, string> = {};
    for (const { tablename } of names) {
      const { rows } = (await api().db.execute(
        sql`SELECT coalesce(md5(string_agg(one::text, '|' ORDER BY one::text)), '') AS sum
          FROM ${sql.identifier(tablename)} one`,
      )) as unknown as { rows: { sum: string }[] };
      found[tablename] = rows[0]?.sum ?? '';
    }
    return found;
  }
  const changed = (before: Record<string, string>, after: Record<string, string>) =>
    Object.keys(after).filter((name) => after[name] !== before[name]);

  test('cannot sign in by a cookie', { tags: ['@fault-D18'] }, async () => {
    const secured = allCalls.filter((call) => getRules(call).by);
    const token = tokens['student'] ?? '';
    const cookie = `access=${token}; refresh=${token}; token=${token}; session=${token}`;
    for (const call of secured) {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' ? undefined : {};
      const where = path.replace(/\{\w+\}/g, '1');
      const { status } = await api().send(method, where, body, undefined, { cookie });
      expect([call, status]).toEqual([call, 401]);
    }
    expect(secured.length).toBeGreaterThan(50);
  });

  test('cannot be a form or plain text', { tags: ['@fault-D18'] }, async () => {
    for (const call of withBody) {
      const [method = '', path = ''] = call.split(' ');
      for (const type of [
        'text/plain',
        'text/plain; application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        '',
      ]) {
        const { status } = await api().send(
          method,
          path.replace(/\{\w+\}/g, '1'),
          '{}',
          tokenFor(call),
          { 'content-type': type },
        );
        expect([call, type, status]).toEqual([call, type, 415]);
      }
    }
  });

  test('cannot change anything by GET', { tags: ['@fault-D18'] }, async () => {
    // one settles what the provider confirms, the other opens a state for this browser
    const exempt = ['GET /api/stripe/success-info/', 'GET /api/oauth/discord/start/'];
    const isLog = (name: string) => name === 'operator_audit';
    const wrong: string[] = [];
    const getters = Object.keys(table).filter(
      (call) => call.startsWith('GET ') && !exempt.includes(call),
    );
    for (const call of getters) {
      const { path } = await parseRequest(call);
      const before = await contents();
      await api().send('GET', path, undefined, tokenFor(call));
      const tables = changed(before, await contents()).filter((name) => !isLog(name));
      if (tables.length > 0) wrong.push(`${call} changes ${tables}`);
    }
    expect(wrong).toEqual([]);
    expect(getters.length).toBeGreaterThan(30);
  });

  test('cannot come from another origin', { tags: ['@fault-D18'] }, async () => {
    const preflight = async (origin: string) => {
      const { headers } = await api().app.request(`${api().config.url}/api/bookings/1/notes/`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      return headers.get('access-control-allow-origin');
    };
    for (const origin of [
      'null',
      'http://elsewhere.test',
      'https://site.test',
      'http://site.test.elsewhere.test',
      'http://site.test:81',
      'http://sub.site.test',
      'http://SITE.test',
    ])
      expect([origin, await preflight(origin)]).toEqual([origin, null]);
    expect(await preflight('http://site.test')).toBe('http://site.test');
  });

  test('gets a quick 4xx for a malformed body of any call', { tags: ['@fault-E6'] }, async () => {
    const deep = '['.repeat(10_000);
    const bodies: [string, string | Buffer][] = [
      ['10 MB', `{"a":"${'x'.repeat(10_000_000)}"}`],
      ['10,000 levels, open', deep],
      ['10,000 levels', deep + ']'.repeat(10_000)],
      [UNKNOWN, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      ['NUL', '\0'],
      ['NaN', '{"quantity":NaN}'],
      ['an array', '[]'],
      ['a text', '"x"'],
      ['UTF-16', Buffer.from('\ufeff{"refresh":"x"}', 'utf16le')],
      ['Latin-1', Buffer.from('{"é":', 'latin1')],
      ['two values', '{}{}'],
    ];
    const wrong: unknown[] = [];
    for (const call of withBody) {
      const [method = '', path = ''] = call.split(' ');
      const headers = { ...JSON_TYPE, ...bearer(tokenFor(call)) };
      const isAllOptional = getRules(call).body?.safeParse({}).success;
      for (const [name, body] of bodies) {
        if (isAllOptional && name === UNKNOWN) continue; // ignored, like any unknown value
        const began = performance.now();
        const sent = { method, path: path.replace(/\{\w+\}/g, '1'), headers, body };
        const { status, text } = await overHttp(sent);
        const isQuick = performance.now() - began < QUICK_MS;
        const { detail } = JSON.parse(text);
        if (status < 400 || status >= 500 || !isQuick || typeof detail !== 'string')
          wrong.push([call, name, status, text.slice(0, 80), isQuick]);
      }
    }
    expect(wrong).toEqual([]);
  });

  /** Values of a request that the API reads, each in an array. */
  async function arraysIn(call: string): Promise<[name: string, path: string, body: object][]> {
    const { path, body } = await parseRequest(call);
    const shape = getRules(call).body?.shape ?? {};
    const isRead = (name: string) => !shape[name]?.safeParse(Symbol('any')).success;
    return Object.entries((body ?? {}) as Record<string, unknown>)
      .filter(([name, value]) => isRead(name) && !Array.isArray(value) && value !== null)
      .map(([name, value]) => [name, path, { ...(body as object), [name]: [value] }]);
  }

  test('gets 400 for an array in place of any value', { tags: ['@fault-E6'] }, async () => {
    const wrong: unknown[] = [];
    for (const call of withBody)
      for (const [name, path, body] of await arraysIn(call)) {
        const { status } = await api().send(call.split(' ')[0] ?? '', path, body, tokenFor(call));
        if (status !== 400) wrong.push([call, name, status]);
      }
    expect(wrong).toEqual([]);
  });

  test('is read as the one value that was checked', { tags: ['@fault-E6'] }, async () => {
    const { id } = await booking(api(), owner, 'confirmed');
    const patch = async (body: string | Buffer, type = 'application/json') => {
      const headers = { 'content-type': type, ...bearer(tokens['coach']) };
      const path = `/api/bookings/${id}/notes/`;
      return (await overHttp({ method: 'PATCH', path, headers, body })).status;
    };
    const notes = async () =>
      (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0]?.notes;
    expect(await patch('{"notes":"first"}')).toBe(200);
    for (const body of [
      '{"notes":"second","notes":["third"]}',
      '{"__proto__":{"notes":"second"}}',
      '{"constructor":{"prototype":{"notes":"second"}}}',
      '{"notes":"a\\u0000b"}',
      '{"notes":"a\\ud800b"}',
      '{"notes":"\\udc00"}',
      '{"notes":1e400}',
      '{"notes":null}',
      '{"notes":{"toString":"second"}}',
      Buffer.from('{"notes":"second"}', 'utf16le'),
    ])
      expect([String(body), await patch(body)]).toEqual([String(body), 400]);
    expect(await patch('{"notes":"second"}', 'application/json; charset=utf-16')).toBe(415);
    expect(await notes()).toBe('first');
    expect(await patch('{"notes":["second"],"notes":"third","__proto__":{"polluted":1}}')).toBe(
      200,
    );
    expect([await notes(), 'polluted' in {}]).toEqual(['third', false]);
    expect(await patch('\ufeff{"notes":"fourth"}', 'application/json; charset=utf-8')).toBe(200);
    expect(await notes()).toBe('fourth');
  });

  const metacharacters = [
    "'; DROP TABLE users; --",
    "1' OR '1'='1",
    '1) OR (1=1',
    '%',
    '_',
    '\\',
    '$1',
    '";',
    '/*',
    '1,id',
    'id desc; select pg_sleep(9)',
  ];
  const numbers = ['-1', '0', '1e9', '1000000000', '9'.repeat(40), 'NaN', '1.5'];

  /** The paths of a call with an attack in each parameter. */
  async function attacksOn(call: string): Promise<string[]> {
    const names = Object.keys(getRules(call).query?.shape ?? {});
    const url = new URL((await parseRequest(call)).path, 'http://api.test');
    return [...metacharacters, ...numbers].flatMap((value) => {
      const inPath = url.pathname.replace(/\d+/, encodeURIComponent(value));
      const inQuery = names.map((name) => {
        const query = new URLSearchParams(url.search);
        query.set(name, value);
        return `${url.pathname}?${query}`;
      });
      return [...inQuery, ...(inPath === url.pathname ? [] : [inPath + url.search])];
    });
  }

  test('has no SQL in any query or path', { tags: ['@fault-E7'] }, async () => {
    const wrong: unknown[] = [];
    const leaks = /syntax error|select |postgres|pglite|column|relation/i;
    let sent = 0;
    for (const call of allCalls.filter((call) => call.startsWith('GET ')))
      for (const path of await attacksOn(call)) {
        sent++;
        const began = performance.now();
        const { status, body } = await api().send('GET', path, undefined, tokenFor(call));
        const text = JSON.stringify(body);
        const isLeak = status !== 200 && leaks.test(text);
        const isLong = Array.isArray(body?.results) && body.results.length > 100;
        if (status >= 500 || isLeak || isLong || performance.now() - began > QUICK_MS)
          wrong.push([path, status, text.slice(0, 100)]);
      }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(500);
  });

  test('is stored as text, and found by its letters only', { tags: ['@fault-E7'] }, async () => {
    const { id } = await booking(api(), owner, 'confirmed');
    const path = `/api/bookings/${id}/notes/`;
    for (const notes of metacharacters) {
      const answer = await api().send('PATCH', path, { notes }, tokens['coach']);
      const [row] = await api().db.select().from(bookings).where(eq(bookings.id, id));
      expect([answer.status, row?.notes]).toEqual([200, notes]);
    }
    const search = async (q: string) =>
      (
        await api().send(
          'GET',
          `/api/operator/members/?q=${encodeURIComponent(q)}`,
          undefined,
          api().config.operatorToken,
        )
      ).body as { email: string }[];
    expect((await search('hostile0@example.com')).length).toBe(1);
    for (const q of ['%@example.com', '_ostile0@example.com', "x' OR 'a'='a"])
      expect([q, await search(q)]).toEqual([q, []]);
  });

  test('cannot repeat a parameter', { tags: ['@fault-E7'] }, async () => {
    const day = new Date(api().now().getTime() + 86_400_000).toISOString().slice(0, 10);
    for (const path of [
      `/api/coach/${owner.coachId}/available-slots/?date=${day}&date=x&duration=60`,
      '/api/bookings/?limit=1&limit=100000',
      '/api/bookings/?status=confirmed&status=pending_payment',
      '/api/coaches/?sort=price&sort=password_hash',
    ])
      expect([path, (await api().send('GET', path, undefined, tokens['coach'])).status]).toEqual([
        path,
        400,
      ]);
  });

  test('has no other method than those of the contract', { tags: ['@fault-E8'] }, async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MERGE', 'LINK'];
    const { id } = await booking(api(), owner, 'confirmed');
    const paths = [...new Set(allCalls.map((call) => call.split(' ')[1] ?? ''))];
    const before = await contents();
    const wrong: unknown[] = [];
    for (const path of paths)
      for (const method of methods.filter((method) => !allCalls.includes(`${method} ${path}`))) {
        const headers = { ...bearer(tokens['coach']), ...JSON_TYPE, 'x-secret': 'echoed' };
        const where = path.replace(/\{\w+\}/g, String(id));
        const { status, text } = await overHttp({ method, path: where, headers, body: '{}' });
        if (![400, 404, 405, 501].includes(status) || text.includes('echoed'))
          wrong.push([method, where, status, text.slice(0, 80)]);
      }
    expect(wrong).toEqual([]);
    expect(changed(before, await contents())).toEqual([]);
  });

  test('cannot override its method', { tags: ['@fault-E8'] }, async () => {
    const { id } = await booking(api(), owner, 'confirmed');
    const status = async () =>
      (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status;
    const path = `/api/bookings/${id}/status/`;
    const body = '{"status":"cancelled","_method":"PATCH"}';
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      for (const method of ['POST', 'GET', 'PUT']) {
        const headers = { [name]: 'PATCH', ...bearer(tokens['coach']), ...JSON_TYPE };
        const sent = { method, path: `${path}?_method=PATCH`, headers };
        const { status } = await overHttp(method === 'GET' ? sent : { ...sent, body });
        expect([name, method, status]).toEqual([name, method, 404]);
      }
    expect(await status()).toBe('confirmed');
    const headers = { 'x-http-method-override': 'GET', ...bearer(tokens['coach']), ...JSON_TYPE };
    expect((await overHttp({ method: 'PATCH', path, headers, body })).status).toBe(200);
    expect(await status()).toBe('cancelled');
  });
});
