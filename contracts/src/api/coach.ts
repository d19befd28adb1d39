import { z } from 'zod';

export const coach = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  special_offer: z.string().nullable(),
  rank_images: z.array(z.object({ url: z.string(), alt: z.string() })),
  /** A session is free to cancel until so many hours before it. */
  cancel_hours: z.number(),
});

export const service = z.object({ id: z.number().int(), label: z.string(), rate: z.number(), is_hourly: z.boolean() });

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

export const review = z.object({
  id: z.number().int(),
  reviewer_name: z.string(),
  avatar_url: z.string().nullable(),
  comment: z.string(),
  rating: z.number().int().min(1).max(5),
  /** Written by a student after a session that was booked here. */
  verified: z.boolean(),
});
