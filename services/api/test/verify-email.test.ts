import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../src/core/db/schema';
import { openSession } from '../src/features/accounts/refresh-token';
import { onEveryDatabaseAtNight } from './harness';

const STRANGERS = 'Stranger-1!';
const OWNERS = 'Owner-2026!';

onEveryDatabaseAtNight('verifying an address that a stranger registered', (api) => {
  const register = async (email: string, password = STRANGERS) =>
    api().send('POST', '/api/register/', {
      username: email,
      email,
      password,
      recaptcha: await api().human(),
    });
  const linkTo = async (email: string) =>
    /verify-email\?token=([\w-]+)/.exec((await api().lastMail(email))?.body ?? '')?.[1] ?? '';
  const verify = (token: string, proof: object) =>
    api().send('POST', '/api/auth/verify-email/', { token, ...proof });

  test('rejects the link alone and a wrong password', { tags: ['@fault-D12'] }, async () => {
    const email = 'alone@example.com';
    await register(email);
    const token = await linkTo(email);
    expect(await verify(token, {})).toEqual({
      status: 400,
      body: {
        detail: 'Please enter your account password.',
        code: 'password_required',
      },
    });
    expect(await verify(token, { password: OWNERS })).toEqual({
      status: 403,
      body: { detail: 'Wrong password.' },
    });
    expect((await verify(token, { new_password: 'weak' })).status).toBe(400);
    expect((await api().logIn(email, STRANGERS)).access).toBeUndefined();
  });

  test('needs no password in the browser that registered', async () => {
    const email = 'once@example.com';
    const { registration } = (await register(email)).body;
    const { body: other } = await register('other-browser@example.com');
    const token = await linkTo(email);
    for (const wrong of [other.registration, `${registration}x`, ''])
      expect(await verify(token, { registration: wrong })).toMatchObject({
        status: 400,
        body: { code: 'password_required' },
      });
    expect(await verify('x', { registration })).toMatchObject({
      status: 400,
      body: { code: 'link_expired' },
    });
    const verified = await verify(token, { registration });
    expect(verified).toMatchObject({ status: 200, body: { access: expect.any(String) } });
    expect((await api().logIn(email, STRANGERS)).access).toBeTruthy();
    expect((await verify(token, { registration })).body).toEqual({
      detail: 'Your email address is verified.',
    });
  });

  test('keeps the first registration when a stranger repeats it', async () => {
    const email = 'repeated@example.com';
    const { registration } = (await register(email)).body;
    const { body: second } = await register(email, OWNERS);
    const token = await linkTo(email);
    expect((await verify(token, { registration: second.registration })).status).toBe(400);
    expect((await verify(token, { registration })).status).toBe(200);
  });

  test('forgets the registration when the password is reset', async () => {
    const email = 'reset-first@example.com';
    const { registration } = (await register(email)).body;
    const token = await linkTo(email);
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const reset = (await api().lastMail(email))?.body ?? '';
    const [, uid, resetToken] = /uid=(\d+)&token=([\w-]+)/.exec(reset) ?? [];
    const body = { uid, token: resetToken, new_password: OWNERS };
    expect((await api().send('POST', '/api/auth/password-reset-confirm/', body)).status).toBe(200);
    expect((await verify(token, { registration })).status).toBe(400);
  });

  test("ends the stranger's password when the owner sets one", {
    tags: ['@fault-D12'],
  }, async () => {
    const email = 'hijacked@example.com';
    await register(email);
    const token = await linkTo(email);
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    const before = await openSession(api(), user?.id ?? 0);
    expect((await verify(token, { new_password: OWNERS })).status).toBe(200);
    expect((await api().logIn(email, STRANGERS)).access).toBeUndefined();
    expect((await api().logIn(email, OWNERS)).access).toBeTruthy();
    const { refresh } = before;
    expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(401);
    expect((await verify(token, { new_password: STRANGERS })).status).toBe(400);
    expect((await api().logIn(email, OWNERS)).access).toBeTruthy();
  });

  test('sends a new link to an owner who registers after the stranger', async () => {
    const email = 'second@example.com';
    await register(email);
    const first = await linkTo(email);
    expect((await register(email, OWNERS)).status).toBe(201);
    const token = await linkTo(email);
    expect(token).not.toBe(first);
    expect((await verify(token, { new_password: OWNERS })).status).toBe(200);
    expect((await api().logIn(email, OWNERS)).access).toBeTruthy();
    expect((await api().logIn(email, STRANGERS)).access).toBeUndefined();
  });

  test('limits guesses of the password', async () => {
    const email = 'guessed@example.com';
    await register(email);
    const token = await linkTo(email);
    const statuses = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await verify(token, { password: `Wrong-${index}!` })).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });
});
