import { z } from 'zod';
import { MAX_CURSOR, MAX_RATE } from '../rules/limits';
import { calendarDay, game, numeric, params, text } from './fields';
import type { CallTable } from './rules';
import { signInMethod } from './session';

/** A game by its id, or a language or country by its ISO code (639-1, 3166-1), with its English name. */
const coded = z.object({ code: z.string(), name: z.string() });

/** One picture in several sizes; `url` fits any browser, `sources` are smaller files by type. */
const portrait = z.object({
  url: z.string(),
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })),
});

const introduction = {
  games: z.array(coded),
  languages: z.array(coded),
  country: coded.nullable(),
  /** `/coaches/{slug}` leads to the coach's page. */
  slug: z.string().nullable(),
  portrait: portrait.nullable(),
};

export const coach = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  special_offer: z.string().nullable(),
  rank_images: z.array(z.object({ url: z.string(), alt: z.string() })),
  cancel_hours: z.number(),
  sign_in: z.array(signInMethod),
  sessions_given: z.number().int(),
  rating_counts: z.array(z.number().int()).length(5),
  ...introduction,
  gallery: z.array(portrait.extend({ alt: z.string() })),
  /** Social picture with the portrait, 1200 × 675. */
  social_picture: z.string().nullable(),
  clip: z.object({ url: z.string(), player: z.string() }).nullable(),
});

const listedCoach = z.object({
  id: z.number().int(),
  name: z.string(),
  /** First words of the description, without markdown. */
  summary: z.string(),
  image_url: z.string().nullable(),
  ...introduction,
  /** Lowest price in USD, hourly if the coach has hourly services. */
  price: z.number(),
  is_hourly: z.boolean(),
  /** Average of all reviews to one decimal; null without reviews. */
  rating: z.number().nullable(),
  reviews: z.number().int(),
  /** Next start that the booking page offers (ISO 8601); null if there is none, or if no service is hourly. */
  next_free_at: z.string().nullable(),
});

const usd = numeric(z.number().min(0).max(MAX_RATE));

const directoryQuery = z.object({
  game: game.optional(),
  language: text(2).optional(),
  min_price: usd.optional(),
  max_price: usd.optional(),
  /** `week`: only coaches with a free start that the booking page offers. */
  free: z.enum(['week']).optional(),
  /** Finds the coach with this page address, also without a service. */
  slug: text(40).optional(),
  sort: z.enum(['rating', 'price', 'next_free']).optional(),
  cursor: text(MAX_CURSOR).optional(),
});

export const service = z.object({
  id: z.number().int(),
  label: z.string(),
  rate: z.number(),
  is_hourly: z.boolean(),
});

export const slots = z.object({
  available_slots: z.array(
    z.object({
      start: z.string(),
      room_minutes: z.number().int().optional(),
      /** End (ISO 8601) of the requesting student's own unpaid hold. */
      held_until: z.string().optional(),
    }),
  ),
  now: z.string().optional(),
  max_piece_minutes: z.number().int().optional(),
});

export const coachCalls = {
  'GET /api/sitemap/': {
    summary: "Paths of the site's pages that come from data, for its sitemap",
    answers: { 200: z.object({ paths: z.array(z.string()) }) },
  },
  'GET /api/coaches/': {
    summary: 'Bookable coaches, 24 a page',
    query: directoryQuery,
    answers: {
      200: z.object({
        coaches: z.array(listedCoach),
        next: z.string().nullable(),
        languages: z.array(coded),
        applications_open: z.boolean(),
      }),
    },
  },
  'GET /api/coaches/{id}/': { summary: 'A coach', params, answers: { 200: coach } },
  'GET /api/coaches/{id}/services/': {
    summary: "A coach's services",
    params,
    answers: { 200: z.array(service) },
  },
  'GET /api/coach/{id}/available-slots/': {
    summary: 'Free starts of a UTC day',
    params,
    query: z.object({
      date: calendarDay,
      duration: numeric(z.number().int().min(15).max(480)),
    }),
    answers: { 200: slots },
  },
} satisfies CallTable;
