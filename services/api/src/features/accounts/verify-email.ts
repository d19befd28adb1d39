import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { confirmAddress } from './address';
import { confirmOwner, hasPassword } from './confirm';
import { describeDevice } from './device';
import {
  expireMailTokens,
  findMailLink,
  findUsedLink,
  type MailLink,
  redeemMailToken,
} from './mail-token';
import { unlinkChatLogins } from './mailbox-owner';
import { digest, hashPassword } from './passwords';
import { endSessions, openSession } from './refresh-token';

const expired = () => new Problem(400, 'Link invalid or expired.', { code: 'link_expired' });

/**
 * Verifies an address; signs in to a new account. The link proves the mailbox only: a stranger may have set the password (account
 * pre-hijacking). So the caller is the browser that registered, sends the password, or sets a new one.
 */
const verifyEmail: Handler<'POST /api/auth/verify-email/'> = async (deps, { body, context }) => {
  const { db, now } = deps;
  const { token, password, new_password: newPassword, registration } = body;
  const link = await findMailLink(db, { secret: token, purposes: ['verify', 'change'] }, now());
  const detail = 'Your email address is verified.';
  if (link?.purpose === 'change') await completeChange(deps, link.userId, { token, password });
  else if (link) {
    const proof = { token, password, newPassword, registration };
    const device = describeDevice(context.req.header('user-agent'));
    return { detail, ...(await verifyAccount(deps, { userId: link.userId, device }, proof)) };
  } else await acceptRepeated(deps, token, newPassword);
  return { detail };
};

/** Accepts a used link again, but opens no session. Throws 400 for another link, or if the account has another password by now. */
async function acceptRepeated(
  deps: Dependencies,
  token: string,
  newPassword?: string,
): Promise<void> {
  const link = { secret: token, purposes: ['verify', 'change'] } satisfies MailLink;
  const userId = await findUsedLink(deps.db, link);
  if (userId === null) throw expired();
  if (newPassword !== undefined && !(await hasPassword(deps, userId, newPassword))) throw expired();
}

/** Rejects a new password here: the new address may be mistyped and belong to someone else. */
async function completeChange(
  deps: Dependencies,
  userId: number,
  { token, password }: Pick<Verification, 'token' | 'password'>,
): Promise<void> {
  await confirmOwner(deps, userId, requirePassword(password));
  if (!(await confirmAddress(deps, token))) await acceptRepeated(deps, token);
}

interface Verification {
  token: string;
  password: string | undefined;
  newPassword: string | undefined;
  registration: string | undefined;
}

/** Returns a new session; undefined if the account is locked, or a concurrent request has used the link. */
async function verifyAccount(
  deps: Dependencies,
  { userId, device }: { userId: number; device: string | null },
  { token, password, newPassword, registration }: Verification,
) {
  const { db, now } = deps;
  if (newPassword !== undefined && !isStrong(newPassword)) throw new Problem(400, WEAK_PASSWORD);
  if (newPassword === undefined && !(await isRegistrant(db, userId, registration)))
    await confirmOwner(deps, userId, requirePassword(password));
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword);
  const session = await transact(db, async (tx) => {
    if ((await redeemMailToken(tx, { secret: token, purpose: 'verify' }, now())) === null)
      return null;
    const [user] = await tx
      .update(users)
      .set({ verifiedAt: now(), registrationHash: null, ...(passwordHash && { passwordHash }) })
      .where(eq(users.id, userId))
      .returning({ lockedAt: users.lockedAt });
    await endSessions(tx, userId, now());
    await expireMailTokens(tx, { userId, purposes: ['reset', 'change'] }, now());
    await unlinkChatLogins(tx, userId);
    return user?.lockedAt ? undefined : openSession({ ...deps, db: tx }, userId, device);
  });
  if (session === null) await acceptRepeated(deps, token, newPassword);
  return session ?? undefined;
}

async function isRegistrant(
  db: Database,
  userId: number,
  registration: string | undefined,
): Promise<boolean> {
  if (registration === undefined) return false;
  const registered = and(eq(users.id, userId), eq(users.registrationHash, digest(registration)));
  return (await db.select({ id: users.id }).from(users).where(registered)).length > 0;
}

function requirePassword(password: string | undefined): string {
  if (password === undefined)
    throw new Problem(400, 'Please enter your account password.', { code: 'password_required' });
  return password;
}

export const verifyEmailHandlers = {
  'POST /api/auth/verify-email/': verifyEmail,
} satisfies Partial<Handlers>;
