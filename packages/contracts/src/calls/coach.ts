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
  cancel_hours: z.number(),
  /** Ways to sign in on the booking page, beside the password. */
  sign_in: z.array(z.enum(['code', 'discord'])),
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
      /** Free minutes from this start, up to `max_piece_minutes`. */
      room_minutes: z.number().int().optional(),
      /** End (ISO 8601) of the requesting student's own unpaid hold. */
      held_until: z.string().optional(),
    }),
  ),
  now: z.string().optional(),
  /** Longest continuous part of a booking, in minutes. */
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
