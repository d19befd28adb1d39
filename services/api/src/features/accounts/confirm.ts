import { and, eq, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { users } from '../../core/db/schema';
import { Problem, unauthorized } from '../../core/errors/problem';
import { lockAccount } from './lock-account';
import { NO_PASSWORD, passwordMatches } from './passwords';
import { attemptConfirmation } from './rate-limits';

const wrong = () => new Problem(403, 'Wrong password.');

/** Checks a signed-in user's password; any of several may be right. Throws 403 if none is, 429 after too many attempts. */
export async function confirmOwner(
  { db, now }: Dependencies,
  userId: number,
  ...passwords: string[]
): Promise<typeof users.$inferSelect> {
  const { forgive } = await attemptConfirmation(db, now(), userId);
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!user) throw unauthorized('account_deleted');
  if (user.passwordHash === NO_PASSWORD)
    throw new Problem(403, 'Your account has no password yet. Set one with "Forgot Password?".');
  for (const password of passwords) {
    if (!(await passwordMatches(user.passwordHash, password))) continue;
    await forgive();
    return user;
  }
  throw wrong();
}

/** Returns true if an account has this password, perhaps set by a request whose response was lost. Throws 429 after too many others. */
export const hasPassword = (
  deps: Dependencies,
  userId: number,
  password: string,
): Promise<boolean> =>
  confirmOwner(deps, userId, password).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.status !== 429) return false;
      throw error;
    },
  );

/** Locks an account that `confirmOwner` returned. Throws 403 if its password has changed since. */
export async function lockConfirmed(
  tx: Database,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
): Promise<void> {
  if ((await lockAccount(tx, id))?.passwordHash !== passwordHash) throw wrong();
}
