import { status } from '@carry/contracts/api';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, chatAccounts, coaches, services, users } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { calendarUrl } from '../calendar/url';
import { studentName } from '../people/student-name';
import { unreadBy } from '../people/unread';
import { scheduled } from './listed';
import { showBooking } from './page';
import { changeStatus } from './status';

const listBookings: Handler<'GET /api/bookings/'> = async ({ db, config }, { userId }) => {
  const rows = await db
    .select({
      booking: bookings,
      slug: services.slug,
      label: services.label,
      student: studentName,
      unread: unreadBy('coach'),
      nth: sql<number>`(row_number() OVER (PARTITION BY ${bookings.studentId} ORDER BY ${bookings.id}))::int`,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, bookings.studentId))
    .where(and(eq(coaches.userId, userId), inArray(bookings.status, status.options)))
    .orderBy(bookings.startsAt);
  return rows.map(({ booking, slug, label, student, nth, unread }) => ({
    ...scheduled(booking),
    service_type: slug,
    service_name: label,
    student_name: student,
    student_booking: nth,
    contact_info: booking.contactInfo,
    details: booking.details,
    notes: booking.notes,
    unread,
    calendar_url: calendarUrl(config, booking, 'coach'),
  }));
};

/** Throws 404 unless the coach has this booking. */
async function requireOwn(db: Database, userId: number, bookingId: number): Promise<void> {
  const [found] = await db
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
  if (!found) throw notFound();
}

export const coachBookingHandlers = {
  'GET /api/bookings/': listBookings,
  'GET /api/bookings/{id}/': showBooking,
  'PATCH /api/bookings/{id}/status/': async (deps, { userId, params: { id }, body }) => {
    await requireOwn(deps.db, userId, id);
    await changeStatus(deps, id, body.status);
    return { detail: 'Status updated' };
  },
  'PATCH /api/bookings/{id}/notes/': async (
    { db },
    { userId, params: { id }, body: { notes } },
  ) => {
    await requireOwn(db, userId, id);
    await db.update(bookings).set({ notes }).where(eq(bookings.id, id));
    return { detail: 'Notes updated' };
  },
} satisfies Partial<Handlers>;
