import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { users } from './accounts';

export interface RankImage {
  path: string;
  alt: string;
}

export const coaches = pgTable(
  'coaches',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    imagePath: text('image_path'),
    specialOffer: text('special_offer'),
    rankImages: jsonb('rank_images').$type<RankImage[]>().notNull().default([]),
    timeZone: text('time_zone').notNull(),
  },
  () => [
    check('coaches_name_length', sql`char_length(name) BETWEEN 1 AND 80`),
    check('coaches_description_length', sql`char_length(description) <= 10000`),
    check('coaches_offer_length', sql`char_length(special_offer) <= 500`),
  ],
);

export const weeklyHours = pgTable(
  'weekly_hours',
  {
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    weekday: integer('weekday').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.weekday, table.startMinute] }),
    check('weekly_hours_weekday_check', sql`weekday BETWEEN 0 AND 6`),
    check('weekly_hours_start_minute_check', sql`start_minute BETWEEN 0 AND 1440`),
    check('weekly_hours_check', sql`end_minute BETWEEN 0 AND 1440 AND end_minute > start_minute`),
  ],
);

export const services = pgTable(
  'services',
  {
    id: serial('id').primaryKey(),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    label: text('label').notNull(),
    rateCents: integer('rate_cents').notNull(),
    isHourly: boolean('is_hourly').notNull(),
    position: integer('position').notNull(),
  },
  () => [check('services_rate_cents_check', sql`rate_cents > 0`), check('services_label_length', sql`char_length(label) BETWEEN 1 AND 80`)],
);
