import { status } from '@carry/contracts/api';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { bookings, coaches, reviews, services as serviceTable } from '../db/schema';
import type { Handler, Handlers } from '../http/handler';
import { cancelSession } from './cancel';
import { createBooking } from './create';
import { requestRefund } from './guarantee';
import { scheduled } from './listed';
import { windows } from './windows';

const orderBooking: Handler<'POST /api/create-booking/'> = async (services, { userId, body }) => {
  const { coach_id, service_id, quantity, contact_info, details, slot } = body;
  const order = {
    coachId: coach_id,
    serviceId: service_id,
    quantity,
    contact: contact_info,
    details,
    slot,
  };
  return { booking_id: await createBooking(services, userId, order) };
};

const listSessions: Handler<'GET /api/my-sessions/'> = async ({ db }, { userId }) => {
  const rows = await db
    .select({
      booking: bookings,
      coachName: coaches.name,
      service: serviceTable.slug,
      reviewId: reviews.id,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(and(eq(bookings.studentId, userId), inArray(bookings.status, status.options)))
    .orderBy(desc(bookings.startsAt), desc(bookings.id));
  return rows.map(({ booking, coachName, service, reviewId }) => ({
    ...scheduled(booking),
    coach_name: coachName,
    service_type: service,
    has_review: reviewId !== null,
    ...windows(booking),
  }));
};

/** What a student books, has booked, and changes. */
export const studentHandlers = {
  'POST /api/create-booking/': orderBooking,
  'GET /api/my-sessions/': listSessions,
  'POST /api/my-sessions/{id}/cancel/': async (services, { userId, params }) => {
    await cancelSession(services, userId, params.id);
    return { detail: 'Session cancelled' };
  },
  'POST /api/my-sessions/{id}/refund/': async (services, { userId, params, body }) => {
    await requestRefund(services, userId, params.id, body.reason ?? '');
    return { detail: 'Refund requested' };
  },
} satisfies Partial<Handlers>;
