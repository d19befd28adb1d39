import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, services, users } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import { isSigned } from '../../core/http/signed';
import { StreamedText } from '../../core/http/stream-json';
import { readParties } from '../people/parties';
import { type CalendarEntry, printEvent, printFeed } from './event';
import { calendarName, feedName, type Reader } from './url';

const MAX_ID = 2 ** 31 - 1;
const readers: readonly Reader[] = ['student', 'coach'];
const inCalendars: ReadonlySet<string> = new Set(['confirmed', 'completed', 'cancelled']);

const FEED_PAST_MS = 90 * 24 * 3_600_000;
const MAX_FEED = 2000;
const headers = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
};

const shownColumns = {
  id: bookings.id,
  status: bookings.status,
  sequence: bookings.sequence,
  startsAt: bookings.startsAt,
  endsAt: bookings.endsAt,
};

/** Sessions of a coach from the last 90 days on, without cancelled ones. Above the limit, the oldest are left out. */
async function readFeed(
  { db, metrics }: Dependencies,
  { id: coachId, name, meetingUrl }: typeof coaches.$inferSelect,
  now: Date,
): Promise<CalendarEntry[]> {
  const current = sql`${now.toISOString()}::timestamptz`;
  const fromNow = sql`extract(epoch FROM ${bookings.startsAt} - ${current})`;
  const rows = await db
    .select({ booking: shownColumns, service: services.label })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(
      and(
        eq(bookings.coachId, coachId),
        inArray(bookings.status, ['confirmed', 'completed']),
        gte(bookings.startsAt, new Date(now.getTime() - FEED_PAST_MS)),
      ),
    )
    .orderBy(sql`${bookings.endsAt} <= ${current}`, sql`abs(${fromNow})`, asc(bookings.id))
    .limit(MAX_FEED + 1);
  if (rows.length > MAX_FEED) metrics.reportCut('calendar feed of a coach', MAX_FEED);
  const inOrder = rows
    .slice(0, MAX_FEED)
    .sort((a, b) => Number(a.booking.startsAt) - Number(b.booking.startsAt));
  return inOrder.map(({ booking, service }) => ({
    ...booking,
    ...{ coachName: name, meetingUrl, service, reader: 'coach' as const },
  }));
}

/** Throws 404 if the account of a link's owner is deleted, which ends the link. */
async function assertOpen(db: Database, userId: number): Promise<void> {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!owner) throw notFound();
}

/** Calendar files. Calendar apps call them, so they are outside the contract. */
export function calendarRoutes(deps: Dependencies) {
  const { db, config, now } = deps;
  const app = new Hono();
  app.use('/calendar/coach/*', compress());
  app.get('/calendar/coach/:id{\\d{1,10}}/:signature/sessions.ics', async (context) => {
    const { id: digits, signature } = context.req.param();
    const id = Number(digits);
    if (id > MAX_ID) throw notFound();
    const [coach] = await db.select().from(coaches).where(eq(coaches.id, id));
    if (!coach || !isSigned(config, feedName(coach), signature)) throw notFound();
    await assertOpen(db, coach.userId);
    const entries = await readFeed(deps, coach, now());
    const feed = new StreamedText(printFeed(config, entries, now()));
    return context.body(await feed.open('calendar feed of a coach'), 200, headers);
  });
  return app.get('/calendar/:id{\\d{1,10}}/:signature/session.ics', async (context) => {
    const { id: digits, signature } = context.req.param();
    const id = Number(digits);
    const reader = readers.find((one) => isSigned(config, calendarName(id, one), signature));
    if (id > MAX_ID || !reader) throw notFound();
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
    if (!booking || !inCalendars.has(booking.status)) throw notFound();
    const parties = await readParties(db, booking);
    await assertOpen(db, reader === 'coach' ? parties.coachUserId : booking.studentId);
    const entry = { ...booking, ...parties, reader };
    const file = printEvent(config, entry, now());
    if (!file) throw notFound();
    return context.body(file, 200, {
      ...headers,
      'content-disposition': `attachment; filename="session-${id}.ics"`,
    });
  });
}
