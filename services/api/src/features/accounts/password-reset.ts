import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { eq, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { resetMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { requireHuman } from './captcha';
import { hasPassword } from './confirm';
import { describeDevice } from './device';
import {
  expireMailTokens,
  findMailLink,
  findUsedLink,
  issueMailToken,
  redeemMailToken,
  withExpiry,
} from './mail-token';
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
    if (!user || !(await limitMail(db, now(), { kind: 'reset', address: email }))) return;
    const link = { userId: user.id, purpose: 'reset' as const };
    const token = await issueMailToken(db, link, now());
    const mail = resetMail(config, user.email, { uid: user.id, token });
    await queueMail(db, withExpiry(mail, link, now()), now());
  });
  return { detail: 'If the email is registered, a reset link has been sent.' };
};

const UPDATED = 'Password updated. You can now log in.';

/** Accepts a used link again if it has set this password, but opens no session. Throws 400 otherwise. */
async function acceptRepeated(
  deps: Dependencies,
  { uid, token, newPassword }: { uid: number; token: string; newPassword: string },
) {
  const userId = await findUsedLink(deps.db, { secret: token, purposes: ['reset'] });
  if (userId === null || userId !== uid || !(await hasPassword(deps, userId, newPassword)))
    throw new Problem(400, 'Link invalid or expired.');
  return { detail: UPDATED };
}

const confirmReset: Handler<'POST /api/auth/password-reset-confirm/'> = async (
  deps,
  { body: { uid, token, new_password: newPassword }, context },
) => {
  const { db, now } = deps;
  if (!isStrong(newPassword)) throw new Problem(400, WEAK_PASSWORD);
  const repeated = { uid: Number(uid), token, newPassword };
  const link = await findMailLink(db, { secret: token, purposes: ['reset'] }, now());
  if (link?.userId !== repeated.uid) return acceptRepeated(deps, repeated);
  const passwordHash = await hashPassword(newPassword);
  const response = await transact(db, async (tx) => {
    const owner = await redeemMailToken(tx, { secret: token, purpose: 'reset' }, now());
    if (owner !== link.userId) return null;
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
    if (user?.lockedAt) return { detail: UPDATED };
    const device = describeDevice(context.req.header('user-agent'));
    return {
      detail: "Password updated. You're signed in.",
      ...(await openSession({ ...deps, db: tx }, owner, device)),
    };
  });
  return response ?? acceptRepeated(deps, repeated);
};

export const passwordResetHandlers = {
  'POST /api/auth/password-reset/': requestReset,
  'POST /api/auth/password-reset-confirm/': confirmReset,
} satisfies Partial<Handlers>;
