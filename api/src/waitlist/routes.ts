import { asc } from 'drizzle-orm';
import { ownCoach } from '../coaches/own';
import { waitlist } from '../db/schema';
import type { Handler, Handlers } from '../http/handler';
import { Problem } from '../http/problem';
import { games } from './games';

const MAX_ENTRIES = 500;

/** Who wants to hear when a game gets a coach. */
const join: Handler<'POST /api/waitlist/'> = async ({ db }, { body }) => {
  if (!games.has(body.game)) throw new Problem(400, 'game: is none of ours');
  await db.insert(waitlist).values(body).onConflictDoNothing();
  return { detail: 'We will write to you.' };
};

const listEntries: Handler<'GET /api/waitlist/entries/'> = async ({ db }, { userId }) => {
  await ownCoach(db, userId);
  const rows = await db.select().from(waitlist).orderBy(asc(waitlist.createdAt)).limit(MAX_ENTRIES);
  return rows.map(({ game, email, createdAt }) => ({
    game,
    address: shortened(email),
    since: createdAt.toISOString(),
  }));
};

/** "k…@example.com": people left their address for the site to write to, not for each of its coaches. */
const shortened = (email: string) => email.replace(/^(.).*(?=@)/u, '$1…');

export const waitlistHandlers = {
  'POST /api/waitlist/': join,
  'GET /api/waitlist/entries/': listEntries,
} satisfies Partial<Handlers>;
