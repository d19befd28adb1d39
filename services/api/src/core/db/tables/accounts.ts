import { MAX_NAME } from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { literal } from './literal';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A literal, so that it matches the partial index. */
export const isUnverified = sql`verified_at IS NULL AND locked_at IS NULL AND deleted_at IS NULL`;

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    verifiedAt: instant('verified_at'),
    /** Digest of the secret of the browser that registered; null once the address is verified. */
    registrationHash: text('registration_hash'),
    displayName: text('display_name'),
    remindersOffAt: instant('reminders_off_at'),
    lockedAt: instant('locked_at'),
    /** Account deletion; the row has no personal data afterwards. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_unverified').on(table.createdAt).where(isUnverified),
    check(
      'users_display_name_length',
      literal`char_length(display_name) BETWEEN 1 AND ${MAX_NAME}`,
    ),
  ],
);

export const mailTokens = pgTable(
  'mail_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify', 'reset', 'change'] }).notNull(),
    address: text('address'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('mail_tokens_user').on(table.userId),
    check('mail_tokens_purpose_check', sql`purpose IN ('verify', 'reset', 'change')`),
    check('a_change_has_an_address', sql`(purpose = 'change') = (address IS NOT NULL)`),
  ],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    family: uuid('family').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    openedAt: instant('opened_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    device: text('device'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('refresh_tokens_family').on(table.family),
    index('refresh_tokens_user').on(table.userId),
  ],
);

export const usedCaptchas = pgTable('used_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

export const attempts = pgTable(
  'attempts',
  {
    id: serial('id').primaryKey(),
    key: text('key').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('attempts_by_key').on(table.key, table.at),
    index('attempts_by_age').on(table.at),
  ],
);
