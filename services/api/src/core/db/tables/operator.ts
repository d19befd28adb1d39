import { MAX_REASON } from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';
import { literal } from './literal';

export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: serial('id').primaryKey(),
    at: instant('at').notNull(),
    /** Name of a personal token, the name given with the shared one, or `account <id>`. */
    who: text('who').notNull(),
    /** Operator's account; null: a token. */
    userId: integer('user_id'),
    action: text('action').notNull(),
    /** Id of the affected object; the action's last word names its type. */
    target: integer('target'),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    /** Response status; null: unknown outcome. */
    status: integer('status'),
    reason: text('reason'),
  },
  (table) => [
    check('operator_audit_reason_length', literal`char_length(reason) <= ${MAX_REASON}`),
    check('operator_audit_who_length', sql`char_length(who) BETWEEN 1 AND 60`),
    index('operator_audit_by_age').on(table.at),
  ],
);

export const operators = pgTable('operators', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  addedAt: instant('added_at').notNull(),
  /** Encrypted TOTP secret; null: the set-up has not begun. */
  secret: text('secret'),
  confirmedAt: instant('confirmed_at'),
  /** Time step of the last accepted code. Codes of this step and earlier ones are replays. */
  lastStep: integer('last_step').notNull().default(0),
  notifiedAt: instant('notified_at'),
  notifiedWork: jsonb('notified_work').$type<Record<string, number>>().notNull().default({}),
});

export const operatorRecoveryCodes = pgTable(
  'operator_recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => operators.userId, { onDelete: 'cascade' }),
  },
  (table) => [index('operator_recovery_codes_by_user').on(table.userId)],
);

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    /** Session of the account (`refresh_tokens.family`). */
    family: uuid('family').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => operators.userId, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('operator_sessions_by_user').on(table.userId)],
);
