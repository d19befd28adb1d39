import { z } from 'zod';
import { detail, email, game } from './fields';
import type { CallTable } from './rules';

export const waitlistCalls = {
  'POST /api/waitlist/': {
    summary: 'Join the waiting list',
    body: z.object({ game, email }),
    answers: { 201: detail },
  },
  'GET /api/waitlist/entries/': {
    summary: 'Waiting list for coaches; addresses shortened',
    by: 'user',
    answers: {
      200: z.array(
        z.object({
          game: z.string(),
          game_name: z.string(),
          /** Number of all who wait for this game; ends at 1,000. */
          waiting: z.number().int(),
          address: z.string(),
          since: z.string(),
        }),
      ),
    },
  },
} satisfies CallTable;
