import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { chatAccounts } from '../../core/db/schema';

/** Links a chat account to a user, replacing an earlier one. Returns false if another user has it. */
export const linkAccount = (
  db: Database,
  userId: number,
  chatId: string,
  username: string,
): Promise<boolean> =>
  db
    .insert(chatAccounts)
    .values({ userId, chatId, username })
    .onConflictDoUpdate({ target: chatAccounts.userId, set: { chatId, username } })
    .then(
      () => true,
      (error: unknown) => {
        if (isUniqueViolation(error)) return false;
        throw error;
      },
    );
