import { z } from 'zod';
import { detail, email, game } from './fields';
import type { CallTable } from './rules';

export const waitlistCalls = {
  'POST /api/waitlist/': {
    summary: 'Ask to be told when a coach is available',
    body: z.object({ game, email }),
    answers: { 201: detail },
  },
  'GET /api/waitlist/entries/': {
    summary: 'Who waits for a coach, for those who teach: addresses are shortened',
    by: 'user',
    answers: {
      200: z.array(
        z.object({
          game: z.string(),
          game_name: z.string(),
          address: z.string(),
          since: z.string(),
        }),
      ),
    },
  },
} satisfies CallTable;
