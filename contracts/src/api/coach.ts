import { z } from 'zod';

export const coach = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  special_offer: z.string().nullable(),
  rank_images: z.array(z.object({ url: z.string(), alt: z.string() })),
});

export const service = z.object({ id: z.number().int(), label: z.string(), rate: z.number(), is_hourly: z.boolean() });

export const slots = z.object({ available_slots: z.array(z.object({ start: z.string() })) });

export const review = z.object({
  id: z.number().int(),
  reviewer_name: z.string(),
  avatar_url: z.string().nullable(),
  comment: z.string(),
  rating: z.number().int().min(1).max(5),
  /** Written by a student after a session that was booked here. */
  verified: z.boolean(),
});
