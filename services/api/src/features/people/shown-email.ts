import { type SQL, sql } from 'drizzle-orm';
import type { users } from '../../core/db/schema';

export const shownEmail = ({ email, deletedAt }: Pick<typeof users, 'email' | 'deletedAt'>) =>
  sql`CASE WHEN ${deletedAt} IS NULL THEN ${email} ELSE 'Deleted account' END` as SQL<string>;
