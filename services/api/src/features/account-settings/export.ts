import { asc, eq, inArray } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import {
  bookings,
  chatAccounts,
  chatLogins,
  coaches,
  messageReports,
  reviewReports,
  reviews,
  services,
  users,
  waitlist,
  weeklyHours,
} from '../../core/db/schema';
import { listDevices } from '../accounts/devices';
import { money } from '../bookings/money';
import { offeredServices } from '../coaches/profile';
import { exportMessages } from '../messages/export';

/** Exports a user's data, without secrets, payment ids and coaches' private notes. */
export async function exportAccount(deps: Dependencies, userId: number, session: string | null) {
  const { db, now } = deps;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const email = user?.email ?? '';
  const booked = await db
    .select({ booking: bookings, coach: coaches.name, service: services.label })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(eq(bookings.studentId, userId))
    .orderBy(asc(bookings.id));
  const own = booked.map(({ booking }) => booking.id);
  const written =
    own.length === 0 ? [] : await db.select().from(reviews).where(inArray(reviews.bookingId, own));
  const reported = await db.select().from(reviewReports).where(eq(reviewReports.userId, userId));
  const reportedMessages = await db
    .select()
    .from(messageReports)
    .where(eq(messageReports.userId, userId));
  const [chat] = await db.select().from(chatAccounts).where(eq(chatAccounts.userId, userId));
  const logins = await db.select().from(chatLogins).where(eq(chatLogins.userId, userId));
  const waiting = await db.select().from(waitlist).where(eq(waitlist.email, email.toLowerCase()));
  return {
    exported_at: now().toISOString(),
    account: {
      id: userId,
      email,
      verified_at: user?.verifiedAt?.toISOString() ?? null,
      reminders: user?.remindersOffAt === null,
      display_name: user?.displayName ?? null,
    },
    devices: await listDevices(deps, userId, session),
    bookings: booked.map(({ booking, coach, service }) => ({
      id: booking.id,
      coach,
      service,
      status: booking.status,
      session_time: booking.startsAt?.toISOString() ?? null,
      moved_from: booking.movedFrom?.toISOString() ?? null,
      time_zone: booking.timeZone,
      duration_minutes: booking.durationMinutes,
      contact_info: booking.contactInfo,
      details: booking.details,
      paid_at: booking.paidAt?.toISOString() ?? null,
      refund_reason: booking.refundReason,
      ...money(booking),
    })),
    reviews: written.map(({ bookingId, reviewerName, rating, comment }) => ({
      booking: bookingId,
      reviewer_name: reviewerName,
      rating,
      comment,
    })),
    reported_reviews: reported.map(({ reviewId, reason }) => ({ review: reviewId, reason })),
    messages: await exportMessages(db, userId),
    reported_messages: reportedMessages.map(({ messageId, reason }) => ({
      message: messageId,
      reason,
    })),
    discord: chat ? { id: chat.chatId, username: chat.username } : null,
    discord_login: logins.map(({ chatId, linkedAt }) => ({
      id: chatId,
      linked_at: linkedAt.toISOString(),
    })),
    waiting_list: waiting.map(({ game }) => game),
    coach: await coachOf(deps, userId),
  };
}

async function coachOf({ db }: Dependencies, userId: number) {
  const [coach] = await db.select().from(coaches).where(eq(coaches.userId, userId));
  if (!coach) return null;
  const offered = await offeredServices(db, coach.id);
  const hours = await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coach.id));
  return {
    name: coach.name,
    description: coach.description,
    special_offer: coach.specialOffer,
    time_zone: coach.timeZone,
    meeting_url: coach.meetingUrl,
    services: offered.map(({ label, rateCents, isHourly }) => ({
      label,
      rate: rateCents / 100,
      is_hourly: isHourly,
    })),
    weekly_hours: hours.map(({ weekday, startMinute, endMinute }) => ({
      weekday,
      start_minute: startMinute,
      end_minute: endMinute,
    })),
  };
}
