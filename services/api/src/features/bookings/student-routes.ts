import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, chatAccounts, coaches, reviews, services, users } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { isPaged, mapBatches, StreamedList } from '../../core/http/stream-json';
import { isActive } from '../coaches/coach-lookup';
import { unreadBy } from '../people/party';
import {
  type BookingList,
  listedColumns,
  position,
  readAll,
  readPage,
  studentView,
} from './booking-list';
import { cancelSession } from './cancel';
import { createBooking } from './create';
import { requestRefund } from './guarantee';
import { moveSession, timesToMove } from './move';
import { declineSuggestion, withOpenSuggestions } from './suggestion';
import type { Suggestion } from './windows';

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

type Read = Awaited<ReturnType<typeof readSessions>>[number] & { suggestion: Suggestion | null };

const readSessions = (
  db: Database,
  { where, order, limit }: { where: SQL | undefined; order: SQL[]; limit: number },
) =>
  db
    .select({
      booking: listedColumns,
      position,
      coachName: coaches.name,
      isCoachActive: sql<boolean>`${isActive}`,
      meetingUrl: coaches.meetingUrl,
      coachImage: { portrait: coaches.portrait, imagePath: coaches.imagePath },
      service: services.slug,
      serviceName: services.label,
      reviewId: reviews.id,
      chatId: chatAccounts.chatId,
      unread: unreadBy('student'),
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, bookings.studentId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

const listSessions: Handler<'GET /api/my-sessions/'> = async (
  { db, config, now },
  { userId, query },
) => {
  const list: BookingList<Read> = {
    owner: eq(bookings.studentId, userId),
    order: 'desc',
    read: async (where, order, limit) =>
      withOpenSuggestions(db, await readSessions(db, { where, order, limit }), now()),
  };
  const print = ({ booking, unread, ...about }: Read) => ({
    ...studentView({ config, now: now() }, booking, about),
    unread,
  });
  if (!isPaged(query)) return new StreamedList(mapBatches(readAll(list), print));
  return readPage(db, { list, query }, print);
};

export const studentHandlers = {
  'POST /api/create-booking/': orderBooking,
  'GET /api/my-sessions/': listSessions,
  'POST /api/my-sessions/{id}/cancel/': async (deps, { userId, params }) => {
    await cancelSession(deps, userId, params.id);
    return { detail: 'Session cancelled' };
  },
  'GET /api/my-sessions/{id}/times/': (deps, { userId, params, query }) =>
    timesToMove(deps, userId, { bookingId: params.id, from: new Date(query.from) }),
  'POST /api/my-sessions/{id}/move/': async (deps, { userId, params, body }) => {
    const { session_time, time_zone, suggested } = body;
    const { startsAt, until } = await moveSession(deps, userId, {
      bookingId: params.id,
      start: new Date(session_time),
      zone: time_zone,
      suggested,
    });
    return {
      detail: 'Session moved',
      session_time: startsAt.toISOString(),
      move_until: until.toISOString(),
    };
  },
  'POST /api/my-sessions/{id}/decline/': async (deps, { userId, params, body }) => {
    const start = new Date(body.session_time);
    await declineSuggestion(deps, userId, { bookingId: params.id, start });
    return { detail: 'Suggestion declined' };
  },
  'POST /api/my-sessions/{id}/refund/': async (deps, { userId, params, body }) => {
    await requestRefund(deps, userId, { bookingId: params.id, reason: body.reason ?? '' });
    return { detail: 'Refund requested' };
  },
} satisfies Partial<Handlers>;
