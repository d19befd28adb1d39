import { type BookingQuery, moment, type Status } from '@carry/contracts/api';
import { PAGE_ROWS } from '@carry/contracts/limits';
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { ApiConfig } from '../../core/config';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { cutPage, type Page, readCursor, writeCursor } from '../../core/lists/page';
import { heldMinutes } from '../calendar/held-minutes';
import { calendarUrl } from '../calendar/url';
import { coachPicture } from '../coaches/pictures';
import { monthStart, parseTimeZone } from '../coaches/zone';
import { getPlace } from '../people/place';
import { money } from './money';
import { type Suggestion, windows } from './windows';

/** Small enough to be read and printed within 20 ms. */
const BATCH_ROWS = 100;
const MAX_MONTHS = 12;
/** Months of one search: the latest two years, and if some of them are empty, the 18 years before. */
const SEARCHED_MONTHS = [24, 216];
const DAY_MS = 24 * 60 * 60_000;

/** Columns that lists show. Each further one costs time in every row. */
export const listedColumns = {
  id: bookings.id,
  status: bookings.status,
  startsAt: bookings.startsAt,
  endsAt: bookings.endsAt,
  durationMinutes: bookings.durationMinutes,
  movedFrom: bookings.movedFrom,
  suggestedStart: bookings.suggestedStart,
  cancelUntil: bookings.cancelUntil,
  paidAt: bookings.paidAt,
  completedAt: bookings.completedAt,
  deliveredAt: bookings.deliveredAt,
  quantity: bookings.quantity,
  amountCents: bookings.amountCents,
  refund: bookings.refund,
  refundedCents: bookings.refundedCents,
  contactInfo: bookings.contactInfo,
  studentNth: bookings.studentNth,
  timeZone: bookings.timeZone,
};
export type ListedBooking = Pick<typeof bookings.$inferSelect, keyof typeof listedColumns>;

export const scheduled = (booking: ListedBooking) => ({
  id: booking.id,
  session_time: booking.startsAt?.toISOString() ?? null,
  duration_minutes: booking.durationMinutes,
  held_minutes: heldMinutes(booking),
  status: booking.status as Status,
  ...money(booking),
  moved_from: booking.movedFrom?.toISOString() ?? null,
  timed: booking.startsAt !== null,
});

interface AboutSession {
  coachName: string;
  isCoachActive: boolean;
  coachImage: Parameters<typeof coachPicture>[1];
  meetingUrl: string | null;
  service: string;
  serviceName: string;
  reviewId: number | null;
  chatId: string | null;
  suggestion: Suggestion | null;
}

export const studentView = (
  { config, now }: { config: ApiConfig; now: Date },
  booking: ListedBooking,
  about: AboutSession,
) => ({
  ...scheduled(booking),
  coach_name: about.coachName,
  coach_image_url: coachPicture(config, about.coachImage),
  service_type: about.service,
  service_name: about.serviceName,
  has_review: about.reviewId !== null,
  ...(getPlace(config, about.meetingUrl).kind === 'discord' && { joined: about.chatId !== null }),
  ...windows(booking, { now, isCoachActive: about.isCoachActive }),
  suggested_time: about.suggestion?.start.toISOString() ?? null,
  suggested_until: about.suggestion?.until.toISOString() ?? null,
  calendar_url: calendarUrl(config, booking),
  time_zone: booking.timeZone,
});

// These expressions match the indexes of migration 0024.
const sortKey = sql`coalesce(${bookings.startsAt}, 'infinity')`;
const isListed = sql`${bookings.status} IN ('confirmed', 'cancelled', 'completed')`;

/** Sort key as text with microseconds, for cursors. */
export const position = sql<string>`coalesce(to_char(${bookings.startsAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'infinity')`;

interface Positioned {
  booking: { id: number };
  position: string;
}

export interface BookingList<Row extends Positioned> {
  owner: SQL;
  order: 'asc' | 'desc';
  read(where: SQL | undefined, order: SQL[], limit: number): Promise<Row[]>;
}

const sortKeyAndId = z.tuple([z.union([z.literal('infinity'), moment]), z.int32()]);
type Key = z.output<typeof sortKeyAndId>;

const isAfter = (order: 'asc' | 'desc', [position, id]: Key) =>
  order === 'asc'
    ? sql`(${sortKey}, ${bookings.id}) > (${position}::timestamptz, ${id}::integer)`
    : sql`(${sortKey}, ${bookings.id}) < (${position}::timestamptz, ${id}::integer)`;

const orderBy = (order: 'asc' | 'desc') =>
  order === 'asc' ? [asc(sortKey), asc(bookings.id)] : [desc(sortKey), desc(bookings.id)];

const getKey = ({ booking, position }: Positioned): Key => [position, booking.id];

function readRows<Row extends Positioned>(
  list: BookingList<Row>,
  { status, from, to, cursor, limit = PAGE_ROWS, order = list.order }: BookingQuery,
): Promise<Row[]> {
  const where = and(
    list.owner,
    isListed,
    status && eq(bookings.status, status),
    from === undefined ? undefined : gte(sortKey, sql`${from}::timestamptz`),
    to === undefined ? undefined : lt(sortKey, sql`${to}::timestamptz`),
    cursor === undefined ? undefined : isAfter(order, readCursor(cursor, sortKeyAndId)),
  );
  return list.read(where, orderBy(order), limit + 1);
}

export async function readPage<Row extends Positioned, Shown>(
  db: Database,
  { list, query }: { list: BookingList<Row>; query: BookingQuery },
  print: (row: Row) => Shown,
): Promise<Page<Shown> & { months?: string[] }> {
  const [rows, months] = await Promise.all([
    readRows(list, query),
    findMonths(db, list.owner, query),
  ]);
  const page = cutPage(rows.map(print), {
    rows: query.limit ?? PAGE_ROWS,
    getCursor: (_, index) => writeCursor(getKey(rows[index] as Row)),
  });
  return { ...page, ...(months && { months }) };
}

/** Reads a whole list in batches, without a snapshot: a booking that moves meanwhile may be missing or come twice. */
export async function* readAll<Row extends Positioned>(
  list: BookingList<Row>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const where = and(list.owner, isListed, last && isAfter(list.order, getKey(last)));
    const rows = await list.read(where, orderBy(list.order), BATCH_ROWS);
    yield rows;
    last = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (last);
}

interface Month {
  start: string;
  end: string;
}

/** Returns the starts of the latest months with bookings. Computed here, because PostgreSQL lacks names of zones that browsers use. */
async function findMonths(
  db: Database,
  owner: SQL,
  { status, from, time_zone }: BookingQuery,
): Promise<string[] | undefined> {
  if (time_zone === undefined) return undefined;
  const listed = and(owner, isListed, status && eq(bookings.status, status));
  const end = sql`${from ?? 'infinity'}::timestamptz`;
  const findFirst = (order: 'asc' | 'desc') =>
    db
      .select({ startsAt: bookings.startsAt })
      .from(bookings)
      .where(and(listed, lt(sortKey, end)))
      .orderBy(...orderBy(order))
      .limit(1);
  const ends = (await unionAll(findFirst('desc'), findFirst('asc')))
    .flatMap(({ startsAt }) => startsAt ?? [])
    .sort((a, b) => a.getTime() - b.getTime());
  const [earliest, latest] = [ends[0], ends.at(-1)];
  if (!earliest || !latest) return [];
  const zone = parseTimeZone(time_zone) ?? 'UTC';
  const first = db // one index entry for each month
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(listed, gte(sortKey, sql`month.start`), lt(sortKey, sql`least(month.end, ${end})`)))
    .orderBy(...orderBy('asc'))
    .limit(1)
    .as('first');
  const starts: string[] = [];
  let to = latest;
  for (const limit of SEARCHED_MONTHS) {
    const months = listMonths(earliest, to, { zone, limit });
    const rows = await db
      .select({ nth: sql<number>`month.nth` })
      .from(
        sql`json_to_recordset(${JSON.stringify(months.map((month, nth) => ({ ...month, nth })))}::json) AS month(start timestamptz, "end" timestamptz, nth integer)`,
      )
      .innerJoinLateral(first, sql`true`)
      .orderBy(sql`month.nth`)
      .limit(MAX_MONTHS - starts.length);
    starts.push(...rows.map(({ nth }) => months[nth]?.start ?? ''));
    to = new Date(Date.parse(months.at(-1)?.start ?? '') - 1);
    if (starts.length === MAX_MONTHS || to < earliest) break;
  }
  return starts;
}

function listMonths(
  from: Date,
  to: Date,
  { zone, limit }: { zone: string; limit: number },
): Month[] {
  const months: Month[] = [];
  let month = to;
  while (month >= from && months.length < limit) {
    const start = monthStart(month, zone);
    const end =
      months.at(-1)?.start ??
      monthStart(new Date(start.getTime() + 40 * DAY_MS), zone).toISOString();
    months.push({ start: start.toISOString(), end });
    month = new Date(start.getTime() - 1);
  }
  return months;
}
