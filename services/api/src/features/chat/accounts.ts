import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { chatAccounts } from '../../core/db/schema';
import type { ChatUser } from './discord';

/** Links a chat account to a user, replacing an earlier one. Returns false if another user has it. */
export const linkAccount = (
  db: Database,
  userId: number,
  { id: chatId, username }: Pick<ChatUser, 'id' | 'username'>,
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
