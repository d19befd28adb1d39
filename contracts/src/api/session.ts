import { z } from 'zod';

export const tokens = z.object({ access: z.string(), refresh: z.string() });
/** `POST /api/token/`. */
export type Tokens = z.infer<typeof tokens>;

export const session = z.object({
  id: z.number().int(),
  email: z.string(),
  is_coach: z.boolean(),
  coach_id: z.number().int().nullable(),
});
/** `GET /api/me/`; another server may answer more or fewer fields. */
export type Session = Partial<z.infer<typeof session>>;
