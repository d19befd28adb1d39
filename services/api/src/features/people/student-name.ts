import { type SQL, sql } from 'drizzle-orm';
import { chatAccounts, users } from '../../core/db/schema';

/** Name that coaches see: chosen, else of Discord, else "Student 7". The query joins `users` as the student and `chat_accounts`. */
export const studentName: SQL<string> = sql`coalesce(${users.displayName}, ${chatAccounts.username}, 'Student ' || ${users.id})`;
