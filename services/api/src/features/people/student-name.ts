import { type SQL, sql } from 'drizzle-orm';
import { chatAccounts, users } from '../../core/db/schema';

/** Default name of a student who has chosen none and linked no Discord account. */
export const defaultName = (userId: number) => `Student ${userId}`;

/** Name that coaches see. The query joins `users` as the student and `chat_accounts`. */
export const studentName: SQL<string> = sql`coalesce(${users.displayName}, ${chatAccounts.username}, 'Student ' || ${users.id})`;
