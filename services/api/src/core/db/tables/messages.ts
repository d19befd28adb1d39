import { MAX_NAME } from '@carry/contracts/limits';
import { and, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';
import { bookings } from './bookings';
import { literal } from './literal';

export const chatStates = pgTable(
  'chat_states',
  {
    stateHash: text('state_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    verifier: text('verifier').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('chat_states_user').on(table.userId)],
);

export const chatAccounts = pgTable(
  'chat_accounts',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    chatId: text('chat_id').notNull().unique(),
    username: text('username').notNull(),
  },
  () => [check('chat_accounts_name_length', literal`char_length(username) <= ${MAX_NAME}`)],
);

export const chatClaims = pgTable(
  'chat_claims',
  {
    tokenHash: text('token_hash').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    chatId: text('chat_id').notNull(),
    username: text('username').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [unique().on(table.bookingId, table.chatId)],
);

/** A literal, so that it matches the partial index. */
export const isAttempted = sql`(sent_at IS NOT NULL OR failed_at IS NOT NULL)`;

export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    html: text('html'),
    calendar: text('calendar'),
    unsubscribe: text('unsubscribe'),
    /** Due mails of a lower number are sent first. */
    priority: smallint('priority').notNull().default(1),
    discardAfter: instant('discard_after'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Next attempt: first send, lease end, or retry. */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
    dismissedAt: instant('dismissed_at'),
    /** Kind of mail and its booking or user: a newer mail supersedes earlier ones that are not sent. */
    topic: text('topic'),
  },
  (table) => [
    index('outbox_due')
      .on(table.priority, table.nextAttemptAt)
      .where(sql`sent_at IS NULL AND failed_at IS NULL`),
    index('outbox_of_recipient').on(sql`lower(recipient)`, table.id).where(isAttempted),
    index('outbox_failed').on(table.id).where(sql`failed_at IS NOT NULL`),
    index('outbox_topic').on(table.topic).where(sql`topic IS NOT NULL AND sent_at IS NULL`),
  ],
);

export const isUpToDate = (now: Date) =>
  or(isNull(outbox.discardAfter), gt(outbox.discardAfter, now));

/** Matches failed mails that an operator can send again or dismiss. */
export const isFailedMailOpen = (now: Date) =>
  and(
    isNotNull(outbox.failedAt),
    isNull(outbox.sentAt),
    isNull(outbox.dismissedAt),
    isUpToDate(now),
  );

/** A literal, so that it matches the index. */
export const isDone = sql`(invited_at IS NOT NULL OR unsubscribed_at IS NOT NULL)`;

export const waitlist = pgTable(
  'waitlist',
  {
    game: text('game').notNull(),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    invitedAt: instant('invited_at'),
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.game, table.email] }),
    index('waitlist_by_address').on(table.email),
    index('waitlist_waiting')
      .on(table.game, table.createdAt)
      .where(sql`invited_at IS NULL AND unsubscribed_at IS NULL`),
    index('waitlist_listed').on(isDone, table.createdAt, table.game, table.email),
  ],
);
