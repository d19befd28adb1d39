import { count, eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { users } from '../src/db/schema';
import { onEveryDatabase } from './harness';

onEveryDatabase('accounts', (api) => {
  test('register, verify, log in, profile', async () => {
    const email = 'ada@example.com';
    const registered = await api().send('POST', '/api/register/', {
      username: email,
      email,
      password: 'Secret-123!',
      recaptcha: await api().human(),
    });
    expect(registered.status).toBe(201);
    const early = await api().send('POST', '/api/token/', { username: email, password: 'Secret-123!', recaptcha: await api().human() });
    expect(early).toMatchObject({ status: 401, body: { detail: expect.stringContaining('not verified') } });
    const token = /token=(\S+)/.exec((await api().lastMail(email))?.body ?? '')?.[1];
    expect((await api().send('POST', '/api/auth/verify-email/', { token })).status).toBe(200);
    expect((await api().send('POST', '/api/auth/verify-email/', { token })).status).toBe(200); // a second click is no error
    expect((await api().send('POST', '/api/auth/verify-email/', { token: 'x' })).status).toBe(400);
    const { access } = await api().logIn(email, 'Secret-123!');
    expect(await api().send('GET', '/api/me/', undefined, access)).toMatchObject({ status: 200, body: { email, is_coach: false } });
  });

  test('the user name is the email address; a token of somebody who is gone is nobody’s', async () => {
    const body = { username: 'kim', email: 'kim-is-not@example.com', password: 'Secret-123!', recaptcha: await api().human() };
    expect((await api().send('POST', '/api/register/', body)).status).toBe(400);
    const token = await api().newStudent('leaver');
    await api().db.delete(users).where(eq(users.email, 'leaver@example.com'));
    expect((await api().send('GET', '/api/me/', undefined, token)).status).toBe(401);
  });

  test('a wrong password and an unknown address get the same words', async () => {
    const refused = { status: 401, body: { detail: 'No active account found with the given credentials' } };
    expect(
      await api().send('POST', '/api/token/', { username: 'student@carry.example', password: 'wrong', recaptcha: await api().human() }),
    ).toEqual(refused);
    expect(
      await api().send('POST', '/api/token/', { username: 'nobody@carry.example', password: 'wrong', recaptcha: await api().human() }),
    ).toEqual(refused);
  });

  test('registering a known address again says the same and changes nothing', async () => {
    const before = await api().db.select({ n: count() }).from(users);
    const again = await api().send('POST', '/api/register/', {
      username: 'student@carry.example',
      email: 'student@carry.example',
      password: 'Other-123!',
      recaptcha: await api().human(),
    });
    expect(again.status).toBe(201);
    expect(await api().db.select({ n: count() }).from(users)).toEqual(before);
    expect((await api().lastMail('student@carry.example'))?.subject).toContain('already have an account');
    expect((await api().asStudent()).access).toBeTruthy();
  });

  test.each([
    ['no digit', 'Secret-abc!'],
    ['no special character', 'Secret1234'],
    ['too short', 'Ab1!'],
  ])('a password with %s is refused', async (_, password) => {
    const answer = await api().send('POST', '/api/register/', {
      username: 'w@example.com',
      email: 'w@example.com',
      password,
      recaptcha: await api().human(),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'Password must be at least 8 characters and include a number and special character.' },
    });
  });

  test('a human verification counts once, and only when it is real', async () => {
    const recaptcha = await api().human();
    const credentials = { username: 'student@carry.example', password: 'wrong', recaptcha };
    expect((await api().send('POST', '/api/token/', credentials)).status).toBe(401);
    const refused = { status: 400, body: { detail: 'Human verification failed. Please try again.' } };
    expect(await api().send('POST', '/api/token/', credentials)).toEqual(refused);
    for (const forged of ['', 'x', btoa('{}'), btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }))]) {
      expect(await api().send('POST', '/api/token/', { ...credentials, recaptcha: forged })).toEqual(refused);
    }
  });

  test('refresh rotates; a used token works again for a moment and then ends the family', async () => {
    const first = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const second = await renew(first.refresh);
    expect(second.status).toBe(200);
    expect((await renew(first.refresh)).body.refresh).toBe(second.body.refresh);
    api().clock.offset += 11_000;
    expect((await renew(first.refresh)).status).toBe(401);
    expect((await renew(second.body.refresh)).status).toBe(401);
  });

  test('access tokens: only our own, of the right kind, and not expired', async () => {
    const { access, refresh } = await api().asStudent();
    const me = (token: string) => api().send('GET', '/api/me/', undefined, token);
    expect((await me(access)).status).toBe(200);
    const [header, payload] = access.split('.');
    const none = `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${payload}.`;
    const signed = (claims: object, secret = api().config.jwtSecret) =>
      new SignJWT({ typ: 'access', sub: '2', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('carry-api')
        .setExpirationTime('5 min')
        .sign(new TextEncoder().encode(secret));
    const others = await Promise.all([signed({ typ: 'refresh' }), signed({ sub: 'two' }), signed({}, 'another secret of some length'), '']);
    const sessions = (authorization: string) => api().send('GET', '/api/my-sessions/', undefined, undefined, { authorization });
    expect((await sessions(`Bearer ${await signed({})}`)).status).toBe(200);
    expect((await sessions(`Basic ${access}`)).status).toBe(401);
    for (const forged of [refresh, 'x', none, `${header}.${payload}.AAAA`, ...others]) {
      expect((await me(forged)).status).toBe(401);
      expect((await sessions(`Bearer ${forged}`)).status).toBe(401);
    }
    api().clock.offset += 11 * 60_000;
    expect((await me(access)).status).toBe(401);
  });

  test('a reset link works once, only for its owner, and ends all sessions', async () => {
    const email = 'reset@example.com';
    await api().newStudent('reset');
    const session = await api().logIn(email, 'Secret-123!');
    await api().send('POST', '/api/auth/password-reset/', { email, recaptcha: await api().human() });
    const [, uid, token] = /uid=(\d+)&token=(\S+)/.exec((await api().lastMail(email))?.body ?? '') ?? [];
    const confirm = (body: object) => api().send('POST', '/api/auth/password-reset-confirm/', body);
    expect((await confirm({ uid, token, new_password: 'weak' })).status).toBe(400);
    expect((await confirm({ uid: '1', token, new_password: 'Changed-123!' })).status).toBe(400);
    expect((await confirm({ uid, token, new_password: 'Changed-123!' })).status).toBe(200);
    expect((await confirm({ uid, token, new_password: 'Changed-456!' })).status).toBe(400);
    expect((await api().send('POST', '/api/token/refresh/', { refresh: session.refresh })).status).toBe(401);
    expect((await api().logIn(email, 'Changed-123!')).access).toBeTruthy();
    const unknown = await api().send('POST', '/api/auth/password-reset/', { email: 'nobody@example.com', recaptcha: await api().human() });
    expect(unknown.status).toBe(200);
  });
});
