import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { demo } from '../src/app/demo';
import { deleteExpired } from '../src/app/retention';
import { chatSignIns, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

interface Person {
  username: string;
  email: string;
  verified?: string;
}

onEveryDatabaseAtNight('signing in with Discord', (api) => {
  const call = (path: string, cookie = '', body: unknown = {}) =>
    api().app.request(`${api().config.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const getCookie = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .find((pair) => !pair.endsWith('=')) ?? '';

  async function approve(person: Person, answer = 'yes') {
    const started = await call('/api/oauth/discord/sign-in/', '', { coach: 1 });
    const { url } = (await started.json()) as { url: string };
    const approved = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ verified: 'yes', ...person, answer }),
      redirect: 'manual',
    });
    const callback = approved.headers.get('location') ?? '';
    const arrive = (cookie: string) => api().app.request(callback, { headers: { cookie } });
    return { url, cookie: getCookie(started), arrive };
  }
  async function grant(person: Person): Promise<string> {
    const { arrive, cookie } = await approve(person);
    return getCookie(await arrive(cookie));
  }
  async function signIn(person: Person) {
    const response = await call('/api/oauth/discord/session/', await grant(person));
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
    return { status: response.status, body: (await response.json()) as any };
  }
  const profile = async (access: string) =>
    (await api().send('GET', '/api/me/', undefined, access)).body;
  const codeTo = async (email: string) =>
    /Enter (\d{6})/.exec((await api().lastMail(email))?.body ?? '')?.[1] ?? '';
  const confirm = async (request: string, email: string) =>
    api().send('POST', '/api/auth/code/confirm/', { request, code: await codeTo(email) });

  test('asks for the address only, with state and PKCE', async () => {
    const { url } = await approve({ username: 'asks', email: 'asks@example.com' });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      scope: 'identify email',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{43}$/),
    });
  });

  test('returns to the booking page and signs in once, in one browser', {
    tags: ['@fault-11.8'],
  }, async () => {
    const { arrive, cookie } = await approve({ username: 'ash', email: 'Ash@example.com' });
    const refused = await arrive('carry_chat_state=another');
    expect([refused.status, refused.headers.get('location'), getCookie(refused)]).toEqual([
      302,
      'http://site.test/booking/1#discord=expired',
      '',
    ]);
    const back = await arrive(cookie);
    expect(back.headers.get('location')).toBe('http://site.test/booking/1#discord=granted');
    expect(back.headers.getSetCookie().join()).toMatch(
      /carry_chat_grant=[\w-]{43}; Max-Age=120; Path=\/api\/oauth\/discord\/; HttpOnly; SameSite=Lax/,
    );
    const again = await arrive(cookie);
    expect([again.headers.get('location'), getCookie(again)]).toEqual([
      'http://site.test/login',
      '',
    ]);
    expect((await call('/api/oauth/discord/session/')).status).toBe(400);
    const opened = await call('/api/oauth/discord/session/', getCookie(back));
    const body = (await opened.json()) as { access: string; username: string };
    expect(body.username).toBe('ash');
    expect(await profile(body.access)).toMatchObject({ email: 'ash@example.com' });
    expect((await call('/api/oauth/discord/session/', getCookie(back))).status).toBe(400);
    const later = await signIn({ username: 'ash', email: 'moved@example.com' });
    expect(await profile(later.body.access)).toMatchObject({ email: 'ash@example.com' });
  });

  test('reports a refusal and accepts no expired grant', async () => {
    const refused = await approve({ username: 'no', email: 'no@example.com' }, 'no');
    expect((await refused.arrive(refused.cookie)).headers.get('location')).toMatch(
      /\/booking\/1#discord=refused$/,
    );
    const cookie = await grant({ username: 'late', email: 'late@example.com' });
    api().clock.offset += 3 * 60_000;
    expect((await call('/api/oauth/discord/session/', cookie)).status).toBe(400);
    api().clock.offset -= 3 * 60_000;
  });

  test('returns to the booking page after ten minutes', async () => {
    const { arrive, cookie } = await approve({ username: 'slow', email: 'slow@example.com' });
    await grant({ username: 'slower', email: 'slower@example.com' });
    api().clock.offset += 11 * 60_000;
    await deleteExpired(api());
    const chatIds = (await api().db.select().from(chatSignIns)).map(({ chatId }) => chatId);
    expect(new Set(chatIds)).toEqual(new Set([null]));
    for (const sent of [cookie, '']) {
      const back = await arrive(sent);
      expect([back.status, back.headers.get('location'), getCookie(back)]).toEqual([
        302,
        'http://site.test/booking/1#discord=expired',
        '',
      ]);
    }
    api().clock.offset += 24 * 60 * 60_000;
    await deleteExpired(api());
    expect((await arrive(cookie)).headers.get('location')).toBe('http://site.test/login');
    api().clock.offset -= (24 * 60 + 11) * 60_000;
  });

  test('cannot use a state as a grant', async () => {
    const { cookie, url } = await approve({ username: 'mix', email: 'mix@example.com' });
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(cookie).toBeTruthy();
    expect((await call('/api/oauth/discord/session/', `carry_chat_grant=${state}`)).status).toBe(
      400,
    );
    expect(await api().db.select().from(chatSignIns)).not.toEqual([]);
  });

  test('refuses an address that Discord has not verified', async () => {
    const answer = await signIn({ username: 'raw', email: 'raw@example.com', verified: 'no' });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('no verified email') },
    });
    expect(await api().db.select().from(users).where(eq(users.email, 'raw@example.com'))).toEqual(
      [],
    );
  });

  test('links to an existing account only after a code from its mailbox', async () => {
    const { email } = demo.student;
    const first = await signIn({ username: 'kim', email });
    expect(first).toMatchObject({ status: 202, body: { email, username: 'kim' } });
    expect(first.body.access).toBeUndefined();
    expect((await api().lastMail(email))?.body).toContain('Discord user kim');
    const second = await signIn({ username: 'kim', email });
    expect(second.status).toBe(202);
    const { body } = await confirm(second.body.request, email);
    expect(await profile(body.access)).toMatchObject({ email });
    const third = await signIn({ username: 'kim', email });
    expect(await profile(third.body.access)).toMatchObject({ email });
  });

  test('a mailbox owner takes over an account that Discord opened', {
    tags: ['@fault-D12'],
  }, async () => {
    const email = 'former@example.com';
    const stranger = await signIn({ username: 'former-owner', email });
    expect(stranger.status).toBe(200);
    const asked = await api().send('POST', '/api/auth/code/', { email });
    const owner = await confirm(asked.body.request, email);
    expect(owner.status).toBe(200);
    const { refresh } = stranger.body;
    expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(401);
    expect((await signIn({ username: 'former-owner', email })).status).toBe(202);
  });

  test('a coach invitation revokes an account that Discord opened', {
    tags: ['@fault-D12'],
  }, async () => {
    const email = 'invited@example.com';
    const stranger = await signIn({ username: 'invited-before', email });
    expect(stranger.status).toBe(200);
    const invited = await api().send(
      'POST',
      '/api/operator/coaches/',
      { email, name: 'Kim', time_zone: 'UTC' },
      api().config.operatorToken,
    );
    expect(invited.status).toBe(201);
    const { access, refresh } = stranger.body;
    expect((await api().send('GET', '/api/bookings/', undefined, access)).status).toBe(401);
    expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(401);
    expect((await signIn({ username: 'invited-before', email })).status).toBe(202);
    expect(await codeTo(email)).not.toBe('');
  });

  test('a password reset unlinks Discord', async () => {
    const email = 'reset-me@example.com';
    expect((await signIn({ username: 'reset-me', email })).status).toBe(200);
    const recaptcha = await api().human();
    await api().send('POST', '/api/auth/password-reset/', { email, recaptcha });
    const [, uid, token] =
      /uid=(\d+)&token=([\w-]+)/.exec((await api().lastMail(email))?.body ?? '') ?? [];
    const reset = await api().send('POST', '/api/auth/password-reset-confirm/', {
      ...{ uid, token },
      new_password: 'Secret-456!',
    });
    expect(reset.status).toBe(200);
    expect((await signIn({ username: 'reset-me', email })).status).toBe(202);
  });

  test('refuses a locked account', async () => {
    const person = { username: 'lock', email: 'lock@example.com' };
    expect((await signIn(person)).status).toBe(200);
    await api()
      .db.update(users)
      .set({ lockedAt: api().now() })
      .where(eq(users.email, person.email));
    expect((await signIn(person)).status).toBe(403);
  });
});
