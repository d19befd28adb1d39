import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { eq, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import { users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { alreadyRegisteredMail, verificationMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { confirmAddress } from './address';
import { limitMail } from './rate-limits';
import { requireHuman } from './captcha';
import { issueMailToken, isUsedToken, redeemMailToken } from './mail-token';
import { hashPassword } from './passwords';

const CHECK_MAIL = 'Please check your email to verify your account.';
/** Anybody may ask for this mail without a human verification: they must not keep registrations out. */
const MAX_RESENDS_WAITING = 200;

const register: Handler<'POST /api/register/'> = async (
  deps,
  { body: { username, email, password, recaptcha } },
) => {
  if (username !== email) throw new Problem(400, 'username: must be the email address');
  if (!isStrong(password)) throw new Problem(400, WEAK_PASSWORD);
  await requireHuman(deps, recaptcha);
  const passwordHash = await hashPassword(password);
  if (!deps.background.later('a registration', () => addUser(deps, email, passwordHash)))
    throw new Problem(503, 'Too many people at once. Please try again.', { 'retry-after': '5' });
  return { detail: CHECK_MAIL };
};

/** Adds the user and writes to them; who has an account is told so by mail, and nobody else can tell. */
async function addUser(
  { db, config, now }: Dependencies,
  email: string,
  passwordHash: string,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ email, passwordHash })
        .returning({ id: users.id });
      if (!user) throw new Error('the new user was not returned');
      if (!(await limitMail(tx, now(), 'register', email))) return;
      await queueMail(
        tx,
        verificationMail(config, email, await issueMailToken(tx, user.id, 'verify', now())),
        now(),
      );
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (await limitMail(db, now(), 'registered', email))
      await queueMail(db, alreadyRegisteredMail(config, email), now());
  }
}

const verifyEmail: Handler<'POST /api/auth/verify-email/'> = async (deps, { body: { token } }) => {
  const { db, now } = deps;
  const userId = await redeemMailToken(db, token, 'verify', now());
  if (userId !== null)
    await db.update(users).set({ verifiedAt: now() }).where(eq(users.id, userId));
  else if (!(await confirmAddress(deps, token)) && !(await isUsedToken(db, token)))
    throw new Problem(400, 'Link invalid or expired.');
  return { detail: 'Your email address is verified.' };
};

const resendVerification: Handler<'POST /api/auth/resend-verification/'> = async (
  { db, config, background, now },
  { body: { email } },
) => {
  const send = async () => {
    const [user] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (user && !user.verifiedAt && (await limitMail(db, now(), 'verify', email)))
      await queueMail(
        db,
        verificationMail(config, user.email, await issueMailToken(db, user.id, 'verify', now())),
        now(),
      );
  };
  background.later('a verification mail', send, MAX_RESENDS_WAITING);
  return { detail: CHECK_MAIL };
};

export const registrationHandlers = {
  'POST /api/register/': register,
  'POST /api/auth/verify-email/': verifyEmail,
  'POST /api/auth/resend-verification/': resendVerification,
} satisfies Partial<Handlers>;
