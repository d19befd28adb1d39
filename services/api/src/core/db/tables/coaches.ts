import {
  MAX_BUFFER,
  MAX_DAYS_AHEAD,
  MAX_DESCRIPTION,
  MAX_GALLERY,
  MAX_LABEL,
  MAX_LANGUAGES,
  MAX_NAME,
  MAX_NOTICE,
  MAX_OFFER,
  MAX_URL,
} from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';
import { literal } from './literal';

export interface RankImage {
  path: string;
  alt: string;
}

/** An uploaded picture below the introduction; `name` is shared by its sizes. */
export interface GalleryPicture {
  name: string;
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
    /** Link to the coach's meeting room; null: Discord. */
    meetingUrl: text('meeting_url'),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    noticeMinutes: integer('notice_minutes').notNull().default(120),
    daysAhead: integer('days_ahead').notNull().default(60),
    slug: text('slug').unique(),
    games: text('games').array().notNull().default(sql`'{}'`),
    languages: text('languages').array().notNull().default(sql`'{}'`),
    country: text('country'),
    clip: text('clip'),
    portrait: text('portrait'),
    gallery: jsonb('gallery').$type<GalleryPicture[]>().notNull().default([]),
    feedVersion: integer('feed_version').notNull().default(1),
    checklistHidden: boolean('checklist_hidden').notNull().default(false),
  },
  (table) => [
    index('coaches_games').using('gin', table.games),
    check('coaches_slug_check', sql`slug ~ '^[a-z0-9][a-z0-9-]{0,39}$'`),
    check('coaches_country_check', sql`country ~ '^[A-Z]{2}$'`),
    check('coaches_clip_length', literal`char_length(clip) <= ${MAX_URL}`),
    check('coaches_gallery_count', literal`jsonb_array_length(gallery) <= ${MAX_GALLERY}`),
    check('coaches_games_count', sql`cardinality(games) <= 20`),
    check('coaches_languages_count', literal`cardinality(languages) <= ${MAX_LANGUAGES}`),
    check('coaches_name_length', literal`char_length(name) BETWEEN 1 AND ${MAX_NAME}`),
    check('coaches_description_length', literal`char_length(description) <= ${MAX_DESCRIPTION}`),
    check('coaches_meeting_length', literal`char_length(meeting_url) <= ${MAX_URL}`),
    check('coaches_offer_length', literal`char_length(special_offer) <= ${MAX_OFFER}`),
    check('coaches_buffer_minutes_check', literal`buffer_minutes BETWEEN 0 AND ${MAX_BUFFER}`),
    check('coaches_notice_minutes_check', literal`notice_minutes BETWEEN 0 AND ${MAX_NOTICE}`),
    check('coaches_days_ahead_check', literal`days_ahead BETWEEN 1 AND ${MAX_DAYS_AHEAD}`),
  ],
);

/** Present and former slugs. Filled by a trigger, which refuses a slug that another coach has or had. */
export const coachSlugs = pgTable(
  'coach_slugs',
  {
    slug: text('slug').primaryKey(),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
  },
  (table) => [index('coach_slugs_by_coach').on(table.coachId)],
);

/** Number of the last change of a coach's public responses, kept by triggers. Coach 0 is the directory: coaches that come and go. */
export const coachRevisions = pgTable(
  'coach_revisions',
  {
    coachId: integer('coach_id').primaryKey(),
    revision: integer('revision').notNull(),
  },
  (table) => [index('coach_revisions_by_number').on(table.revision)],
);

/** Counts that a coach's public page shows. Maintained by triggers. `kind`: 0 for completed sessions, 1 to 5 for visible reviews with so many stars. */
export const coachTotals = pgTable(
  'coach_totals',
  {
    coachId: integer('coach_id').notNull(),
    kind: integer('kind').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.kind] })],
);

/** Sort keys and facts of a coach in the directory, kept by `refreshListings`. */
export const coachListings = pgTable(
  'coach_listings',
  {
    coachId: integer('coach_id')
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    /** Lowest price; null without bookable services, and then the coach is not listed. */
    priceCents: integer('price_cents'),
    isHourly: boolean('is_hourly').notNull(),
    ratingSum: integer('rating_sum').notNull(),
    ratingCount: integer('rating_count').notNull(),
    /** Sort key of the rating, in thousandths of a star. */
    score: integer('score').notNull(),
    nextFreeAt: instant('next_free_at'),
    /** Time at which the next free start has to be computed again. */
    recheckAt: instant('recheck_at').notNull(),
  },
  (table) => [
    index('coach_listings_by_score').on(table.score.desc(), table.coachId),
    index('coach_listings_by_price').on(table.priceCents, table.coachId),
    index('coach_listings_by_time').on(table.nextFreeAt, table.coachId),
    index('coach_listings_due').on(table.recheckAt),
  ],
);

/** Queue of coaches whose listing is outdated. Filled by triggers; without a unique key, so that writers never wait for each other. */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    coachId: integer('coach_id').notNull(),
  },
  (table) => [index('listing_changes_by_coach').on(table.coachId)],
);

export interface DayWindow {
  startMinute: number;
  endMinute: number;
}

export const specialDays = pgTable(
  'special_days',
  {
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    /** yyyy-mm-dd in the coach's zone. */
    day: date('day', { mode: 'string' }).notNull(),
    windows: jsonb('windows').$type<DayWindow[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.day] })],
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
    /** Replaced or removed at; not bookable afterwards. */
    retiredAt: instant('retired_at'),
  },
  (table) => [
    index('services_of_coach').on(table.coachId),
    check('services_rate_cents_check', sql`rate_cents > 0`),
    check('services_label_length', literal`char_length(label) BETWEEN 1 AND ${MAX_LABEL}`),
  ],
);
