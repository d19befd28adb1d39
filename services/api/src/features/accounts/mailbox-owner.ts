import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { chatLogins, users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';
import { expireMailTokens } from './mail-token';
import { NO_PASSWORD } from './passwords';
import { endSessions } from './refresh-token';

export const LOCKED = 'This account is locked. Please write to us.';

const findByAddress = (tx: Database, email: string) =>
  tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    .for('update');

/**
 * Returns the account of a person who proved the mailbox, and creates a new one. Ends the password, sessions and links of an unverified
 * account, which may be a stranger's (account pre-hijacking). Throws 403 for a locked account.
 */
export async function admitOwner(tx: Database, email: string, now: Date): Promise<number> {
  const [account] = await findByAddress(tx, email);
  if (!account)
    await tx
      .insert(users)
      .values({ email, passwordHash: NO_PASSWORD, verifiedAt: now })
      .onConflictDoNothing();
  const [user] = account ? [account] : await findByAddress(tx, email);
  if (!user) throw new Error('the account was deleted during the sign-in');
  if (user.lockedAt) throw new Problem(403, LOCKED);
  if (!user.verifiedAt) await takeOver(tx, user.id, now);
  return user.id;
}

async function takeOver(tx: Database, userId: number, now: Date): Promise<void> {
  await revokeAccess(tx, userId, now);
  await tx.update(users).set({ verifiedAt: now }).where(eq(users.id, userId));
  log.warn(
    { code: 'auth.unverified_claimed' },
    `unverified account claimed by its mailbox (user ${userId}); its password and sessions revoked`,
  );
}

export async function revokeAccess(tx: Database, userId: number, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: NO_PASSWORD, registrationHash: null })
    .where(eq(users.id, userId));
  await endSessions(tx, userId, now);
  await expireMailTokens(tx, { userId, purposes: ['verify', 'reset', 'change'] }, now);
  await unlinkChatLogins(tx, userId);
}

/** Removes the chat accounts that open an account. The next sign-in with one proves the mailbox again. */
export const unlinkChatLogins = (tx: Database, userId: number) =>
  tx.delete(chatLogins).where(eq(chatLogins.userId, userId));
