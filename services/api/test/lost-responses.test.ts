import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { iphone, member, PASSWORD } from './member';

const NEXT = 'Next-2026!';
const OTHER = 'Other-2026!';

onEveryDatabaseAtNight('requests repeated after a lost response', (api) => {
  const mailed = async (email: string) => (await api().lastMail(email))?.body ?? '';
  const canLogIn = async (email: string, password: string) =>
    (await api().logIn(email, password)).access !== undefined;

  async function registered(name: string) {
    const email = `${name}@example.com`;
    const body = { username: email, email, password: PASSWORD, recaptcha: await api().human() };
    await api().send('POST', '/api/register/', body);
    const token = /verify-email\?token=([\w-]+)/.exec(await mailed(email))?.[1] ?? '';
    const verify = (password: string) =>
      api().send('POST', '/api/auth/verify-email/', { token, new_password: password });
    return { email, verify };
  }

  async function forgetful(name: string) {
    const { email } = await member(api(), name);
    const recaptcha = await api().human();
    await api().send('POST', '/api/auth/password-reset/', { email, recaptcha });
    const [, uid, token] = /uid=(\d+)&token=([\w-]+)/.exec(await mailed(email)) ?? [];
    const reset = (password: string, of = uid) =>
      api().send('POST', '/api/auth/password-reset-confirm/', {
        ...{ uid: of, token, new_password: password },
      });
    return { email, reset };
  }

  test('the password stays changed', async () => {
    const { email, post } = await member(api(), 'changed');
    const change = () => post('password/', { password: PASSWORD, new_password: NEXT });
    for (let time = 0; time < 12; time++)
      expect(await change()).toEqual({ status: 200, body: { detail: 'Password changed' } });
    expect(await canLogIn(email, NEXT)).toBe(true);
    const notices = (await api().mailsTo(email)).filter(({ subject }) =>
      subject.includes('has changed'),
    );
    expect(notices).toHaveLength(1);
  });

  test('the password is changed by requests at the same time', async () => {
    const { post } = await member(api(), 'impatient');
    const change = () => post('password/', { password: PASSWORD, new_password: NEXT });
    const responses = await Promise.all([change(), change()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a repeated change signs out the other devices, too', async () => {
    const { email, post, logIn, me } = await member(api(), 'signed-out');
    await post('password/', { password: PASSWORD, new_password: NEXT });
    const phone = await logIn(iphone, email, NEXT);
    expect((await post('password/', { password: PASSWORD, new_password: NEXT })).status).toBe(200);
    expect(await me(phone.access)).toBe(401);
  });

  test('guesses of the new password are limited, too', async () => {
    const { post } = await member(api(), 'guessed');
    const statuses = [];
    for (let time = 0; time < 11; time++)
      statuses.push(
        (await post('password/', { password: `Wrong-${time}!`, new_password: `Guess-${time}!` }))
          .status,
      );
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });

  test('a link that verified with a new password is still valid', async () => {
    const { email, verify } = await registered('verified');
    expect((await verify(NEXT)).body).toHaveProperty('access');
    const repeated = { status: 200, body: { detail: 'Your email address is verified.' } };
    expect(await verify(NEXT)).toEqual(repeated);
    expect(await verify(OTHER)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
    expect([await canLogIn(email, NEXT), await canLogIn(email, OTHER)]).toEqual([true, false]);
  });

  test('a link verifies once, by requests at the same time', async () => {
    const { verify } = await registered('hasty');
    const responses = await Promise.all([verify(NEXT), verify(NEXT)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.filter(({ body }) => 'access' in body)).toHaveLength(1);
  });

  test('a link that reset the password is still valid', async () => {
    const { email, reset } = await forgetful('forgetful');
    expect((await reset(NEXT)).body).toHaveProperty('access');
    const repeated = { status: 200, body: { detail: 'Password updated. You can now log in.' } };
    expect(await reset(NEXT)).toEqual(repeated);
    const expired = { status: 400, body: { detail: 'Link invalid or expired.' } };
    expect(await reset(OTHER)).toEqual(expired);
    expect(await reset(NEXT, '1')).toEqual(expired);
    expect([await canLogIn(email, NEXT), await canLogIn(email, OTHER)]).toEqual([true, false]);
  });

  test('a used link limits guesses of the password', async () => {
    const { reset } = await forgetful('leaked');
    await reset(NEXT);
    const statuses = [];
    for (let time = 0; time < 11; time++) statuses.push((await reset(`Guess-${time}!`)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('a link resets once, by requests at the same time', async () => {
    const { reset } = await forgetful('eager');
    const responses = await Promise.all([reset(NEXT), reset(NEXT)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.filter(({ body }) => 'access' in body)).toHaveLength(1);
  });

  test('a link changes the address once, by requests at the same time', async () => {
    const { post, get } = await member(api(), 'moving');
    const next = 'moved-once@example.com';
    await post('email/', { email: next, password: PASSWORD });
    const token = /token=([\w-]+)/.exec(await mailed(next))?.[1];
    const confirm = () =>
      api().send('POST', '/api/auth/verify-email/', { token, password: PASSWORD });
    const responses = await Promise.all([confirm(), confirm()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get()).body.email).toBe(next);
  });

  test('an account is deleted by requests at the same time', async () => {
    const { post } = await member(api(), 'done');
    const responses = await Promise.all(
      [0, 1, 2].map(() => post('delete/', { password: PASSWORD })),
    );
    for (const { status, body } of responses)
      expect(status === 200 || body.code === 'account_deleted').toBe(true);
  });

  test('a deleted account is named as the reason', async () => {
    const { email, post, get } = await member(api(), 'gone');
    expect((await post('delete/', { password: PASSWORD })).status).toBe(200);
    expect(await post('delete/', { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: 'account_deleted' },
    });
    expect((await get()).body.code).toBe('account_deleted');
    const { access } = await member(api(), 'locked-out');
    const locked = eq(users.email, 'locked-out@example.com');
    await api().db.update(users).set({ lockedAt: api().now() }).where(locked);
    expect((await get('', access)).body).not.toHaveProperty('code');
    expect(await canLogIn(email, PASSWORD)).toBe(false);
  });
});
