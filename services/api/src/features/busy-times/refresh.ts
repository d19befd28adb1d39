import { isPublic } from '@carry/contracts/deployment';
import { MAX_DAYS_AHEAD } from '@carry/contracts/limits';
import { and, eq, lte, notInArray, sql } from 'drizzle-orm';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { busyTimes, coachCalendars, coaches, listingChanges, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { FetchRefused, fetchPublicText } from '../../core/http/public-fetch';
import { describeError, log } from '../../core/process/log';
import { repeat } from '../../core/process/repeat';
import { calendarFailedMail, eventsUnreadMail } from '../mail/calendar-messages';
import { queueMail } from '../mail/outbox';
import { type BusyTime, type BusyTimes, CalendarRefused, readCalendar } from './read-calendar';

type Calendar = typeof coachCalendars.$inferSelect;

const POLL_MS = 15_000;
/** Calendars that one process reads at once: each is up to 10 MB. */
const AT_ONCE = 8;
/** Of one host; several hundred a minute of a fast one. */
const PER_HOST = 3;
const HOST = sql<string>`split_part(${coachCalendars.url}, '/', 3)`;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
const MAX_DELAY_MS = 6 * 60 * MINUTE_MS;
/** With these delays, the ninth failure in a row comes 28 hours after the first. */
const MAIL_AFTER_FAILURES = 9;
const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 10_000;

/** A problem is a sentence for the coach. There may be one with only some of the times. */
type Result = BusyTimes | { problem: string };

type Needs = Pick<Dependencies, 'db' | 'config' | 'now'>;

async function read(
  config: ApiConfig,
  { url }: Pick<Calendar, 'url'>,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<Result> {
  try {
    const text = await fetchPublicText(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      allowInternal: !isPublic(config.siteUrl),
    });
    const until = new Date(now.getTime() + (MAX_DAYS_AHEAD + 1) * DAY_MS);
    const ownHost = new URL(config.siteUrl).hostname;
    return await readCalendar(text, { from: now, until, timeZone, ownHost });
  } catch (error) {
    if (error instanceof FetchRefused || error instanceof CalendarRefused)
      return { problem: error.message };
    log.error(
      { code: 'calendar.read_failed' },
      `failed to read a coach's calendar: ${describeError(error)}`,
    );
    return { problem: "We couldn't read this calendar." };
  }
}

/** Reads a coach's calendar now; a failure keeps the old times. Emails after a day of failures. Deletes that of a deleted account. */
export async function refreshCalendar({ db, config, now }: Needs, coachId: number): Promise<void> {
  const [row] = await db
    .select({
      calendar: coachCalendars,
      timeZone: coaches.timeZone,
      email: users.email,
      deletedAt: users.deletedAt,
    })
    .from(coachCalendars)
    .innerJoin(coaches, eq(coaches.id, coachCalendars.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(eq(coachCalendars.coachId, coachId));
  if (!row) return;
  if (row.deletedAt) return transact(db, (tx) => deleteCalendar(tx, coachId));
  const { calendar, timeZone } = row;
  const result = await read(config, calendar, { timeZone, now: now() });
  const failures = 'times' in result ? 0 : calendar.failures + 1;
  const waitMs = Math.min(EVERY_MS * 2 ** Math.min(failures, 10), MAX_DELAY_MS);
  const change = {
    failures,
    nextReadAt: new Date(now().getTime() + waitMs),
    problem: result.problem,
    ...('times' in result && { readAt: now() }),
  };
  await transact(db, async (tx) => {
    // The coach may have changed the address or the time zone meanwhile.
    const zone = tx
      .select({ timeZone: coaches.timeZone })
      .from(coaches)
      .where(eq(coaches.id, coachId));
    const same = and(
      eq(coachCalendars.coachId, coachId),
      eq(coachCalendars.url, calendar.url),
      eq(sql`(${zone})`, timeZone),
    );
    const [before] = await tx.select().from(coachCalendars).where(same).for('update');
    if (!before) return;
    await tx.update(coachCalendars).set(change).where(same);
    if ('times' in result) await replaceTimes(tx, coachId, result.times);
    const mail = mailAbout(before, result, failures);
    if (mail) await queueMail(tx, mail(config, row.email, result.problem ?? ''), now());
  });
}

/** Returns the mail that a read calls for. After the first read of an address, the coach sees the problem on the page. */
function mailAbout(before: Calendar, result: Result, failures: number) {
  if (!('times' in result)) return failures === MAIL_AFTER_FAILURES ? calendarFailedMail : null;
  const isNew = before.readAt !== null && before.problem === null && result.problem !== null;
  return isNew ? eventsUnreadMail : null;
}

async function replaceTimes(tx: Database, coachId: number, times: BusyTime[]): Promise<void> {
  await tx.delete(busyTimes).where(eq(busyTimes.coachId, coachId));
  if (times.length > 0)
    await tx.insert(busyTimes).values(times.map((time) => ({ coachId, ...time })));
  await tx.insert(listingChanges).values({ coachId }); // the next free start may have changed
}

export async function deleteCalendar(tx: Database, coachId: number): Promise<void> {
  await tx.delete(coachCalendars).where(eq(coachCalendars.coachId, coachId));
  await replaceTimes(tx, coachId, []);
}

/** Claims the calendar that is due for the longest, except on the hosts that are busy enough. Other processes skip it. */
async function claimCalendar({ db, now }: Needs, busyHosts: string[]) {
  const due = db
    .select({ coachId: coachCalendars.coachId })
    .from(coachCalendars)
    .where(and(lte(coachCalendars.nextReadAt, now()), notInArray(HOST, busyHosts)))
    .orderBy(coachCalendars.nextReadAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(coachCalendars)
    .set({ nextReadAt: new Date(now().getTime() + EVERY_MS) })
    .where(sql`${coachCalendars.coachId} = (${due})`)
    .returning({ coachId: coachCalendars.coachId, host: HOST });
  return claimed;
}

/** Reads all due calendars, few of one host at once, so that a slow host does not delay the others. `isStopping` ends it. */
export async function refreshCalendars(deps: Needs, isStopping = () => false): Promise<void> {
  const running = new Map<Promise<void>, string>();
  const start = ({ coachId, host }: { coachId: number; host: string }) => {
    const reading = refreshCalendar(deps, coachId)
      .catch((error: unknown) =>
        log.warn(`failed to refresh the calendar of coach ${coachId}: ${describeError(error)}`),
      )
      .finally(() => running.delete(reading));
    running.set(reading, host);
  };
  const claimNext = () => {
    const hosts = [...running.values()];
    const isBusy = (host: string) => hosts.filter((one) => one === host).length >= PER_HOST;
    return claimCalendar(deps, hosts.filter(isBusy));
  };
  try {
    while (!isStopping()) {
      const before = [...running.keys()];
      const claimed = before.length < AT_ONCE ? await claimNext() : undefined;
      if (claimed) start(claimed);
      else if (before.length > 0)
        await Promise.race(before); // at once if one ended during the claim
      else return;
    }
  } finally {
    await Promise.all(running.keys());
  }
}

/** Reads the coaches' calendars in the background. Returns the stop function. */
export function runCalendars(deps: Dependencies): () => Promise<void> {
  const isStopping = () => deps.lifecycle.stopping;
  return repeat(POLL_MS, "reading the coaches' calendars", () =>
    refreshCalendars(deps, isStopping),
  );
}
