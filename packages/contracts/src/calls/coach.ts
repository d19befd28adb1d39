import { z } from 'zod';
import { calendarDay, params } from './fields';
import type { CallTable } from './rules';

export const coach = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  special_offer: z.string().nullable(),
  rank_images: z.array(z.object({ url: z.string(), alt: z.string() })),
  /** A session is free to cancel until so many hours before it. */
  cancel_hours: z.number(),
  /** So many sessions with this coach were completed. */
  sessions_given: z.number().int(),
  /** Numbers of visible reviews with 1, 2, 3, 4 and 5 stars. */
  rating_counts: z.array(z.number().int()).length(5),
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
      /** How many minutes a session may have that starts here, up to `max_piece_minutes`. */
      room_minutes: z.number().int().optional(),
      /** Until when (ISO 8601) the student whose token came along holds this time unpaid. */
      held_until: z.string().optional(),
    }),
  ),
  /** The server's clock, ISO 8601. */
  now: z.string().optional(),
  /** So many minutes of a booking are held in one piece. */
  max_piece_minutes: z.number().int().optional(),
});

export const coachCalls = {
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
      duration: z.coerce.number<number | string>().int().min(15).max(480),
    }),
    answers: { 200: slots },
  },
} satisfies CallTable;
