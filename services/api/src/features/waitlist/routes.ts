import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { waitlist } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { mayAskAgain } from '../accounts/rate-limits';
import { ownCoach } from '../coaches/own';
import { games } from '../games/games';
import { againMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';
import { isWaiting } from './invite';

const MAX_ENTRIES = 500;

/**
 * Joins the waiting list, also again after an invitation. An unsubscribed address must confirm for each game, because
 * anyone can type it in.
 */
const join: Handler<'POST /api/waitlist/'> = async (
  { db, config, background, now },
  { body: { game, email } },
) => {
  const gameName = games.get(game);
  if (!gameName) throw new Problem(400, 'game: is not offered here');
  const unsubscribedAt = sql`(SELECT max(${waitlist.unsubscribedAt}) FROM ${waitlist} WHERE ${waitlist.email} = ${email})`;
  await db
    .insert(waitlist)
    .values({ game, email, unsubscribedAt })
    .onConflictDoUpdate({
      target: [waitlist.game, waitlist.email],
      set: { invitedAt: null, createdAt: sql`excluded.created_at` },
      setWhere: sql`${waitlist.invitedAt} IS NOT NULL AND ${waitlist.unsubscribedAt} IS NULL`,
    });
  background.later('the mail that asks an unsubscribed address', async () => {
    const [unsubscribed] = await db
      .select({ email: waitlist.email })
      .from(waitlist)
      .where(
        and(eq(waitlist.game, game), eq(waitlist.email, email), isNotNull(waitlist.unsubscribedAt)),
      );
    if (unsubscribed && (await mayAskAgain(db, now(), email)))
      await queueMail(db, againMail(config, email, { game, gameName }), now());
  });
  return { detail: "We'll email you." };
};

const listEntries: Handler<'GET /api/waitlist/entries/'> = async ({ db }, { userId }) => {
  await ownCoach(db, userId);
  const rows = await db
    .select()
    .from(waitlist)
    .where(isWaiting)
    .orderBy(asc(waitlist.createdAt))
    .limit(MAX_ENTRIES);
  return rows.map(({ game, email, createdAt }) => ({
    game,
    game_name: games.get(game) ?? game,
    address: shortened(email),
    since: createdAt.toISOString(),
  }));
};

/** "k…@example.com": coaches do not see whole addresses. */
const shortened = (email: string) => email.replace(/^(.).*(?=@)/u, '$1…');

export const waitlistHandlers = {
  'POST /api/waitlist/': join,
  'GET /api/waitlist/entries/': listEntries,
} satisfies Partial<Handlers>;
