import type { CoachCalendar } from '@carry/contracts/api';
import { count, eq, ne, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { busyTimes, coachCalendars, coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import type { Handler, Handlers } from '../../core/http/handler';
import { attemptCalendar } from '../accounts/rate-limits';
import { feedUrl } from '../calendar/url';
import { lockOwnCoach, ownCoach } from '../coaches/coach-lookup';
import { deleteCalendar, refreshCalendar } from './refresh';

type Coach = typeof coaches.$inferSelect;

async function showCalendar({ db, config }: Dependencies, coach: Coach): Promise<CoachCalendar> {
  const [calendar] = await db
    .select()
    .from(coachCalendars)
    .where(eq(coachCalendars.coachId, coach.id));
  const [blocked] = await db
    .select({ number: count() })
    .from(busyTimes)
    .where(eq(busyTimes.coachId, coach.id));
  return {
    feed_url: feedUrl(config, coach),
    busy: calendar
      ? {
          url: calendar.url,
          read_at: calendar.readAt?.toISOString() ?? null,
          problem: calendar.problem,
          times: blocked?.number ?? 0,
        }
      : null,
  };
}

const getCalendar: Handler<'GET /api/coach/calendar/'> = async (deps, { userId }) =>
  showCalendar(deps, await ownCoach(deps.db, userId));

/** Sets the address and reads it at once. Keeps the old times until a read succeeds: a double booking is worse than a blocked hour. */
const setCalendar: Handler<'PATCH /api/coach/calendar/'> = async (
  deps,
  { userId, body: { url } },
) => {
  const { db, now } = deps;
  const { id: coachId } = await ownCoach(db, userId);
  if (url !== null) await attemptCalendar(db, now(), userId);
  await transact(db, async (tx) => {
    const coach = await lockOwnCoach(tx, userId);
    if (url === null) return deleteCalendar(tx, coach.id);
    const unread = { url, readAt: null, problem: null, nextReadAt: now() };
    await tx
      .insert(coachCalendars)
      .values({ coachId: coach.id, ...unread })
      .onConflictDoUpdate({
        target: coachCalendars.coachId,
        set: unread,
        setWhere: ne(coachCalendars.url, url),
      });
    await tx
      .update(coachCalendars)
      .set({ failures: 0 })
      .where(eq(coachCalendars.coachId, coach.id));
  });
  if (url !== null) await refreshCalendar(deps, coachId);
  return showCalendar(deps, await ownCoach(db, userId));
};

const renewFeed: Handler<'POST /api/coach/calendar/renew/'> = async (deps, { userId }) => {
  const { id } = await ownCoach(deps.db, userId);
  const [coach] = await deps.db
    .update(coaches)
    .set({ feedVersion: sql`${coaches.feedVersion} + 1` })
    .where(eq(coaches.id, id))
    .returning();
  if (!coach) throw new Error('the query returned no coach');
  return showCalendar(deps, coach);
};

export const coachCalendarHandlers = {
  'GET /api/coach/calendar/': getCalendar,
  'PATCH /api/coach/calendar/': setCalendar,
  'POST /api/coach/calendar/renew/': renewFeed,
} satisfies Partial<Handlers>;
