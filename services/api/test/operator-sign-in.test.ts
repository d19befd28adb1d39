import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { operatorRecoveryCodes, operatorSessions, operators, users } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { openSession } from '../src/features/accounts/refresh-token';
import { onEveryDatabaseAtNight } from './harness';
import { createCode, freshCode, newOperator } from './operator-session';

const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;
const WRONG = { status: 403, body: { detail: "That code isn't right, or it was used before." } };

onEveryDatabaseAtNight("the operator's sign-in", (api) => {
  const post = (path: string, body: object, token: string) =>
    api().send('POST', `/api/operator/${path}`, body, token);
  const get = (path: string, token: string) =>
    api().send('GET', `/api/operator/${path}`, undefined, token);
  const warned = async (run: () => Promise<void>) => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    await run().finally(() => warn.mockRestore());
  };

  async function enrolled(name: string) {
    const operator = await newOperator(api(), name, false);
    const { secret } = (await post('second-factor/', {}, operator.token)).body;
    const confirm = { code: createCode(api(), secret) };
    const { body } = await post('second-factor/confirm/', confirm, operator.token);
    return { ...operator, secret: secret as string, codes: body.codes as string[] };
  }

  test('sets up a second factor on the first visit', async () => {
    const { token, email, userId } = await newOperator(api(), 'first', false);
    expect((await get('audit/', token)).status).toBe(403);
    expect((await get('session/', token)).body).toEqual({
      enrolled: false,
      until: null,
      recovery_codes: 0,
    });
    const { secret, url } = (await post('second-factor/', {}, token)).body;
    expect(url).toContain(`otpauth://totp/Carry:${encodeURIComponent(email)}?issuer=Carry`);
    expect((await post('session/', { code: createCode(api(), secret) }, token)).status).toBe(403);
    const confirmed = await post(
      'second-factor/confirm/',
      { code: createCode(api(), secret) },
      token,
    );
    expect(confirmed.body).toMatchObject({ enrolled: true, until: expect.any(String) });
    expect(new Set(confirmed.body.codes).size).toBe(10);
    const entry = { who: email, action: 'set up second factor', status: 200 };
    expect((await get('audit/', token)).body[0]).toMatchObject(entry);
    expect((await post('second-factor/', {}, token)).status).toBe(409);
    const [stored] = await api().db.select().from(operators).where(eq(operators.userId, userId));
    const hashes = await api().db.select().from(operatorRecoveryCodes);
    const database = JSON.stringify([stored, hashes]);
    expect([secret, ...confirmed.body.codes].filter((text) => database.includes(text))).toEqual([]);
  });

  /** Moves the clock to the beginning of a step, so that no step ends during a test. */
  const alignClock = () => {
    api().clock.offset += STEP_MS - (api().now().getTime() % STEP_MS);
  };

  test('refuses a code that was used before', async () => {
    alignClock();
    const { token, secret } = await enrolled('replay');
    await post('session/end/', {}, token);
    await warned(async () => {
      const same = { code: createCode(api(), secret) };
      expect(await post('session/', same, token)).toEqual(WRONG);
      expect(await post('session/', { code: createCode(api(), secret, -1) }, token)).toEqual(WRONG);
      const next = { code: createCode(api(), secret, 1) };
      const both = await Promise.all([1, 2].map(() => post('session/', next, token)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    });
  });

  test('accepts a recovery code once', async () => {
    const { token, email, codes } = await enrolled('recovery');
    await post('session/end/', {}, token);
    const code = codes[0]?.toLowerCase().replaceAll('-', ' ') ?? '';
    expect((await post('session/', { code }, token)).body).toMatchObject({ recovery_codes: 9 });
    expect((await get('audit/', token)).body[0]).toMatchObject({ action: 'open console' });
    await warned(async () => expect(await post('session/', { code }, token)).toEqual(WRONG));
    const sent = (await api().mailsTo(email)).filter(({ subject }) =>
      /recovery code/.test(subject),
    );
    expect(sent.map(({ subject }) => subject)).toEqual([
      'A recovery code of yours was used at Carry',
    ]);
    expect(sent[0]?.body).toContain('You have 9 left.');
  });

  test('replaces the recovery codes for a code of the app', async () => {
    alignClock();
    const { token, email, secret, codes } = await enrolled('renewed');
    const renew = (code: string) => post('second-factor/recovery-codes/', { code }, token);
    await warned(async () => {
      for (const code of ['000000', codes[0] ?? '', createCode(api(), secret)])
        expect(await renew(code)).toEqual(WRONG);
    });
    expect((await get('session/', token)).body).toMatchObject({ recovery_codes: 10 });
    await post('session/end/', {}, token);
    const { status, body } = await renew(createCode(api(), secret, 1));
    expect([status, body]).toEqual([
      200,
      { enrolled: true, until: null, recovery_codes: 10, codes: expect.any(Array) },
    ]);
    expect(new Set([...codes, ...body.codes]).size).toBe(20);
    expect((await api().lastMail(email))?.subject).toBe(
      'Your recovery codes at Carry have changed',
    );
    await warned(async () =>
      expect(await post('session/', { code: codes[0] }, token)).toEqual(WRONG),
    );
    expect((await post('session/', { code: body.codes[0] }, token)).body).toMatchObject({
      recovery_codes: 9,
    });
    const [, entry] = (await get('audit/', token)).body;
    expect(entry).toMatchObject({ who: email, action: 'renew recovery codes', status: 200 });
  });

  test('keeps ten recovery codes after two renewals at once', async () => {
    alignClock();
    const { token, secret } = await enrolled('renewed-twice');
    api().clock.offset += 2 * STEP_MS;
    await warned(async () => {
      const renewals = await Promise.all(
        [0, 1].map((step) =>
          post('second-factor/recovery-codes/', { code: createCode(api(), secret, step) }, token),
        ),
      );
      expect(renewals.map(({ status }) => status)).toContain(200);
    });
    expect((await get('session/', token)).body).toMatchObject({ recovery_codes: 10 });
  });

  test('renews no recovery codes before the set-up, and limits wrong codes', async () => {
    const fresh = await newOperator(api(), 'not-set-up', false);
    const path = 'second-factor/recovery-codes/';
    expect(await post(path, { code: '000000' }, fresh.token)).toMatchObject({
      status: 403,
      body: { detail: 'Set up your second factor first.' },
    });
    const { token, secret } = await enrolled('renew-guessed');
    await warned(async () => {
      for (const code of ['1', '2', '3', '4', '5']) await post(path, { code }, token);
    });
    expect((await post(path, { code: createCode(api(), secret, 1) }, token)).status).toBe(429);
    expect((await post('session/', { code: createCode(api(), secret, 1) }, token)).status).toBe(
      429,
    );
  });

  test('limits wrong codes, also while they run at once', async () => {
    const { token, secret } = await enrolled('guessed');
    await warned(async () => {
      const guesses = Array.from({ length: 8 }, (_, index) => `00000${index}`);
      const answers = await Promise.all(guesses.map((code) => post('session/', { code }, token)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
      expect(new Set(statuses)).toEqual(new Set([403, 429]));
    });
    const right = { code: createCode(api(), secret, 1) };
    for (const code of ['111111', '222222', '333333', '444444', '555555'])
      await warned(async () => void (await post('session/', { code }, token)));
    expect((await post('session/', right, token)).status).toBe(429);
  });

  test('binds the session to one sign-in and ends with it', async () => {
    const { token, refresh, userId } = await enrolled('bound');
    const other = await openSession(api(), userId);
    expect((await get('audit/', other.access)).status).toBe(403);
    await api().send('POST', '/api/token/revoke/', { refresh });
    expect((await get('audit/', token)).status).toBe(401);
  });

  test('ends after two hours', async () => {
    const { token, refresh, userId } = await enrolled('expired');
    api().clock.offset += 2 * HOUR_MS + 1000;
    const { access } = (await api().send('POST', '/api/token/refresh/', { refresh })).body;
    expect((await get('audit/', access)).status).toBe(403);
    await deleteExpired(api());
    const left = await api()
      .db.select()
      .from(operatorSessions)
      .where(eq(operatorSessions.userId, userId));
    expect(left).toEqual([]);
    api().clock.offset -= 2 * HOUR_MS + 1000;
    expect((await get('audit/', token)).status).toBe(403);
  });

  test('is given, reset and taken by an operator token', async () => {
    const { operatorToken } = api().config;
    const email = 'future@example.com';
    const member = await api().newStudent('future');
    const account = async () => (await api().send('GET', '/api/account/', undefined, member)).body;
    expect(await account()).toMatchObject({ is_operator: false });
    const nobody = await post('operators/', { email: 'unknown@example.com' }, operatorToken);
    expect(nobody.status).toBe(409);
    const { id } = (await post('operators/', { email }, operatorToken)).body;
    expect((await get('operators/', operatorToken)).body).toContainEqual({
      ...{ id, email, since: expect.any(String), enrolled: false, own: false },
    });
    expect(await account()).toMatchObject({ is_operator: true });
    const { token, userId } = await enrolled('taken');
    const listed: { id: number; own: boolean }[] = (await get('operators/', token)).body;
    expect(listed.filter(({ own }) => own).map(({ id }) => id)).toEqual([userId]);
    expect((await post(`operators/${userId}/reset/`, {}, operatorToken)).status).toBe(200);
    expect((await get('audit/', token)).status).toBe(403);
    expect((await get('session/', token)).body).toMatchObject({ enrolled: false, until: null });
    expect((await post(`operators/${userId}/remove/`, {}, operatorToken)).status).toBe(200);
    expect((await get('session/', token)).status).toBe(403);
    expect((await post(`operators/${userId}/remove/`, {}, operatorToken)).status).toBe(404);
  });

  test('keeps the second factor after a change of the secret', async () => {
    const { token, secret } = await enrolled('rotated');
    const { jwtSecret } = api().config;
    Object.assign(api().config, { jwtSecret: 'another secret', jwtSecretBefore: jwtSecret });
    api().clock.offset += 60_000;
    const answer = await post('session/', { code: createCode(api(), secret) }, token);
    expect(answer.status).toBe(200);
    Object.assign(api().config, { jwtSecret, jwtSecretBefore: 'another secret' });
  });

  test('refuses to lock or delete the account of an operator', async () => {
    const own = await newOperator(api(), 'own-member', true);
    const other = await newOperator(api(), 'other-member', true);
    const path = `members/${own.userId}`;
    for (const action of ['lock', 'delete'])
      expect(await post(`${path}/${action}/`, {}, own.token)).toMatchObject({
        status: 409,
        body: { detail: "You can't do this to your own account. Ask another operator." },
      });
    const [user] = await api().db.select().from(users).where(eq(users.id, own.userId));
    expect(user).toMatchObject({ email: own.email, lockedAt: null, deletedAt: null });
    for (const action of ['lock', 'delete'])
      expect(await post(`${path}/${action}/`, {}, other.token)).toMatchObject({
        status: 409,
        body: { detail: 'This member is an operator. Remove the operator first.' },
      });
    expect((await post(`${path}/lock/`, {}, api().config.operatorToken)).status).toBe(200);
    expect((await post(`${path}/delete/`, {}, api().config.operatorToken)).status).toBe(200);
  });

  test('refuses to remove or reset the own account', async () => {
    const own = await newOperator(api(), 'own', true);
    const other = await newOperator(api(), 'other', false);
    for (const act of ['remove', 'reset']) {
      const refused = await post(`operators/${own.userId}/${act}/`, {}, own.token);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringMatching(/your own account/),
      ]);
      const code = await freshCode(api(), own.userId);
      expect((await post(`operators/${other.userId}/${act}/`, { code }, own.token)).status).toBe(
        act === 'remove' ? 200 : 404,
      );
    }
    expect((await get('audit/', own.token)).status).toBe(200);
  });

  test('records the account that acted, while it exists', async () => {
    const { token, email, userId } = await newOperator(api(), 'recorded', true);
    const [student] = await api().newCrowd('acted-on', 1);
    expect((await post(`members/${student?.id}/lock/`, {}, token)).status).toBe(200);
    const entry = { action: 'lock member', target: student?.id, status: 200 };
    expect((await get('audit/', token)).body[0]).toMatchObject({ ...entry, who: email });
    const { operatorToken } = api().config;
    expect((await post(`members/${userId}/delete/`, {}, operatorToken)).status).toBe(200);
    const [, old] = (await get('audit/', operatorToken)).body;
    expect(old).toMatchObject({ ...entry, who: `account ${userId}` });
  });
});
