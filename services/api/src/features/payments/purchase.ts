import type { Purchase } from '@carry/contracts/api';
import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, coaches, services, users } from '../../core/db/schema';
import { heldMinutes } from '../calendar/held-minutes';
import { calendarUrl } from '../calendar/url';
import { getPlace } from '../people/place';

export async function readPurchase(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  bookingId: number,
): Promise<Purchase | undefined> {
  const coachUser = alias(users, 'coach_user');
  const [row] = await db
    .select({
      status: bookings.status,
      coachId: coaches.id,
      lockedAt: coachUser.lockedAt,
      deletedAt: coachUser.deletedAt,
      coach_name: coaches.name,
      service: services.label,
      quantity: bookings.quantity,
      cents: bookings.amountCents,
      refundedCents: bookings.refundedCents,
      paidAt: bookings.paidAt,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
      duration_minutes: bookings.durationMinutes,
      email: users.email,
      time_zone: bookings.timeZone,
      meetingUrl: coaches.meetingUrl,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(coachUser, eq(coachUser.id, coaches.userId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .where(eq(bookings.id, bookingId));
  if (!row) return undefined;
  const { coachId, lockedAt, deletedAt, cents, refundedCents, ...times } = row;
  const { paidAt, startsAt, endsAt, meetingUrl, ...rest } = times;
  return {
    booking_id: bookingId,
    coach_id: lockedAt || deletedAt ? null : coachId,
    ...rest,
    amount: cents / 100,
    refunded: refundedCents / 100,
    paid_at: paidAt?.toISOString() ?? null,
    session_time: startsAt?.toISOString() ?? null,
    held_minutes: heldMinutes({ startsAt, endsAt }),
    calendar_url: calendarUrl(config, { id: bookingId, startsAt }),
    place: startsAt && getPlace(config, meetingUrl),
  };
}
