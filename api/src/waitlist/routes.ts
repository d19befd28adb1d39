import { waitlist } from '../db/schema';
import type { Handlers } from '../http/handler';

/** Who wants to hear when a game gets a coach. */
export const waitlistHandlers = {
  'POST /api/waitlist/': async ({ db }, { body }) => {
    await db.insert(waitlist).values(body).onConflictDoNothing();
    return { detail: 'We will write to you.' };
  },
} satisfies Partial<Handlers>;
