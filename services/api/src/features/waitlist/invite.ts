import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { ApiConfig } from '../../core/config';
import type { Database } from '../../core/db/open';
import {
  coaches,
  coachListings,
  listingChanges,
  services,
  users,
  waitlist,
} from '../../core/db/schema';
import { isListed } from '../coaches/coach-lookup';
import { games } from '../games/games';
import { invitationMail } from '../mail/operator-messages';
import { queueMails } from '../mail/outbox';

export const isWaiting = and(isNull(waitlist.invitedAt), isNull(waitlist.unsubscribedAt));

interface Invitation {
  coach: { id: number; name: string };
  game: string;
  gameName: string;
}

interface Site {
  config: ApiConfig;
  now: Date;
}

export const INVITED_ROWS = 1000;

/** Mails the first {@link INVITED_ROWS} who wait for a game, once each. Runs in a transaction that marks and queues. Returns their number. */
export async function inviteWaiting(
  tx: Database,
  { coach, game, gameName }: Invitation,
  { config, now }: Site,
): Promise<number> {
  const rows = await tx
    .select({ email: waitlist.email })
    .from(waitlist)
    .where(and(eq(waitlist.game, game), isWaiting))
    .orderBy(waitlist.createdAt)
    .limit(INVITED_ROWS)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return 0;
  await tx
    .update(waitlist)
    .set({ invitedAt: now })
    .where(
      and(
        eq(waitlist.game, game),
        inArray(
          waitlist.email,
          rows.map(({ email }) => email),
        ),
      ),
    );
  const mails = rows.map(({ email }) => invitationMail(config, email, { coach, game, gameName }));
  await queueMails(tx, mails, now);
  return rows.length;
}

/** Has the directory job invite the others to these coaches, in transactions of their own. */
export async function continueInviting(tx: Database, coachIds: readonly number[]): Promise<void> {
  await tx.insert(listingChanges).values(coachIds.map((coachId) => ({ coachId })));
}

const isBookable = (db: Database) =>
  or(
    isNotNull(coachListings.nextFreeAt),
    exists(
      db
        .select()
        .from(services)
        .where(
          and(
            eq(services.coachId, coaches.id),
            isNull(services.retiredAt),
            eq(services.isHourly, false),
          ),
        ),
    ),
  );

/** Mails those who wait for a game of these coaches, as soon as one of them can be booked. If many wait, later transactions go on. */
export async function inviteToCoaches(
  tx: Database,
  ids: number[],
  { config, now }: Site,
): Promise<void> {
  const bookableCoaches = await tx
    .select({ id: coaches.id, name: coaches.name, games: coaches.games })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .innerJoin(coachListings, eq(coachListings.coachId, coaches.id))
    .where(and(inArray(coaches.id, ids), isListed, isBookable(tx)))
    .orderBy(coaches.id);
  for (const coach of bookableCoaches)
    for (const game of coach.games) {
      const gameName = games.get(game);
      if (!gameName) continue;
      const invited = await inviteWaiting(tx, { coach, game, gameName }, { config, now });
      if (invited === INVITED_ROWS) return continueInviting(tx, ids);
    }
}
