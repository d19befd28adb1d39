import { MAX_FILE_NAME, MAX_MESSAGE, MAX_REASON } from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';
import { bookings } from './bookings';
import { literal } from './literal';

const sides = ['student', 'coach'] as const;

/** A literal, so that it matches the partial index. */
export const isDelivery = sql`kind = 'delivery'`;

/** Messages between student and coach. They are kept as long as the booking. */
export const bookingMessages = pgTable(
  'booking_messages',
  {
    id: serial('id').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    author: text('author', { enum: sides }).notNull(),
    kind: text('kind', { enum: ['text', 'delivery'] })
      .notNull()
      .default('text'),
    body: text('body').notNull(),
    key: uuid('key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // the booking is not its first column, so that lists of a booking take the next index
    unique().on(table.key, table.bookingId, table.author),
    index('booking_messages_page').on(table.bookingId, table.id),
    index('booking_messages_of_author').on(table.bookingId, table.author, table.id),
    index('booking_messages_results').on(table.bookingId, table.id).where(isDelivery),
    check('booking_messages_author_check', sql`author IN ('student', 'coach')`),
    check('booking_messages_kind_check', sql`kind IN ('text', 'delivery')`),
    check('booking_messages_body_length', literal`char_length(body) <= ${MAX_MESSAGE}`),
  ],
);

/** Uploaded files. The content lies in `UPLOADS_DIR` under `stored_as`. */
export const messageFiles = pgTable(
  'message_files',
  {
    id: serial('id').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    author: text('author', { enum: sides }).notNull(),
    messageId: integer('message_id').references(() => bookingMessages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    storedAs: text('stored_as').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('message_files_by_message').on(table.messageId),
    index('message_files_by_booking').on(table.bookingId),
    check('message_files_author_check', sql`author IN ('student', 'coach')`),
    check('message_files_name_length', literal`char_length(name) BETWEEN 1 AND ${MAX_FILE_NAME}`),
    check('message_files_bytes_check', sql`bytes > 0`),
  ],
);

export const messageReads = pgTable(
  'message_reads',
  {
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    reader: text('reader', { enum: sides }).notNull(),
    lastId: integer('last_id').notNull().default(0),
    /** Message that the last mail was about; the next mail waits until it is read. */
    mailedId: integer('mailed_id').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.reader] }),
    check('message_reads_reader_check', sql`reader IN ('student', 'coach')`),
  ],
);

export const messageReports = pgTable(
  'message_reports',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => bookingMessages.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId] }),
    index('message_reports_by_user').on(table.userId),
    check('message_reports_reason_length', literal`char_length(reason) <= ${MAX_REASON}`),
  ],
);

const changes = [
  ...([
    'moved',
    'cancelled',
    'reopened',
    'completed',
    'delivered',
    'refunding',
    'refunded',
  ] as const),
  ...(['part_refunded', 'refund_reversed', 'suggested', 'declined', 'withdrawn'] as const),
] as const;

/** History of a booking, written by a trigger; suggestions by `suggestion.ts`. */
export const bookingEvents = pgTable(
  'booking_events',
  {
    id: serial('id').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    what: text('what', { enum: changes }).notNull(),
    at: instant('at').notNull(),
    movedFrom: instant('moved_from'),
    movedTo: instant('moved_to'),
    /** Of a partial refund, or of one that was reversed. */
    amountCents: integer('amount_cents'),
  },
  (table) => [
    index('booking_events_by_booking').on(table.bookingId, table.id),
    check(
      'booking_events_what_check',
      sql`what IN ('moved', 'cancelled', 'reopened', 'completed', 'delivered', 'refunding', 'refunded', 'part_refunded', 'refund_reversed', 'suggested', 'declined', 'withdrawn')`,
    ),
  ],
);
