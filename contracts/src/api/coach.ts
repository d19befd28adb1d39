import { z } from 'zod';

export const coach = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  special_offer: z.string().nullable(),
  rank_images: z.array(z.object({ url: z.string(), alt: z.string() })),
});
/** `GET /api/coaches/{id}/`; `description` is markdown. `rank_images` is our server's extra. */
export type Coach = Pick<z.infer<typeof coach>, 'name' | 'description'> & Partial<z.infer<typeof coach>>;

export const service = z.object({ id: z.number().int(), label: z.string(), rate: z.number(), is_hourly: z.boolean() });
/** `GET /api/coaches/{id}/services/`; `rate` in USD per hour (hourly) or per unit. */
export type Service = Omit<z.infer<typeof service>, 'id'> & { id: number | string };

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
/** `GET /api/coach/{id}/available-slots/`; `start` is HH:MM in UTC. What is optional is our server's extra. */
export type Slots = z.infer<typeof slots>;

export const review = z.object({
  id: z.number().int(),
  reviewer_name: z.string(),
  avatar_url: z.string().nullable(),
  comment: z.string(),
  rating: z.number().int().min(1).max(5),
  /** Written by a student after a session that was booked here. */
  verified: z.boolean(),
});
/** `GET /api/reviews/by-coach/{id}/`. */
export type Review = Pick<z.infer<typeof review>, 'comment' | 'rating'> & Partial<z.infer<typeof review>>;
