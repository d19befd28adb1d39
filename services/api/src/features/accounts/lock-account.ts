import { and, inArray, isNull, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { users } from '../../core/db/schema';

/**
 * Locks an account and returns it; undefined if it was deleted. Sessions start and end under this lock: a revocation cannot see a
 * token that another transaction is inserting. Call it before you lock a token. Other accounts do not wait.
 */
export async function lockAccount(
  tx: Database,
  id: number | SQLWrapper,
): Promise<typeof users.$inferSelect | undefined> {
  const [account] = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, typeof id === 'number' ? [id] : id), isNull(users.deletedAt)))
    .for('no key update', { of: users });
  return account;
}
