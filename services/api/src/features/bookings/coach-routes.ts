import { status } from '@carry/contracts/api';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, chatAccounts, coaches, services, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { isPaged, mapBatches, StreamedList } from '../../core/http/stream-json';
import { calendarUrl } from '../calendar/url';
import { assertUnchanged } from '../coaches/optimistic-lock';
import { studentName } from '../people/parties';
import { unreadBy } from '../people/party';
import {
  type BookingList,
  listedColumns,
  position,
  readAll,
  readPage,
  scheduled,
} from './booking-list';
import { changeStatus } from './status';
import { suggestTime, timesToSuggest, withdrawSuggestion } from './suggest';

type Read = Awaited<ReturnType<typeof readBookings>>[number];

/** `whole` reads the long texts, too. */
const readBookings = (
  db: Database,
  {
    where,
    order,
    limit,
    whole,
  }: { where: SQL | undefined; order: SQL[]; limit: number; whole: boolean },
) =>
  db
    .select({
      booking: listedColumns,
      position,
      details: whole ? bookings.details : sql<string>`''`,
      notes: whole ? bookings.notes : sql<string>`''`,
      slug: services.slug,
      label: services.label,
      student: studentName,
      zone: coaches.timeZone,
      unread: unreadBy('coach'),
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, bookings.studentId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

const listBookings: Handler<'GET /api/bookings/'> = async ({ db, config }, { userId, query }) => {
  const paged = isPaged(query);
  const coach = db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId));
  const list: BookingList<Read> = {
    owner: eq(bookings.coachId, coach),
    order: 'asc',
    read: (where, order, limit) => readBookings(db, { where, order, limit, whole: !paged }),
  };
  const summarize = ({ booking, slug, label, student, zone, unread }: Read) => ({
    ...scheduled(booking),
    service_type: slug,
    service_name: label,
    student_name: student,
    student_booking: booking.studentNth ?? 1,
    contact_info: booking.contactInfo,
    unread,
    calendar_url: calendarUrl(config, booking, 'coach'),
    time_zone: zone,
  });
  if (paged) return readPage(db, { list, query }, summarize);
  const print = (row: Read) => ({ ...summarize(row), details: row.details, notes: row.notes });
  return new StreamedList(mapBatches(readAll(list), print));
};

async function requireOwn(db: Database, userId: number, bookingId: number): Promise<void> {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        eq(bookings.id, bookingId),
        eq(coaches.userId, userId),
        inArray(bookings.status, status.options),
      ),
    );
  if (!booking) throw notFound();
}

async function changeNotes(
  tx: Database,
  bookingId: number,
  { notes, seen }: { notes: string; seen?: string | undefined },
): Promise<void> {
  const booking = eq(bookings.id, bookingId);
  const [current] = await tx
    .select({ notes: bookings.notes })
    .from(bookings)
    .where(booking)
    .for('update');
  if (!current) throw notFound();
  assertUnchanged(current, { seen: { notes: seen }, change: { notes } });
  await tx.update(bookings).set({ notes }).where(booking);
}

export const coachBookingHandlers = {
  'GET /api/bookings/': listBookings,
  'PATCH /api/bookings/{id}/status/': async (deps, { userId, params: { id }, body }) => {
    await requireOwn(deps.db, userId, id);
    await changeStatus(deps, id, body.status);
    return { detail: 'Status updated' };
  },
  'GET /api/bookings/{id}/times/': (deps, { userId, params, query }) =>
    timesToSuggest(deps, userId, { bookingId: params.id, from: new Date(query.from) }),
  'POST /api/bookings/{id}/suggest/': async (deps, { userId, params, body }) => {
    const start = new Date(body.session_time);
    await suggestTime(deps, userId, { bookingId: params.id, start });
    return { detail: 'Time suggested', suggested_time: start.toISOString() };
  },
  'POST /api/bookings/{id}/withdraw/': async (deps, { userId, params }) => {
    await withdrawSuggestion(deps, userId, params.id);
    return { detail: 'Suggestion withdrawn' };
  },
  'PATCH /api/bookings/{id}/notes/': ({ db }, { userId, params: { id }, body }) =>
    transact(db, async (tx) => {
      await requireOwn(tx, userId, id);
      await changeNotes(tx, id, body);
      return { detail: 'Notes updated' };
    }),
} satisfies Partial<Handlers>;
