import { and, eq, sql } from 'drizzle-orm';
import { isDone, waitlist } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { publicCoach } from '../coaches/coach-lookup';
import { offeredServices } from '../coaches/profile';
import { firstOffered } from '../coaches/slots';
import { games } from '../games/games';
import { forgetWaitlistMails } from '../mail/forget';
import { continueInviting, INVITED_ROWS, inviteWaiting, isWaiting } from '../waitlist/invite';
import { after, listOrderColumns, type SortKey } from './search';

/** Rows for consoles of earlier releases, which send no limit. */
const MAX_ENTRIES = 1000;

const key: SortKey = [
  [isDone, sql`false`],
  [waitlist.createdAt, sql`'-infinity'::timestamptz`],
  [waitlist.game, sql`''`],
  [waitlist.email, sql`''`],
];

/** Addresses that still wait come first, so that old entries never push them out of the list. */
const list: Handler<'GET /api/operator/waitlist/'> = async ({ db }, { query }) => {
  const [, game = '', email = ''] = /^([^/]+)\/(.+)$/.exec(query.after ?? '') ?? [];
  const last = and(eq(waitlist.game, game), eq(waitlist.email, email));
  const rows = await db
    .select()
    .from(waitlist)
    .where(query.after === undefined ? undefined : after({ key, list: waitlist, last }))
    .orderBy(...listOrderColumns(key))
    .limit(query.limit ?? MAX_ENTRIES);
  return rows.map(({ game, email, createdAt, invitedAt, unsubscribedAt }) => ({
    game,
    game_name: games.get(game) ?? game,
    email,
    since: createdAt.toISOString(),
    invited_at: invitedAt?.toISOString() ?? null,
    unsubscribed: unsubscribedAt !== null,
  }));
};

/** Also deletes unsubscribed entries and unsent mails. Without them, anyone can enter the address again. */
const remove: Handler<'POST /api/operator/waitlist/remove/'> = async (
  { db },
  { body: { email } },
) => {
  const removed = await transact(db, async (tx) => {
    const entries = await tx
      .delete(waitlist)
      .where(eq(waitlist.email, email))
      .returning({ game: waitlist.game });
    await forgetWaitlistMails(tx, email);
    return entries;
  });
  if (removed.length === 0) throw new Problem(404, "This address isn't on a waiting list.");
  return { detail: 'Removed' };
};

const invite: Handler<'POST /api/operator/coaches/{id}/invitations/'> = async (
  { db, config, now },
  { params: { id: coachId }, body: { game } },
) => {
  const gameName = games.get(game);
  if (!gameName) throw new Problem(400, 'Please choose a game from the list.');
  const coach = await publicCoach(db, coachId);
  if (!coach) throw notFound();
  const offered = await offeredServices(db, coachId);
  if (offered.length === 0) throw new Problem(409, 'This coach has no bookable service yet.');
  if (offered.every(({ isHourly }) => isHourly) && !(await firstOffered(db, coachId, now())))
    throw new Problem(409, 'This coach has no free time in the next days.');
  if (!coach.games.includes(game))
    throw new Problem(
      409,
      `This coach doesn't coach ${gameName}. Add the game to their page first.`,
    );
  return transact(db, async (tx) => {
    const invited = await inviteWaiting(tx, { coach, game, gameName }, { config, now: now() });
    if (invited < INVITED_ROWS) return { invited };
    const waits = and(eq(waitlist.game, game), isWaiting);
    const [other] = await tx.select({ game: waitlist.game }).from(waitlist).where(waits).limit(1);
    if (!other) return { invited };
    await continueInviting(tx, [coachId]);
    return { invited, more: true };
  });
};

export const operatorWaitlistHandlers = {
  'GET /api/operator/waitlist/': list,
  'POST /api/operator/waitlist/remove/': remove,
  'POST /api/operator/coaches/{id}/invitations/': invite,
} satisfies Partial<Handlers>;
