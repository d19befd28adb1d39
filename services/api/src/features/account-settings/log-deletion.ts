import { log } from '../../core/process/log';

/** Logs a deletion outside the database, because restoring an older backup brings the account back. */
export function logDeletion(userId: number): void {
  log.warn(
    { code: 'account.deleted' },
    `account deleted (user ${userId}); repeat this after restoring an older backup`,
  );
}
