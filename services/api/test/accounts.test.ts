import { count, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('accounts', (api) => {
  test('registers, verifies, signs in and reads the profile', async () => {
    const email = 'ada@example.com';
    const registered = await api().send('POST', '/api/register/', {
      username: email,
      email,
      password: 'Secret-123!',
      recaptcha: await api().human(),
    });
    expect(registered.status).toBe(201);
    const early = await api().send('POST', '/api/token/', {
      username: email,
      password: 'Secret-123!',
      recaptcha: await api().human(),
    });
    expect(early).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('not verified'), code: 'email_not_verified' },
    });
    const token = /token=(\S+)/.exec((await api().lastMail(email))?.body ?? '')?.[1];
    const verify = (token: string | undefined) =>
      api().send('POST', '/api/auth/verify-email/', { token, password: 'Secret-123!' });
    const verified = await verify(token);
    expect(verified).toMatchObject({ status: 200, body: { refresh: expect.any(String) } });
    expect(await api().send('GET', '/api/me/', undefined, verified.body.access)).toMatchObject({
      body: { email },
    });
    expect((await verify(token)).body).toEqual({ detail: 'Your email address is verified.' });
    expect((await verify('x')).status).toBe(400);
    const { access } = await api().logIn(email, 'Secret-123!');
    expect(await api().send('GET', '/api/me/', undefined, access)).toMatchObject({
      status: 200,
      body: { email, is_coach: false },
    });
  });

  test('hashes passwords with argon2id, salted and normalized', {
    tags: ['@fault-D10'],
  }, async () => {
    const same = 'Gr\u00fc\u00dfe-2026!';
    const emails = ['salt-one@example.com', 'salt-two@example.com'];
    for (const email of emails) {
      const body = { username: email, email, password: same, recaptcha: await api().human() };
      expect((await api().send('POST', '/api/register/', body)).status).toBe(201);
    }
    const stored = (await api().db.select().from(users).where(inArray(users.email, emails))).map(
      ({ passwordHash }) => passwordHash,
    );
    for (const hash of stored) {
      const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
      expect([Number(memory) >= 19_456, Number(time) >= 2]).toEqual([true, true]);
    }
    expect(new Set(stored).size).toBe(2);
    await api()
      .db.update(users)
      .set({ verifiedAt: api().now() })
      .where(inArray(users.email, emails));
    expect(
      (await api().logIn('  Salt-One@example.com ', same.normalize('NFD'))).access,
    ).toBeTruthy();
  });

  test('expires access tokens in ten minutes, refresh tokens in thirty days', async () => {
    const { access, refresh } = await api().asStudent();
    const { offset } = api().clock;
    const meIn = async (minutes: number) => {
      api().clock.offset = offset + minutes * 60_000;
      return (await api().send('GET', '/api/me/', undefined, access)).status;
    };
    expect([await meIn(9.9), await meIn(10.6)]).toEqual([200, 401]);
    const renewIn = async (days: number, token: string) => {
      api().clock.offset = offset + days * 24 * 3_600_000;
      return api().send('POST', '/api/token/refresh/', { refresh: token });
    };
    const renewed = await renewIn(29.9, refresh);
    expect(renewed.status).toBe(200);
    expect((await renewIn(60, renewed.body.refresh)).status).toBe(401);
    api().clock.offset = offset;
  });

  test('expires email links and accepts the newest only', {
    tags: ['@fault-D11', '@extra-23'],
  }, async () => {
    const email = 'linked@example.com';
    const { offset } = api().clock;
    const linkIn = async () =>
      /token=(\S+)/.exec((await api().lastMail(email))?.body ?? '')?.[1] ?? '';
    const again = () => api().send('POST', '/api/auth/resend-verification/', { email });
    const verify = async (token: string) =>
      (await api().send('POST', '/api/auth/verify-email/', { token, password: 'Secret-123!' }))
        .status;
    await api().send('POST', '/api/register/', {
      username: email,
      email,
      password: 'Secret-123!',
      recaptcha: await api().human(),
    });
    const first = await linkIn();
    await again();
    const second = await linkIn();
    expect(second).not.toBe(first);
    expect(await verify(first)).toBe(400);
    api().clock.offset = offset + 48.1 * 3_600_000;
    expect(await verify(second)).toBe(400);
    await again();
    api().clock.offset += 47.9 * 3_600_000;
    expect(await verify(await linkIn())).toBe(200);
    const { id } = (await api().lastMail(email)) ?? {};
    expect((await again()).status).toBe(200);
    expect((await api().lastMail(email))?.id).toBe(id);

    api().clock.offset = offset;
    const [row] = await api().db.select().from(users).where(eq(users.email, email));
    const reset = async (hours: number) => {
      api().clock.offset = offset;
      await api().send('POST', '/api/auth/password-reset/', {
        email,
        recaptcha: await api().human(),
      });
      const token = await linkIn();
      expect(await verify(token)).toBe(400);
      api().clock.offset = offset + hours * 3_600_000;
      return (
        await api().send('POST', '/api/auth/password-reset-confirm/', {
          uid: row?.id,
          token,
          new_password: 'Changed-123!',
        })
      ).status;
    };
    expect([await reset(1.1), await reset(0.9)]).toEqual([400, 200]);
    api().clock.offset = offset;
  });

  test('verifies the address with a password reset', async () => {
    const email = 'proves@example.com';
    await api().send('POST', '/api/register/', {
      username: email,
      email,
      password: 'Secret-123!',
      recaptcha: await api().human(),
    });
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const [, uid, token] =
      /uid=(\d+)&token=(\S+)/.exec((await api().lastMail(email))?.body ?? '') ?? [];
    await api().send('POST', '/api/auth/password-reset-confirm/', {
      uid,
      token,
      new_password: 'Changed-123!',
    });
    expect((await api().logIn(email, 'Changed-123!')).access).toBeTruthy();
  });

  test('rejects a user name that differs from the email', async () => {
    const body = {
      username: 'kim',
      email: 'kim-is-not@example.com',
      password: 'Secret-123!',
      recaptcha: await api().human(),
    };
    expect((await api().send('POST', '/api/register/', body)).status).toBe(400);
    const token = await api().newStudent('leaver');
    await api().db.delete(users).where(eq(users.email, 'leaver@example.com'));
    expect((await api().send('GET', '/api/me/', undefined, token)).status).toBe(401);
  });

  test('does not reveal whether an address exists', {
    tags: ['@fault-D9'],
  }, async () => {
    const refused = {
      status: 401,
      body: { detail: 'No active account found with the given credentials' },
    };
    expect(
      await api().send('POST', '/api/token/', {
        username: 'student@carry.example',
        password: 'wrong',
        recaptcha: await api().human(),
      }),
    ).toEqual(refused);
    expect(
      await api().send('POST', '/api/token/', {
        username: 'nobody@carry.example',
        password: 'wrong',
        recaptcha: await api().human(),
      }),
    ).toEqual(refused);
  });

  test('changes nothing when an address registers again', {
    tags: ['@fault-D9'],
  }, async () => {
    const before = await api().db.select({ n: count() }).from(users);
    const again = await api().send('POST', '/api/register/', {
      username: 'student@carry.example',
      email: 'student@carry.example',
      password: 'Other-123!',
      recaptcha: await api().human(),
    });
    expect(again.status).toBe(201);
    expect(await api().db.select({ n: count() }).from(users)).toEqual(before);
    expect((await api().lastMail('student@carry.example'))?.subject).toContain(
      'already have an account',
    );
    expect((await api().asStudent()).access).toBeTruthy();
  });

  test.each([
    ['no digit', 'Secret-abc!'],
    ['no special character', 'Secret1234'],
    ['too short', 'Ab1!'],
  ])('rejects a password with %s', async (_, password) => {
    const answer = await api().send('POST', '/api/register/', {
      username: 'w@example.com',
      email: 'w@example.com',
      password,
      recaptcha: await api().human(),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail:
          'Password must be at least 8 characters and include a number and special character.',
      },
    });
  });

  test('accepts a human verification once, for twenty minutes', {
    tags: ['@fault-C15'],
  }, async () => {
    const recaptcha = await api().human();
    const credentials = { username: 'student@carry.example', password: 'wrong', recaptcha };
    const logIn = (recaptcha: string) =>
      api().send('POST', '/api/token/', { ...credentials, recaptcha });
    expect((await logIn(recaptcha)).status).toBe(401);
    const refused = {
      status: 400,
      body: { detail: 'Human verification failed. Please try again.' },
    };
    expect(await logIn(recaptcha)).toEqual(refused);
    const { challenge, solution } = JSON.parse(atob(await api().human()));
    const { body: another } = await api().send('GET', '/api/captcha/challenge/');
    const easier = {
      ...challenge,
      parameters: { ...challenge.parameters, cost: 1, keyPrefix: '' },
    };
    const forgeries = [
      { challenge: another, solution },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge, solution: {} },
      { challenge: easier, solution },
      { challenge: { ...challenge, signature: undefined }, solution },
      { challenge: { parameters: {} }, solution: {} },
      {},
    ];
    for (const forged of ['', 'x', ...forgeries.map((payload) => btoa(JSON.stringify(payload)))])
      expect(await logIn(forged)).toEqual(refused);
    api().clock.offset -= 21 * 60_000;
    const old = await api().human();
    api().clock.offset += 21 * 60_000;
    expect(await logIn(old)).toEqual(refused);
  });

  test('requires human verification for sign-in, registration and resets', {
    tags: ['@fault-C15'],
  }, async () => {
    const email = 'robot@example.com';
    const body = { username: email, email, password: 'Secret-123!', recaptcha: 'none' };
    for (const path of ['/api/register/', '/api/token/', '/api/auth/password-reset/']) {
      expect(
        (
          await api().send('POST', path, {
            ...body,
            ...(path.includes('reset') && { email: 'student@carry.example' }),
          })
        ).status,
      ).toBe(400);
    }
    expect(await api().db.select().from(users).where(eq(users.email, email))).toEqual([]);
    expect((await api().lastMail('student@carry.example'))?.subject ?? '').not.toContain(
      'new password',
    );
  });

  test('redeems a reset link once and revokes all sessions', {
    tags: ['@fault-D11'],
  }, async () => {
    const email = 'reset@example.com';
    await api().newStudent('reset');
    const session = await api().logIn(email, 'Secret-123!');
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const [, uid, token] =
      /uid=(\d+)&token=(\S+)/.exec((await api().lastMail(email))?.body ?? '') ?? [];
    const confirm = (body: object) => api().send('POST', '/api/auth/password-reset-confirm/', body);
    expect((await confirm({ uid, token, new_password: 'weak' })).status).toBe(400);
    expect((await confirm({ uid: '1', token, new_password: 'Changed-123!' })).status).toBe(400);
    for (const broken of [
      { uid: 'abc', token },
      { uid, token: 'x'.repeat(300) },
    ])
      expect(await confirm({ ...broken, new_password: 'Changed-123!' })).toMatchObject({
        status: 400,
        body: { detail: 'Link invalid or expired.' },
      });
    const reset = await confirm({ uid, token, new_password: 'Changed-123!' });
    expect(reset).toMatchObject({
      status: 200,
      body: { detail: "Password updated. You're signed in." },
    });
    expect((await api().send('GET', '/api/me/', undefined, reset.body.access)).body).toMatchObject({
      email,
    });
    expect((await confirm({ uid, token, new_password: 'Changed-456!' })).status).toBe(400);
    expect(
      (await api().send('POST', '/api/token/refresh/', { refresh: session.refresh })).status,
    ).toBe(401);
    expect((await api().logIn(email, 'Changed-123!')).access).toBeTruthy();
    const unknown = await api().send('POST', '/api/auth/password-reset/', {
      email: 'nobody@example.com',
      recaptcha: await api().human(),
    });
    expect(unknown.status).toBe(200);
  });

  test('opens no session for a locked account after a reset', async () => {
    const email = 'reset-locked@example.com';
    await api().newStudent('reset-locked');
    const recaptcha = await api().human();
    await api().send('POST', '/api/auth/password-reset/', { email, recaptcha });
    const [, uid, token] =
      /uid=(\d+)&token=(\S+)/.exec((await api().lastMail(email))?.body ?? '') ?? [];
    await api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.email, email));
    expect(
      await api().send('POST', '/api/auth/password-reset-confirm/', {
        ...{ uid, token },
        new_password: 'Changed-123!',
      }),
    ).toEqual({ status: 200, body: { detail: 'Password updated. You can now log in.' } });
  });
});
