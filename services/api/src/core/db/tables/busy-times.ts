import { MAX_CALENDAR_URL } from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './accounts';
import { coaches } from './coaches';
import { literal } from './literal';

export const coachCalendars = pgTable(
  'coach_calendars',
  {
    coachId: integer('coach_id')
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    readAt: instant('read_at'),
    /** Problem of the last attempt, for the coach; null: it succeeded. */
    problem: text('problem'),
    failures: integer('failures').notNull().default(0),
    nextReadAt: instant('next_read_at').notNull(),
  },
  (table) => [
    check('coach_calendars_url_length', literal`char_length(url) <= ${MAX_CALENDAR_URL}`),
    index('coach_calendars_due').on(table.nextReadAt),
  ],
);

export const busyTimes = pgTable(
  'busy_times',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    check('busy_times_check', sql`ends_at > starts_at`),
    index('busy_times_of_coach').on(table.coachId, table.startsAt),
  ],
);
