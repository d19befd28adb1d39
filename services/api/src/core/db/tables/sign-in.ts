import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';

export const signInCodes = pgTable('sign_in_codes', {
  requestHash: text('request_hash').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  /** Chat account that a right code links to the address's account. */
  chatId: text('chat_id'),
  expiresAt: instant('expires_at').notNull(),
});

/** Sign-ins with a chat account: first the OAuth state with its verifier, then the chat user. */
export const chatSignIns = pgTable(
  'chat_sign_ins',
  {
    secretHash: text('secret_hash').primaryKey(),
    coachId: integer('coach_id').notNull(),
    verifier: text('verifier'),
    chatId: text('chat_id'),
    username: text('username'),
    email: text('email'),
    expiresAt: instant('expires_at').notNull(),
  },
  () => [check('a_state_or_a_user', sql`(verifier IS NULL) = (chat_id IS NOT NULL)`)],
);

/** Chat accounts that open an account. A link for the chat server (`chat_accounts`) does not. */
export const chatLogins = pgTable(
  'chat_logins',
  {
    chatId: text('chat_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [index('chat_logins_by_user').on(table.userId)],
);
