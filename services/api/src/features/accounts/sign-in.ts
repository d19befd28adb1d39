import { eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { coaches, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem, unauthorized } from '../../core/errors/problem';
import { getCaller } from '../../core/http/caller';
import type { Handler, Handlers } from '../../core/http/handler';
import { isUndelivered, undeliveredWords } from '../mail/delivery-failure';
import { newChallenge, requireHuman } from './captcha';
import { describeDevice } from './device';
import { lockAccount } from './lock-account';
import { LOCKED } from './mailbox-owner';
import { passwordMatches } from './passwords';
import { attemptSignIn } from './rate-limits';
import { openSession, renewSession, revokeSession } from './refresh-token';

export const SIGN_IN_METHODS: ('code' | 'discord')[] = ['code', 'discord'];

const WRONG = 'No active account found with the given credentials';
const NOT_VERIFIED =
  'Your email address is not verified. Please open the link in the email we sent you.';

const device = (context: Context) => describeDevice(context.req.header('user-agent'));

const signIn: Handler<'POST /api/token/'> = async (
  deps,
  { body: { username, password, recaptcha }, context },
) => {
  const { db, config, now } = deps;
  await requireHuman(deps, recaptcha);
  const network = getCaller(context, config.proxies);
  const counted = await attemptSignIn(db, now(), { account: username, network });
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, username.trim().toLowerCase()));
  if (!(await passwordMatches(user?.passwordHash, password)) || !user)
    throw new Problem(401, WRONG);
  await counted.forgive();
  if (!user.verifiedAt)
    throw new Problem(
      401,
      (await isUndelivered(db, user.email))
        ? `Your email address is not verified. ${undeliveredWords(user.email)}`
        : NOT_VERIFIED,
      { code: 'email_not_verified' },
    );
  return transact(db, async (tx) => {
    const current = await lockAccount(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw new Problem(401, WRONG);
    if (current.lockedAt) throw new Problem(401, LOCKED);
    return openSession({ ...deps, db: tx }, user.id, device(context));
  });
};

const getProfile: Handler<'GET /api/me/'> = async ({ db }, { userId: id }) => {
  const [user] = await db
    .select({ email: users.email, coachId: coaches.id })
    .from(users)
    .leftJoin(coaches, eq(coaches.userId, users.id))
    .where(eq(users.id, id));
  if (!user) throw unauthorized();
  return { id, email: user.email, is_coach: user.coachId !== null, coach_id: user.coachId };
};

export const signInHandlers = {
  'GET /api/captcha/challenge/': async (deps) => newChallenge(deps),
  'GET /api/auth/methods/': async () => ({ methods: SIGN_IN_METHODS }),
  'POST /api/token/': signIn,
  'POST /api/token/refresh/': (deps, { body, context }) =>
    renewSession(deps, body.refresh, device(context)),
  'POST /api/token/revoke/': async (deps, { body }) => {
    await revokeSession(deps, body.refresh);
    return { detail: 'Signed out.' };
  },
  'GET /api/me/': getProfile,
} satisfies Partial<Handlers>;
