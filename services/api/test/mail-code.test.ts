import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { demo } from '../src/app/demo';
import { deleteExpired } from '../src/app/retention';
import { signInCodes, users } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { digest } from '../src/features/accounts/passwords';
import { openSession } from '../src/features/accounts/refresh-token';
import { onEveryDatabaseAtNight } from './harness';

const WRONG = { status: 400, body: { detail: "That code isn't right, or it has expired." } };
const MINUTE_MS = 60_000;

onEveryDatabaseAtNight('signing in with a mailed code', (api) => {
  const ask = async (email: string, network?: number) => {
    const headers = network === undefined ? {} : { 'x-forwarded-for': `203.0.113.${network}` };
    const answer = await api().send('POST', '/api/auth/code/', { email }, undefined, headers);
    const mail = await api().lastMail(email.toLowerCase());
    return {
      answer,
      request: String(answer.body.request),
      subject: mail?.subject,
      code: /Enter (\d{6}) to sign in/.exec(mail?.body ?? '')?.[1] ?? '',
    };
  };
  const confirm = (request: string, code: string) =>
    api().send('POST', '/api/auth/code/confirm/', { request, code });
  const profile = async (access: string) =>
    (await api().send('GET', '/api/me/', undefined, access)).body;
  const other = (code: string, step = 1) =>
    String((Number(code) + step) % 1_000_000).padStart(6, '0');

  test('creates a verified account for a new address', async () => {
    const { request, code, subject } = await ask('Fresh@Example.com');
    expect(subject).not.toContain(code);
    const { status, body } = await confirm(request, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(status).toBe(200);
    expect(await profile(body.access)).toMatchObject({ email: 'fresh@example.com' });
    const account = await api().send('GET', '/api/account/', undefined, body.access);
    expect(account.body).toMatchObject({ has_password: false });
    for (const password of ['', 'nobody has this password'])
      expect((await api().logIn('fresh@example.com', password)).access).toBeUndefined();
    const deletion = await api().send(
      'POST',
      '/api/account/delete/',
      { password: 'any' },
      body.access,
    );
    expect(deletion).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('no password yet') },
    });
  });

  test('opens an existing account and keeps its password', async () => {
    const { email, password } = demo.student;
    const { request, code } = await ask(email);
    const { body } = await confirm(request, code);
    expect(await profile(body.access)).toMatchObject({ email });
    expect((await api().logIn(email, password)).access).toBeTruthy();
  });

  test('accepts a code once, for its own request, for ten minutes', async () => {
    const first = await ask('once@example.com');
    const second = await ask('once@example.com');
    expect(await confirm(first.request, second.code)).toEqual(WRONG);
    expect((await confirm(first.request, first.code)).status).toBe(200);
    expect(await confirm(first.request, first.code)).toEqual(WRONG);
    api().clock.offset += 11 * MINUTE_MS;
    expect(await confirm(second.request, second.code)).toEqual(WRONG);
    await deleteExpired(api());
    const left = await api().db.select().from(signInCodes);
    expect(left.map(({ requestHash }) => requestHash)).not.toContain(digest(second.request));
    api().clock.offset -= 11 * MINUTE_MS;
  });

  test('rejects the right code after five wrong ones', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const { request, code } = await ask('guessed@example.com');
    const guesses = [1, 2, 3, 4, 5].map((step) => confirm(request, other(code, step)));
    expect(await Promise.all(guesses)).toEqual(Array(5).fill(WRONG));
    expect(await confirm(request, code)).toEqual(WRONG);
    expect(warn.mock.calls).toEqual([
      [{ code: 'auth.code_exhausted' }, 'sign-in code revoked after too many wrong tries'],
    ]);
    warn.mockRestore();
  });

  test('gives one session for concurrent right codes', async () => {
    const { request, code } = await ask('twice@example.com');
    const answers = await Promise.all([confirm(request, code), confirm(request, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('stores neither code nor request', async () => {
    const { request, code } = await ask('hashed@example.com');
    const rows = await api().db.select().from(signInCodes);
    const stored = JSON.stringify(rows);
    expect(stored).toContain('hashed@example.com');
    expect(stored.includes(code) || stored.includes(request)).toBe(false);
    expect(stored).not.toContain(digest(code));
  });

  test('responds alike to registered and unknown addresses', async () => {
    const known = await ask(demo.coach.email);
    const unknown = await ask('unknown@example.com');
    expect([known.answer.status, Object.keys(known.answer.body)]).toEqual([
      unknown.answer.status,
      Object.keys(unknown.answer.body),
    ]);
    expect([known.code, unknown.code]).toEqual([
      expect.stringMatching(/^\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
    ]);
  });

  test('limits codes by mailbox, not by spelling', async () => {
    const statuses = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await ask(`flood+${index}@example.com`)).answer.status);
    expect(statuses).toEqual([...Array(5).fill(200), 429]);
    for (let round = 0; round < 3; round++) {
      api().clock.offset += 61 * MINUTE_MS;
      for (let index = 0; index < 5; index++)
        statuses.push((await ask('flood@example.com')).answer.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    api().clock.offset -= 3 * 61 * MINUTE_MS;
  });

  /** Statuses of codes requested from one network. */
  const flood = async (email: string, network: number, codes: number) => {
    const statuses = [];
    for (let index = 0; index < codes; index++)
      statuses.push((await ask(email, network)).answer.status);
    return statuses;
  };

  test("sends a code in spite of a stranger's requests", async () => {
    const { offset } = api().clock;
    const sent = [];
    for (let hour = 0; hour < 4; hour++) {
      sent.push(...(await flood('victim@example.com', 1, 5)));
      api().clock.offset += 61 * MINUTE_MS;
    }
    expect(sent).toEqual([...Array(15).fill(200), ...Array(5).fill(429)]);
    expect((await ask('victim@example.com', 1)).answer.body).toEqual({
      detail: expect.stringMatching(/^Too many attempts\. Please try again in (19|20) hours\.$/),
    });
    expect((await ask('victim@example.com', 2)).answer.status).toBe(200);
    api().clock.offset = offset;
  });

  test.each([
    ['an hour', 1, 61],
    ['a day', 3, 24 * 60],
  ])('limits codes to one mailbox from all networks for %s', async (_, rounds, wait) => {
    const { offset } = api().clock;
    const email = `crowded-${rounds}@example.com`;
    for (let round = 1; round <= rounds; round++) {
      for (const network of [11, 12, 13, 14])
        expect(await flood(email, network, 5)).toEqual(Array(5).fill(200));
      if (rounds > 1) api().clock.offset += 61 * MINUTE_MS;
    }
    expect(await flood(email, 15, 6)).toEqual(Array(6).fill(429));
    api().clock.offset += wait * MINUTE_MS;
    expect(await flood(email, 15, 6)).toEqual([...Array(5).fill(200), 429]);
    api().clock.offset = offset;
  });

  test('allows one try per code after 15 codes a day', async () => {
    const email = 'besieged@example.com';
    for (const network of [21, 22, 23]) await flood(email, network, 5);
    const first = await ask(email, 24);
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    expect(await confirm(first.request, other(first.code))).toEqual(WRONG);
    warn.mockRestore();
    expect(await confirm(first.request, first.code)).toEqual(WRONG);
    const second = await ask(email, 24);
    expect((await confirm(second.request, second.code)).status).toBe(200);
  });

  test("ends a stranger's password and session of an unverified address", {
    tags: ['@fault-D12'],
  }, async () => {
    const email = 'mine@example.com';
    const stranger = { username: email, email, password: 'Stranger-1!' };
    await api().send('POST', '/api/register/', { ...stranger, recaptcha: await api().human() });
    const link = /token=([\w-]+)/.exec((await api().lastMail(email))?.body ?? '')?.[1];
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    const session = await openSession(api(), user?.id ?? 0);
    const { request, code } = await ask(email);
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const { body } = await confirm(request, code);
    expect(warn.mock.calls).toEqual([
      [{ code: 'auth.unverified_claimed' }, expect.stringMatching(/^unverified account claimed/)],
    ]);
    warn.mockRestore();
    expect(await profile(body.access)).toMatchObject({ id: user?.id });
    expect((await api().logIn(email, stranger.password)).access).toBeUndefined();
    const { refresh } = session;
    expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(401);
    const verify = { token: link, password: stranger.password };
    expect((await api().send('POST', '/api/auth/verify-email/', verify)).status).toBe(400);
  });

  test('refuses a locked account only to the owner of the mailbox', async () => {
    const email = 'locked@example.com';
    await api()
      .db.insert(users)
      .values({ email, passwordHash: 'x', verifiedAt: api().now(), lockedAt: api().now() });
    const { request, code, answer } = await ask(email);
    expect(answer.status).toBe(200);
    expect(await confirm(request, other(code))).toEqual(WRONG);
    expect(await confirm(request, code)).toMatchObject({ status: 403 });
  });
});
