import {
  MAX_APPLICANT_RANK,
  MAX_DETAILS,
  MAX_EMAIL,
  MAX_LINKS,
  MAX_NAME,
  MAX_TIME_ZONE,
} from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './accounts';
import { coaches } from './coaches';
import { literal } from './literal';

export const coachApplications = pgTable(
  'coach_applications',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    game: text('game').notNull(),
    rank: text('rank').notNull(),
    links: text('links').notNull(),
    about: text('about').notNull(),
    picture: text('picture'),
    timeZone: text('time_zone').notNull(),
    /** Hash of what was sent; a repeated one is the same application. */
    contentHash: text('content_hash'),
    /** Sent by a member with this verified address. */
    confirmed: boolean('confirmed').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    /** The coach it led to; null: declined or open. */
    coachId: integer('coach_id').references(() => coaches.id),
  },
  (table) => [
    check('coach_applications_email_length', literal`char_length(email) <= ${MAX_EMAIL}`),
    check('coach_applications_name_length', literal`char_length(name) BETWEEN 1 AND ${MAX_NAME}`),
    check(
      'coach_applications_rank_length',
      literal`char_length(rank) BETWEEN 1 AND ${MAX_APPLICANT_RANK}`,
    ),
    check(
      'coach_applications_links_length',
      literal`char_length(links) BETWEEN 1 AND ${MAX_LINKS}`,
    ),
    check(
      'coach_applications_about_length',
      literal`char_length(about) BETWEEN 1 AND ${MAX_DETAILS}`,
    ),
    check('coach_applications_picture_check', sql`picture ~ '^proof-[0-9a-f]{32}\.webp$'`),
    check(
      'coach_applications_time_zone_length',
      literal`char_length(time_zone) <= ${MAX_TIME_ZONE}`,
    ),
    index('coach_applications_by_address').on(table.email, table.game),
    index('coach_applications_by_age').on(table.decidedAt),
    index('coach_applications_listed').on(sql`(decided_at IS NOT NULL)`, sql`(- id)`),
  ],
);
