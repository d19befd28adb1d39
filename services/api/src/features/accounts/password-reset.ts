import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { resetMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { requireHuman } from './captcha';
import { expireMailTokens, findMailLink, issueMailToken, redeemMailToken } from './mail-token';
import { hashPassword } from './passwords';
import { limitMail } from './rate-limits';
import { endSessions } from './refresh-token';

const requestReset: Handler<'POST /api/auth/password-reset/'> = async (
  deps,
  { body: { email, recaptcha } },
) => {
  const { db, config, background, now } = deps;
  await requireHuman(deps, recaptcha);
  background.later('a password reset', async () => {
    const [user] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (user && (await limitMail(db, now(), 'reset', email)))
      await queueMail(
        db,
        resetMail(config, user.email, user.id, await issueMailToken(db, user.id, 'reset', now())),
        now(),
      );
  });
  return { detail: 'If the email is registered, a reset link has been sent.' };
};

const confirmReset: Handler<'POST /api/auth/password-reset-confirm/'> = async (
  { db, now },
  { body: { uid, token, new_password } },
) => {
  if (!isStrong(new_password)) throw new Problem(400, WEAK_PASSWORD);
  const link = await findMailLink(db, token, ['reset'], now());
  if (link?.userId !== uid) throw new Problem(400, 'Link invalid or expired.');
  const passwordHash = await hashPassword(new_password);
  await db.transaction(async (tx) => {
    const owner = await redeemMailToken(tx, token, 'reset', now());
    if (owner !== uid) throw new Problem(400, 'Link invalid or expired.');
    await tx
      .update(users)
      .set({
        passwordHash,
        verifiedAt: sql`coalesce(${users.verifiedAt}, ${now().toISOString()}::timestamptz)`,
      })
      .where(eq(users.id, uid));
    await endSessions(tx, uid, now());
    await expireMailTokens(tx, uid, ['verify', 'change'], now());
  });
  return { detail: 'Password updated. You can now log in.' };
};

export const passwordResetHandlers = {
  'POST /api/auth/password-reset/': requestReset,
  'POST /api/auth/password-reset-confirm/': confirmReset,
} satisfies Partial<Handlers>;
