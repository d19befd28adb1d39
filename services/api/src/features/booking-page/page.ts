import { desc, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import {
  bookingEvents,
  bookings,
  chatAccounts,
  coaches,
  reviews,
  services,
  users,
} from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { isBetween } from '../../core/lists/page';
import { studentView } from '../bookings/booking-list';
import { readSuggestion } from '../bookings/suggestion';
import { keepCompletion } from '../bookings/windows';
import { calendarUrl } from '../calendar/url';
import { readAnnouncedRest } from '../payments/failed-refunds';
import { findReceipt } from '../payments/receipt';
import { readShare } from '../payouts/share';
import { studentName } from '../people/parties';
import { requireParty, unreadBy } from '../people/party';
import { getPlace } from '../people/place';

type Booking = typeof bookings.$inferSelect;

/** Newest events that a page shows. A move, a suggestion, a refund or a change of status makes one. */
const MAX_HISTORY = 500;

export async function readHistory(
  { db, metrics }: Dependencies,
  booking: Booking,
  reviewedAt: Date | null,
) {
  const newest = await db
    .select()
    .from(bookingEvents)
    .where(isBetween({ key: [bookingEvents.bookingId, bookingEvents.id], owner: booking.id }, {}))
    .orderBy(desc(bookingEvents.bookingId), desc(bookingEvents.id))
    .limit(MAX_HISTORY + 1);
  if (newest.length > MAX_HISTORY) metrics.reportCut('history of a booking', MAX_HISTORY);
  const none = { from: null, to: null, amount: null };
  const all = [
    { at: booking.paidAt ?? booking.createdAt, what: 'booked' as const, ...none },
    ...newest
      .slice(0, MAX_HISTORY)
      .reverse()
      .map(({ at, what, movedFrom, movedTo, amountCents }) => ({
        at,
        what,
        from: movedFrom?.toISOString() ?? null,
        to: movedTo?.toISOString() ?? null,
        amount: amountCents === null ? null : amountCents / 100,
      })),
    ...(reviewedAt ? [{ at: reviewedAt, what: 'reviewed' as const, ...none }] : []),
  ];
  return all
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

const readMoney = async (deps: Dependencies, booking: Booking) => ({
  share: await readShare(deps, booking),
  refund_reason: booking.refundReason || null,
});

const showBooking: Handler<'GET /api/bookings/{id}/'> = async (deps, { userId, params }) => {
  const { db, config, now } = deps;
  const { side, writable } = await requireParty(db, userId, params.id);
  const [row] = await db
    .select({
      booking: bookings,
      coach: coaches,
      service: services.slug,
      serviceName: services.label,
      student: studentName,
      review: reviews,
      chatId: chatAccounts.chatId,
      unread: unreadBy(side),
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .leftJoin(chatAccounts, eq(chatAccounts.userId, bookings.studentId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(eq(bookings.id, params.id));
  if (!row) throw notFound();
  const { booking, coach, service, serviceName, student, review, chatId, unread } = row;
  const isStudent = side === 'student';
  const current = now();
  const { noticeMinutes } = coach;
  const { suggestion, isTaken } = await readSuggestion(db, booking, {
    ...{ now: current, noticeMinutes, side },
  });
  const history = await readHistory(deps, booking, review?.createdAt ?? null);
  return {
    ...studentView({ config, now: current }, booking, {
      suggestion,
      ...{ service, serviceName, chatId, reviewId: review?.id ?? null },
      coachName: coach.name,
      isCoachActive: side === 'coach' || writable,
      meetingUrl: coach.meetingUrl,
      coachImage: coach,
    }),
    reader: side,
    coach_id: coach.id,
    unread,
    calendar_url: calendarUrl(config, booking, side),
    student_name: student,
    student_booking: booking.studentNth ?? 1,
    contact_info: booking.contactInfo,
    details: booking.details,
    notes: isStudent ? '' : booking.notes,
    ...(!isStudent && { time_zone: coach.timeZone, suggested_taken: isTaken }),
    paid_at: booking.paidAt?.toISOString() ?? null,
    receipt_path: isStudent ? findReceipt(booking) : null,
    place: booking.startsAt && getPlace(config, coach.meetingUrl),
    delivered_at: keepCompletion(booking).deliveredAt?.toISOString() ?? null,
    review:
      review && review.hiddenBecause === null
        ? { rating: review.rating, comment: review.comment, reply: review.reply }
        : null,
    writable,
    history,
    ...(isStudent
      ? { failed_refund: (await readAnnouncedRest(db, booking)) / 100 }
      : await readMoney(deps, booking)),
  };
};

export const bookingPageHandlers = {
  'GET /api/bookings/{id}/': showBooking,
} satisfies Partial<Handlers>;
