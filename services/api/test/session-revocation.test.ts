import { verify } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { createApp } from '../src/app/app';
import type { Database } from '../src/core/db/open';
import { chatLogins, chatSignIns, operatorSessions, operators, users } from '../src/core/db/schema';
import { issueMailToken } from '../src/features/accounts/mail-token';
import { unlinkChatLogins } from '../src/features/accounts/mailbox-owner';
import { digest, hashPassword } from '../src/features/accounts/passwords';
import { endSessions, openSession, renewSession } from '../src/features/accounts/refresh-token';
import { type Harness, onEveryDatabaseAtNight, onPostgres } from './harness';
import { createCode, newOperator } from './operator-session';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

const PASSWORD = 'Secret-123!';
const NEW_PASSWORD = 'Another-456!';

interface Session {
  userId: number;
  access: string;
  refresh: string;
  email: string;
}

async function newSession(api: Harness, name: string): Promise<Session> {
  const email = `${name}@example.com`;
  const [user] = await api.db
    .insert(users)
    .values({ email, passwordHash: await hashPassword(PASSWORD), verifiedAt: api.now() })
    .returning();
  const userId = user?.id ?? 0;
  return { userId, email, ...(await openSession(api, userId)) };
}

async function reset(api: Harness, userId: number) {
  const token = await issueMailToken(api.db, { userId, purpose: 'reset' }, api.now());
  const body = { uid: String(userId), token, new_password: NEW_PASSWORD };
  return api.send('POST', '/api/auth/password-reset-confirm/', body);
}

const sessionOf = (access: string): string =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sid;

const renew = (api: Harness, refresh: string) =>
  api.send('POST', '/api/token/refresh/', { refresh });
const readProfile = (api: Harness, access: string) =>
  api.send('GET', '/api/me/', undefined, access);

const revocations: Record<string, (api: Harness, session: Session) => Promise<unknown>> = {
  'a password reset': (api, { userId }) => reset(api, userId),
  'signing out the others': async (api, { userId }) => {
    const { access } = await openSession(api, userId);
    return api.send('POST', '/api/account/sign-out-others/', {}, access);
  },
  'signing out one device': async (api, { userId, access }) => {
    const other = await openSession(api, userId);
    const path = `/api/account/devices/${sessionOf(access)}/sign-out/`;
    return api.send('POST', path, {}, other.access);
  },
  'a sign-out': (api, { refresh }) => api.send('POST', '/api/token/revoke/', { refresh }),
  'an operator lock': async (api, { userId }) => {
    const act = (action: string) =>
      api.send('POST', `/api/operator/members/${userId}/${action}/`, {}, api.config.operatorToken);
    await act('lock');
    return act('unlock');
  },
};

onPostgres('a renewal in flight', (api) => {
  const waiting = sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const countWaiting = async () =>
    ((await api().db.execute(waiting)) as unknown as { rows: unknown[] }).rows.length;

  /** Runs `revoke` while a renewal has inserted the next token and not committed. */
  async function renewDuring(refresh: string, revoke: () => Promise<unknown>) {
    const revoked: Promise<unknown>[] = [];
    const renewed = await api().db.transaction(async (tx) => {
      const next = await renewSession({ ...api(), db: tx }, refresh);
      revoked.push(revoke());
      await expect.poll(countWaiting).toBe(1);
      return next;
    });
    await Promise.all(revoked);
    return renewed;
  }

  test.each(Object.entries(revocations))('does not survive %s', async (name, revoke) => {
    const session = await newSession(api(), name.replaceAll(' ', '-'));
    const renewed = await renewDuring(session.refresh, () => revoke(api(), session));
    expect((await readProfile(api(), renewed.access)).status).toBe(401);
    expect((await renew(api(), renewed.refresh)).status).toBe(401);
  });

  test('does not survive the detection of a reused token', async () => {
    const { refresh } = await newSession(api(), 'reused');
    const second = (await renew(api(), refresh)).body.refresh;
    const third = (await renew(api(), second)).body.refresh;
    const renewed = await renewDuring(third, () => renew(api(), refresh));
    expect((await renew(api(), renewed.refresh)).status).toBe(401);
  });

  test('does not delay the renewal of another account', async () => {
    const [held, other] = [await newSession(api(), 'held'), await newSession(api(), 'free')];
    await api().db.transaction(async (tx) => {
      await renewSession({ ...api(), db: tx }, held.refresh);
      expect((await renew(api(), other.refresh)).status).toBe(200);
    });
  });

  test('a Discord sign-in waits for a reset that unlinks it', async () => {
    const { userId, email } = await newSession(api(), 'unlinked');
    const cookie = await grantChat(api(), { userId, email });
    const answers: ReturnType<Harness['send']>[] = [];
    await api().db.transaction(async (tx) => {
      await endSessions(tx, userId, api().now());
      await unlinkChatLogins(tx, userId);
      const answer = api().send('POST', '/api/oauth/discord/session/', {}, undefined, { cookie });
      answers.push(answer);
      await Promise.race([answer, expect.poll(countWaiting).toBe(1)]);
    });
    expect((await answers[0])?.status).toBe(202);
  });
});

/** Links a Discord user to an account. Returns the cookie of a granted sign-in. */
async function grantChat(
  { db, now }: Harness,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const person = { chatId: `chat-${userId}`, username: 'kim', email };
  const expiresAt = new Date(now().getTime() + 60_000);
  await db.insert(chatLogins).values({ chatId: person.chatId, userId, linkedAt: now() });
  await db
    .insert(chatSignIns)
    .values({ ...person, coachId: 1, secretHash: digest(`grant ${userId}`), expiresAt });
  return `carry_chat_grant=grant ${userId}`;
}

/** Sends a request to an API that runs `before` and `after` around its transactions. */
async function sendAround(
  api: Harness,
  { before, after }: { before?: () => Promise<unknown>; after?: () => Promise<unknown> },
  { path, body = {}, headers = {} }: { path: string; body?: object; headers?: object },
) {
  const { db } = api;
  const transaction = async (work: (tx: Database) => Promise<unknown>) => {
    await before?.();
    const result = await db.transaction(work);
    await after?.();
    return result;
  };
  const watched = new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  });
  const response = await createApp({ ...api, db: watched }).request(api.config.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, body: (await response.json()) as any };
}

const signIns: Record<
  string,
  (api: Harness, session: Session) => Promise<{ path: string; body?: object; headers?: object }>
> = {
  'a password': async (api, { email }) => ({
    path: '/api/token/',
    body: { username: email, password: PASSWORD, recaptcha: await api.human() },
  }),
  'a code': async (api, { email }) => {
    const { request } = (await api.send('POST', '/api/auth/code/', { email })).body;
    const code = /Enter (\d{6})/.exec((await api.lastMail(email))?.body ?? '')?.[1];
    return { path: '/api/auth/code/confirm/', body: { request, code } };
  },
  'a reset link': async (api, { userId }) => {
    const token = await issueMailToken(api.db, { userId, purpose: 'reset' }, api.now());
    const body = { uid: String(userId), token, new_password: NEW_PASSWORD };
    return { path: '/api/auth/password-reset-confirm/', body };
  },
  'a verification link': async (api, { userId }) => {
    const token = await issueMailToken(api.db, { userId, purpose: 'verify' }, api.now());
    return { path: '/api/auth/verify-email/', body: { token, password: PASSWORD } };
  },
  Discord: async (api, { userId, email }) => ({
    path: '/api/oauth/discord/session/',
    headers: { cookie: await grantChat(api, { userId, email }) },
  }),
};

onEveryDatabaseAtNight('a sign-in', (api) => {
  test.each(Object.entries(signIns))(
    'with %s opens no session after a revocation',
    async (name, prepare) => {
      const session = await newSession(api(), `by-${name.replaceAll(' ', '-')}`);
      const request = await prepare(api(), session);
      const after = () => endSessions(api().db, session.userId, api().now());
      const { status, body } = await sendAround(api(), { after }, request);
      expect(status).toBe(200);
      expect((await renew(api(), body.refresh)).status).toBe(401);
    },
  );

  /** Resets the password while the API verifies the old one. */
  const resetDuringCheck = (userId: number) =>
    vi.mocked(verify).mockImplementationOnce(async () => {
      await reset(api(), userId);
      return true;
    });

  test('with the old password fails after a reset', async () => {
    const { userId, email } = await newSession(api(), 'old-password');
    const body = { username: email, password: PASSWORD, recaptcha: await api().human() };
    resetDuringCheck(userId);
    expect((await api().send('POST', '/api/token/', body)).status).toBe(401);
  });

  test('fails if an operator locks the account meanwhile', async () => {
    const { userId, email } = await newSession(api(), 'locked-meanwhile');
    const body = { username: email, password: PASSWORD, recaptcha: await api().human() };
    const before = () =>
      api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.id, userId));
    const request = { path: '/api/token/', body };
    expect((await sendAround(api(), { before }, request)).status).toBe(401);
  });

  test.each([
    ['password', { password: PASSWORD, new_password: 'A-thief-789!' }],
    ['email', { password: PASSWORD, email: 'thief@example.com' }],
    ['delete', { password: PASSWORD }],
  ])('the old password confirms no %s after a reset', async (call, body) => {
    const { userId, access } = await newSession(api(), `confirms-${call}`);
    resetDuringCheck(userId);
    expect(await api().send('POST', `/api/account/${call}/`, body, access)).toEqual({
      status: 403,
      body: { detail: 'Wrong password.' },
    });
  });
});

onEveryDatabaseAtNight("an operator's second factor", (api) => {
  const resetFactor = (userId: number) =>
    api().send('POST', `/api/operator/operators/${userId}/reset/`, {}, api().config.operatorToken);
  const findOperator = async (userId: number) =>
    (await api().db.select().from(operators).where(eq(operators.userId, userId)))[0];

  async function begin(name: string) {
    const { userId, token } = await newOperator(api(), name, false);
    const { secret } = (await api().send('POST', '/api/operator/second-factor/', {}, token)).body;
    return { userId, token, secret: secret as string };
  }

  test('opens no session after a reset', async () => {
    const { userId, token, secret } = await begin('reset');
    await api()
      .db.update(operators)
      .set({ confirmedAt: api().now() })
      .where(eq(operators.userId, userId));
    const before = () => resetFactor(userId);
    const answer = await sendAround(
      api(),
      { before },
      {
        path: '/api/operator/session/',
        body: { code: createCode(api(), secret) },
        headers: { authorization: `Bearer ${token}` },
      },
    );
    expect(answer.status).toBe(403);
    expect(
      await api().db.select().from(operatorSessions).where(eq(operatorSessions.userId, userId)),
    ).toEqual([]);
  });

  test('is not confirmed without a secret after a reset', async () => {
    const { userId, token, secret } = await begin('unconfirmed');
    const before = () => resetFactor(userId);
    const answer = await sendAround(
      api(),
      { before },
      {
        path: '/api/operator/second-factor/confirm/',
        body: { code: createCode(api(), secret) },
        headers: { authorization: `Bearer ${token}` },
      },
    );
    expect(answer.status).toBe(409);
    expect(await findOperator(userId)).toMatchObject({ secret: null, confirmedAt: null });
  });
});
