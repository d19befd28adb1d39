import { status } from '@carry/contracts/api';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { bookings, chatAccounts, coaches, reviews, services } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { calendarUrl } from '../calendar/url';
import { coachPicture } from '../coaches/pictures';
import { cancelSession } from './cancel';
import { createBooking } from './create';
import { requestRefund } from './guarantee';
import { scheduled } from './listed';
import { moveSession, timesToMove } from './move';
import { windows } from './windows';

const orderBooking: Handler<'POST /api/create-booking/'> = async (deps, { userId, body }) => {
  const { coach_id, service_id, quantity, contact_info, details, slot, time_zone } = body;
  const order = {
    coachId: coach_id,
    serviceId: service_id,
    quantity,
    contact: contact_info,
    details,
    slot,
    zone: time_zone,
  };
  return { booking_id: await createBooking(deps, userId, order) };
};

const listSessions: Handler<'GET /api/my-sessions/'> = async ({ db, config, now }, { userId }) => {
  const rows = await db
    .select({
      booking: bookings,
      coachName: coaches.name,
      coachImage: { portrait: coaches.portrait, imagePath: coaches.imagePath },
      service: services.slug,
      serviceName: services.label,
      reviewId: reviews.id,
      chatId: chatAccounts.chatId,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, bookings.studentId))
    .where(and(eq(bookings.studentId, userId), inArray(bookings.status, status.options)))
    .orderBy(desc(bookings.startsAt), desc(bookings.id));
  return rows.map(({ booking, coachName, coachImage, service, serviceName, reviewId, chatId }) => ({
    ...scheduled(booking),
    coach_name: coachName,
    coach_image_url: coachPicture(config, coachImage),
    service_type: service,
    service_name: serviceName,
    has_review: reviewId !== null,
    joined: chatId !== null,
    ...windows(booking, now()),
    calendar_url: calendarUrl(config, booking),
  }));
};

export const studentHandlers = {
  'POST /api/create-booking/': orderBooking,
  'GET /api/my-sessions/': listSessions,
  'POST /api/my-sessions/{id}/cancel/': async (deps, { userId, params }) => {
    await cancelSession(deps, userId, params.id);
    return { detail: 'Session cancelled' };
  },
  'GET /api/my-sessions/{id}/times/': (deps, { userId, params, query }) =>
    timesToMove(deps, userId, params.id, new Date(query.from)),
  'POST /api/my-sessions/{id}/move/': async (deps, { userId, params, body }) => {
    const { session_time, time_zone } = body;
    const start = new Date(session_time);
    const { startsAt, until } = await moveSession(deps, userId, params.id, start, time_zone);
    return {
      detail: 'Session moved',
      session_time: startsAt.toISOString(),
      move_until: until.toISOString(),
    };
  },
  'POST /api/my-sessions/{id}/refund/': async (deps, { userId, params, body }) => {
    await requestRefund(deps, userId, params.id, body.reason ?? '');
    return { detail: 'Refund requested' };
  },
} satisfies Partial<Handlers>;
