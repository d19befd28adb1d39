import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { resetMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { requireHuman } from './captcha';
import { describeDevice } from './device';
import { expireMailTokens, findMailLink, issueMailToken, redeemMailToken } from './mail-token';
import { unlinkChatLogins } from './mailbox-owner';
import { hashPassword } from './passwords';
import { limitMail } from './rate-limits';
import { endSessions, openSession } from './refresh-token';

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
    if (user && (await limitMail(db, now(), { kind: 'reset', address: email })))
      await queueMail(
        db,
        resetMail(config, user.email, {
          uid: user.id,
          token: await issueMailToken(db, { userId: user.id, purpose: 'reset' }, now()),
        }),
        now(),
      );
  });
  return { detail: 'If the email is registered, a reset link has been sent.' };
};

const confirmReset: Handler<'POST /api/auth/password-reset-confirm/'> = async (
  deps,
  { body: { uid, token, new_password }, context },
) => {
  const { db, now } = deps;
  if (!isStrong(new_password)) throw new Problem(400, WEAK_PASSWORD);
  const link = await findMailLink(db, { secret: token, purposes: ['reset'] }, now());
  if (link?.userId !== Number(uid)) throw new Problem(400, 'Link invalid or expired.');
  const passwordHash = await hashPassword(new_password);
  return transact(db, async (tx) => {
    const owner = await redeemMailToken(tx, { secret: token, purpose: 'reset' }, now());
    if (owner !== link.userId) throw new Problem(400, 'Link invalid or expired.');
    const [user] = await tx
      .update(users)
      .set({
        passwordHash,
        registrationHash: null,
        verifiedAt: sql`coalesce(${users.verifiedAt}, ${now().toISOString()}::timestamptz)`,
      })
      .where(eq(users.id, owner))
      .returning({ lockedAt: users.lockedAt });
    await endSessions(tx, owner, now());
    await expireMailTokens(tx, { userId: owner, purposes: ['verify', 'change'] }, now());
    await unlinkChatLogins(tx, owner);
    if (user?.lockedAt) return { detail: 'Password updated. You can now log in.' };
    const device = describeDevice(context.req.header('user-agent'));
    return {
      detail: "Password updated. You're signed in.",
      ...(await openSession({ ...deps, db: tx }, owner, device)),
    };
  });
};

export const passwordResetHandlers = {
  'POST /api/auth/password-reset/': requestReset,
  'POST /api/auth/password-reset-confirm/': confirmReset,
} satisfies Partial<Handlers>;
