import { type CallRules, calls } from '@carry/contracts/api';
import { hash } from '@node-rs/argon2';
import { afterAll, expect, test, vi } from 'vitest';
import { createApp } from '../src/app/app';
import { demo } from '../src/app/demo';
import { deleteExpired } from '../src/app/retention';
import { attempts } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { digest } from '../src/features/accounts/passwords';
import { anonymousLimits, attemptSignIn } from '../src/features/accounts/rate-limits';
import { onEveryDatabaseAtNight } from './harness';

const MINUTE_MS = 60_000;

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

test('every anonymous write of the contract has a rate limit', () => {
  const anonymousWrites = Object.entries(calls as Record<string, CallRules>)
    .filter(([call, { by }]) => !call.startsWith('GET ') && !by)
    .map(([call]) => call);
  expect(anonymousWrites).toContain('POST /api/waitlist/');
  expect(Object.keys(anonymousLimits).sort()).toEqual(anonymousWrites.sort());
});

onEveryDatabaseAtNight('attempts', (api) => {
  test.each(Object.entries(anonymousLimits))('limits %s by caller', async (call, { max }) => {
    const [method = '', path = ''] = call.split(' ');
    const { db, now } = api();
    const from = '203.0.113.77';
    const send = (address: string) =>
      api().send(method, path, {}, undefined, { 'x-forwarded-for': address });
    for (let count = 1; count < max; count++)
      await db.insert(attempts).values({ key: `${call} ${digest(`${from}/32`)}`, at: now() });
    expect((await send(from)).status).toBe(400);
    expect(await send(from)).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Too many attempts\./) },
    });
    expect((await send('198.51.100.77')).status).toBe(400);
  });

  test('limits registration mails by mailbox, not by spelling', async () => {
    for (let count = 0; count < 7; count++) {
      const address = `flooded+${count}@example.com`;
      const body = { username: address, email: address, password: 'Secret-123!' };
      const recaptcha = await api().human();
      expect((await api().send('POST', '/api/register/', { ...body, recaptcha })).status).toBe(201);
      expect((await api().lastMail(address)) !== undefined, address).toBe(count < 5);
    }
  });

  test('hashes no password for an unknown reset token', async () => {
    vi.mocked(hash).mockClear();
    const answer = await api().send('POST', '/api/auth/password-reset-confirm/', {
      uid: 1,
      token: 'made up',
      new_password: 'Secret-123!',
    });
    expect(answer).toEqual({ status: 400, body: { detail: 'Link invalid or expired.' } });
    expect(hash).not.toHaveBeenCalled();
  });

  const tryFrom = async (from: string, username: string, password: string) =>
    api().send(
      'POST',
      '/api/token/',
      { username, password, recaptcha: await api().human() },
      undefined,
      { 'x-forwarded-for': from },
    );
  const statuses = async (times: number, from: string, username: string, password: string) => {
    const all: number[] = [];
    for (let time = 0; time < times; time++)
      all.push((await tryFrom(from, username, password)).status);
    return all;
  };
  /** Counts failed sign-ins of different accounts without hashing passwords. */
  const guesses = (times: number, network: string | null) =>
    Promise.all(
      Array.from({ length: times }, (_, index) =>
        attemptSignIn(api().db, api().now(), { account: `guessed-${index}@example.com`, network }),
      ),
    );
  const { email, password } = demo.student;

  test('locks an account per network, not for its owner elsewhere', {
    tags: ['@fault-D13', '@extra-x2'],
  }, async () => {
    const { offset } = api().clock;
    const from = '203.0.113.7';
    expect(await statuses(10, from, email, 'Wrong-123!')).toEqual(Array(10).fill(401));
    for (const secret of ['Wrong-123!', password]) {
      const refused = await api().app.request('http://api.test/api/token/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({
          username: `  ${email.toUpperCase()}`,
          password: secret,
          recaptcha: await api().human(),
        }),
      });
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        detail: 'Too many attempts. Please try again in 15 minutes.',
      });
      const seconds = Number(refused.headers.get('retry-after'));
      expect([seconds > 14 * 60, seconds <= 15 * 60]).toEqual([true, true]);
    }
    expect((await tryFrom(`${from}, 198.51.100.1`, email, password)).status).toBe(200);
    expect((await tryFrom(`198.51.100.1, ${from}`, email, password)).status).toBe(429);
    api().clock.offset = offset + 14 * MINUTE_MS;
    expect(await statuses(11, from, email, password)).toEqual(Array(11).fill(429));
    api().clock.offset = offset + 16 * MINUTE_MS;
    expect((await tryFrom(from, email, password)).status).toBe(200);
    api().clock.offset = offset;
  });

  test('counts wrong passwords only, even concurrent ones', async () => {
    const counted = async () => {
      const rows = await api().db.select().from(attempts);
      return rows.filter(({ key }) => /^(account|network) /.test(key)).length;
    };
    const before = await counted();
    expect(await statuses(12, '203.0.113.8', email, password)).toEqual(Array(12).fill(200));
    expect(await counted()).toBe(before);
    const all = await Promise.all(
      Array.from({ length: 30 }, () => tryFrom('203.0.113.9', email, 'Wrong-123!')),
    );
    const refused = all.filter(({ status }) => status === 429).length;
    const examined = all.filter(({ status }) => status === 401).length;
    expect(refused + examined).toBe(30);
    expect(examined).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(10);
  });

  test('limits unknown accounts and whole networks alike', {
    tags: ['@fault-D9'],
  }, async () => {
    const refusals = async (from: string, account: string) => {
      await statuses(10, from, account, 'Wrong-123!');
      return tryFrom(from, account, 'Wrong-123!');
    };
    const unknown = await refusals('203.0.113.10', 'nobody@example.com');
    expect(unknown).toEqual(await refusals('203.0.113.11', email));
    expect(unknown.status).toBe(429);
    const from = (host: number) => `2001:db8:0:1::${host}`;
    await guesses(98, '2001:db8::/48');
    for (const host of [98, 99])
      expect((await tryFrom(from(host), `guess-${host}@example.com`, 'Wrong-123!')).status).toBe(
        401,
      );
    expect((await tryFrom(from(200), email, password)).status).toBe(429);
    expect((await tryFrom('2001:db8:1::1', email, password)).status).toBe(200);
  });

  test('counts nothing for an account while its network is limited', async () => {
    const { offset } = api().clock;
    const from = '203.0.113.12';
    await guesses(100, `${from}/32`);
    api().clock.offset = offset + 14 * MINUTE_MS;
    expect(await statuses(11, from, email, password)).toEqual(Array(11).fill(429));
    api().clock.offset = offset + 16 * MINUTE_MS;
    expect((await tryFrom(from, email, password)).status).toBe(200);
    api().clock.offset = offset;
  });

  test('limits unknown callers per account only', {
    tags: ['@fault-11.18'],
  }, async () => {
    await guesses(100, null);
    expect((await tryFrom('unknown', 'blind-0@example.com', 'Wrong-123!')).status).toBe(401);
    expect((await tryFrom('unknown', email, password)).status).toBe(200);
    expect(await statuses(11, 'unknown', 'blind-0@example.com', 'Wrong-123!')).toEqual([
      ...Array(9).fill(401),
      429,
      429,
    ]);
  });

  test('shares limits between APIs and across restarts', async () => {
    const from = '203.0.113.90';
    const tryAt = async (app: ReturnType<typeof createApp>) => {
      const body = JSON.stringify({
        username: email,
        password: 'Wrong-123!',
        recaptcha: await api().human(),
      });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
      return (await app.request('http://api.test/api/token/', { method: 'POST', headers, body }))
        .status;
    };
    const apps = [createApp(api()), createApp(api())] as const;
    const all: number[] = [];
    for (let time = 0; time < 12; time++) all.push(await tryAt(apps[time % 2 ? 1 : 0]));
    expect(all).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await tryAt(createApp(api()))).toBe(429);
  });

  test('ignores the port of an address', {
    tags: ['@fault-11.18'],
  }, async () => {
    const all: number[] = [];
    for (let port = 50_000; port < 50_011; port++)
      all.push(...(await statuses(1, `203.0.113.77:${port}`, email, 'Wrong-123!')));
    expect(all).toEqual([...Array(10).fill(401), 429]);
  });

  test('limits emails per address and keeps the newest link valid', {
    tags: ['@extra-x2'],
  }, async () => {
    const { offset } = api().clock;
    const address = 'target@example.com';
    const ask = {
      register: async () =>
        api().send('POST', '/api/register/', {
          username: address,
          email: address,
          password: 'Secret-123!',
          recaptcha: await api().human(),
        }),
      resend: () => api().send('POST', '/api/auth/resend-verification/', { email: address }),
      reset: async () =>
        api().send('POST', '/api/auth/password-reset/', {
          email: address,
          recaptcha: await api().human(),
        }),
    };
    const number = async () => (await api().mailsTo(address)).length;
    expect((await ask.register()).status).toBe(201);
    expect(await number()).toBe(1);
    for (const call of [ask.register, ask.resend, ask.reset]) {
      const before = await number();
      const answers = [];
      for (let time = 0; time < 7; time++)
        answers.push(JSON.stringify(await call()).replace(/(?<="registration":")[\w-]{43}/, ''));
      expect(await number()).toBe(before + 5);
      expect(new Set(answers).size).toBe(1);
    }
    const [reset] = await api().mailsTo(address);
    const [, uid, token] = /uid=(\d+)&token=(\S+)/.exec(reset?.body ?? '') ?? [];
    const change = await api().send('POST', '/api/auth/password-reset-confirm/', {
      uid,
      token,
      new_password: 'Other-123!',
    });
    expect(change.status).toBe(200);
    api().clock.offset = offset + 61 * MINUTE_MS;
    const before = await number();
    for (let time = 0; time < 7; time++) await ask.resend(); // verified: nothing is sent or counted
    expect(await number()).toBe(before);
    await ask.reset();
    expect(await number()).toBe(before + 1);
    api().clock.offset = offset;
  });

  test('warns once about an unconfigured proxy', {
    tags: ['@fault-11.18'],
  }, async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const readLines = async (proxies: number, ...calls: Record<string, string>[]) => {
      warn.mockClear();
      const app = createApp({ ...api(), config: { ...api().config, proxies } });
      for (const headers of calls)
        expect((await app.request('http://api.test/healthz', { headers })).status).toBe(200);
      return warn.mock.calls.flat();
    };
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect(await readLines(0, {}, forwarded, forwarded)).toEqual([
      { code: 'proxy.not_trusted' },
      expect.stringMatching(/X-Forwarded-For arrives.* but TRUSTED_PROXIES is 0/),
    ]);
    expect(await readLines(1, forwarded)).toEqual([]);
    expect(await readLines(0, {})).toEqual([]);
    warn.mockRestore();
  });

  test('deletes old attempts without a further one of their kind', async () => {
    const { db, now } = api();
    const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 60 * MINUTE_MS);
    const rows = [
      ['POST /api/waitlist/', 2],
      ['network', 2],
      ['codePerDay', 2],
      ['again', 48],
    ] as const;
    for (const [name, hours] of rows)
      await db.insert(attempts).values({ key: `${name} old`, at: hoursAgo(hours) });
    await deleteExpired(api());
    const left = (await db.select().from(attempts)).map(({ key }) => key);
    expect(left.filter((key) => key.endsWith(' old')).sort()).toEqual([
      'again old',
      'codePerDay old',
    ]);
  });
});
