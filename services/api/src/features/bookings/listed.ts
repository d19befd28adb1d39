import type { Status } from '@carry/contracts/api';
import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { calendarUrl } from '../calendar/url';
import { pictureUrl } from '../coaches/pictures';
import { money } from './money';
import { windows } from './windows';

type Booking = typeof bookings.$inferSelect;

/** Fields that both booking lists share. */
export const scheduled = (booking: Booking) => ({
  id: booking.id,
  session_time: booking.startsAt?.toISOString() ?? null,
  duration_minutes: booking.durationMinutes,
  status: booking.status as Status,
  ...money(booking),
  moved_from: booking.movedFrom?.toISOString() ?? null,
  timed: booking.startsAt !== null,
});

interface AboutSession {
  coachName: string;
  coachImage: string | null;
  service: string;
  serviceName: string;
  reviewId: number | null;
  chatId: string | null;
}

/** A booking in the student's list, without its unread messages. */
export const studentView = (
  { config, now }: { config: ApiConfig; now: Date },
  booking: Booking,
  about: AboutSession,
) => ({
  ...scheduled(booking),
  coach_name: about.coachName,
  coach_image_url: about.coachImage && pictureUrl(config, about.coachImage),
  service_type: about.service,
  service_name: about.serviceName,
  has_review: about.reviewId !== null,
  joined: about.chatId !== null,
  ...windows(booking, now),
  calendar_url: calendarUrl(config, booking),
});
