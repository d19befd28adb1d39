import { MAX_COUNTED } from '@carry/contracts/format';
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import { waitlist } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { mayAskAgain } from '../accounts/rate-limits';
import { ownCoach } from '../coaches/coach-lookup';
import { games } from '../games/games';
import { againMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';
import { isWaiting } from './invite';

const MAX_OF_GAME = 100;

/** Joins the waiting list, also again. An unsubscribed address must confirm each game, because anyone can type it in. */
const join: Handler<'POST /api/waitlist/'> = async (
  { db, config, background, now },
  { body: { game, email } },
) => {
  const gameName = games.get(game);
  if (!gameName) throw new Problem(400, 'Please choose a game from the list.');
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
    if (unsubscribed && (await mayAskAgain(db, now(), { address: email, game })))
      await queueMail(db, againMail(config, email, { game, gameName }), now());
  });
  return { detail: "We'll email you." };
};

const listEntries: Handler<'GET /api/waitlist/entries/'> = async ({ db, metrics }, { userId }) => {
  await ownCoach(db, userId);
  const game = sql<string>`offered.game`;
  const readFirst = (rows: number) =>
    db
      .select({ email: waitlist.email, createdAt: waitlist.createdAt })
      .from(waitlist)
      .where(and(eq(waitlist.game, game), isWaiting))
      .orderBy(asc(waitlist.createdAt))
      .limit(rows);
  const totals = db
    .select({ waiting: count().as('waiting') })
    .from(readFirst(MAX_COUNTED).as('counted'))
    .as('totals');
  const first = readFirst(MAX_OF_GAME).as('first');
  const offered = sql.join(
    [...games.keys()].map((name) => sql`${name}`),
    sql`, `,
  );
  const rows = await db
    .select({ game, waiting: totals.waiting, email: first.email, createdAt: first.createdAt })
    .from(sql`unnest(ARRAY[${offered}]::text[]) AS offered(game)`)
    .innerJoinLateral(totals, sql`true`)
    .innerJoinLateral(first, sql`true`)
    .orderBy(asc(first.createdAt));
  if (rows.some(({ waiting }) => waiting > MAX_OF_GAME))
    metrics.reportCut('waiting list of coaches', rows.length);
  return rows.map(({ game, waiting, email, createdAt }) => ({
    game,
    game_name: games.get(game) ?? game,
    waiting,
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
