import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './accounts';
import { bookings } from './bookings';
import { coaches } from './coaches';

/** Money of bookings in cents, as changes of five sums. Append-only: triggers call `post_ledger` in the transaction of the change. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id),
    kind: text('kind', { enum: ['payment', 'refund', 'payout', 'reversal'] }).notNull(),
    paidCents: integer('paid_cents').notNull(),
    commissionCents: integer('commission_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull(),
    paidOutCents: integer('paid_out_cents').notNull(),
    pendingCents: integer('pending_cents').notNull(),
    at: instant('at').notNull(),
    /** First day of the month of payment, in the coach's time zone at that time. Set by a trigger. */
    month: date('month').notNull(),
  },
  (table) => [
    check('ledger_kind_check', sql`kind IN ('payment', 'refund', 'payout', 'reversal')`),
    check(
      'ledger_balances',
      sql`paid_cents = pending_cents + paid_out_cents + refunded_cents + commission_cents`,
    ),
    index('ledger_of_booking').on(table.bookingId),
    index('ledger_of_coach').on(table.coachId, table.bookingId),
  ],
);

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Sums of the ledger by coach and month: a row for each entry, until `compactMonths` merges them. Writers only insert, so they do not wait for each other. */
export const ledgerMonths = pgTable(
  'ledger_months',
  {
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id),
    month: date('month').notNull(),
    bookings: integer('bookings').notNull(),
    paidCents: cents('paid_cents'),
    commissionCents: cents('commission_cents'),
    refundedCents: cents('refunded_cents'),
    paidOutCents: cents('paid_out_cents'),
    pendingCents: cents('pending_cents'),
    compacted: boolean('compacted').notNull().default(false),
  },
  (table) => [
    index('ledger_months_of_coach').on(table.coachId, table.month),
    index('ledger_months_to_compact').on(table.coachId, table.month).where(sql`NOT compacted`),
  ],
);

export const transfers = pgTable(
  'transfers',
  {
    id: serial('id').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    account: text('account').notNull(),
    amountCents: integer('amount_cents').notNull(),
    transfer: text('transfer').unique(),
    reversedCents: integer('reversed_cents').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** The provider refused the last attempt for good, so no transfer was made. */
    refused: boolean('refused').notNull().default(false),
    retryAt: instant('retry_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('transfers_amount_check', sql`amount_cents > 0`),
    check('transfers_reversed_check', sql`reversed_cents BETWEEN 0 AND amount_cents`),
    uniqueIndex('one_transfer_per_booking').on(table.bookingId),
    index('transfers_open').on(table.retryAt).where(sql`transfer IS NULL`),
  ],
);

export const payoutAccounts = pgTable('payout_accounts', {
  coachId: integer('coach_id')
    .primaryKey()
    .references(() => coaches.id),
  account: text('account').notNull().unique(),
  submitted: boolean('submitted').notNull().default(false),
  enabled: boolean('enabled').notNull().default(false),
  /** Country of the account, which the provider never changes; null: not read yet. */
  country: text('country'),
  failure: text('failure'),
  /** Time of the provider's event that `failure` is from. */
  bankEventAt: instant('bank_event_at'),
  /** An operator gave the account up; the coach opens another one. */
  retiredAt: instant('retired_at'),
  updatedAt: instant('updated_at').notNull(),
});
