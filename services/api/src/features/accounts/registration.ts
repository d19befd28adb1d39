import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { eq, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import { users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { alreadyRegisteredMail, verificationMail } from '../mail/account-messages';
import { isUndelivered, undeliveredWords } from '../mail/delivery-failure';
import { type Mail, queueMail } from '../mail/outbox';
import { requireHuman } from './captcha';
import { issueMailToken, withExpiry } from './mail-token';
import { digest, hashPassword, newSecret } from './passwords';
import { limitMail } from './rate-limits';

const CHECK_MAIL = 'Please check your email to verify your account.';
/** Resends need no human verification, so their queue is limited to leave room for registrations. */
const MAX_RESENDS_WAITING = 200;

const register: Handler<'POST /api/register/'> = async (
  deps,
  { body: { username, email, password, recaptcha } },
) => {
  if (username !== email) throw new Problem(400, 'Username: must be the email address');
  if (!isStrong(password)) throw new Problem(400, WEAK_PASSWORD);
  await requireHuman(deps, recaptcha);
  const registration = newSecret();
  const user = {
    email,
    passwordHash: await hashPassword(password),
    registrationHash: digest(registration),
  };
  if (!deps.background.later('a registration', () => addUser(deps, user)))
    throw new Problem(503, "We're very busy right now. Please try again.", {
      headers: { 'retry-after': '5' },
    });
  return { detail: CHECK_MAIL, registration };
};

async function createVerification(
  { db, config, now }: Dependencies,
  userId: number,
  email: string,
): Promise<Mail> {
  const link = { userId, purpose: 'verify' as const };
  const token = await issueMailToken(db, link, now());
  return withExpiry(verificationMail(config, email, token), link, now());
}

/** Adds a user and sends the verification mail. An existing account gets a notice instead; the response is the same. */
async function addUser(
  deps: Dependencies,
  newUser: { email: string; passwordHash: string; registrationHash: string },
): Promise<void> {
  const { db, now } = deps;
  const { email } = newUser;
  try {
    await db.transaction(async (tx) => {
      const [user] = await tx.insert(users).values(newUser).returning({ id: users.id });
      if (!user) throw new Error('the insert returned no user');
      if (!(await limitMail(tx, now(), { kind: 'register', address: email }))) return;
      await queueMail(tx, await createVerification({ ...deps, db: tx }, user.id, email), now());
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await mailRegistered(deps, email);
  }
}

/** Emails an already registered address. An unverified one gets a new link, because a stranger may have registered it. */
async function mailRegistered(deps: Dependencies, email: string): Promise<void> {
  const { db, config, now } = deps;
  if (!(await limitMail(db, now(), { kind: 'registered', address: email }))) return;
  const [user] = await db
    .select({ id: users.id, verifiedAt: users.verifiedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  const mail =
    user && !user.verifiedAt
      ? await createVerification(deps, user.id, email)
      : alreadyRegisteredMail(config, email);
  await queueMail(db, mail, now());
}

const resendVerification: Handler<'POST /api/auth/resend-verification/'> = async (
  deps,
  { body: { email } },
) => {
  const { db, background, now } = deps;
  const send = async () => {
    const [user] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (
      user &&
      !user.verifiedAt &&
      (await limitMail(db, now(), { kind: 'verify', address: email }))
    )
      await queueMail(db, await createVerification(deps, user.id, user.email), now());
  };
  background.later('a verification mail', send, MAX_RESENDS_WAITING);
  const undelivered = await isUndelivered(db, email);
  return { detail: undelivered ? undeliveredWords(email) : CHECK_MAIL, undelivered };
};

export const registrationHandlers = {
  'POST /api/register/': register,
  'POST /api/auth/resend-verification/': resendVerification,
} satisfies Partial<Handlers>;
