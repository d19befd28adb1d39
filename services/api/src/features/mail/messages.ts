import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { type CalendarEntry, eventOf } from '../calendar/event';
import { calendarUrl, type Reader } from '../calendar/url';
import type { Parties } from '../people/parties';
import type { Site } from './layout';
import { type Block, compose } from './letter';
import { dollars, moneyBack } from './money';
import type { Mail } from './outbox';
import { when } from './when';

type Booking = typeof bookings.$inferSelect;

export const toSessions = ({ siteUrl }: Site): Block => ({
  action: 'Your sessions',
  url: `${siteUrl}/sessions`,
});
export const toBooking = ({ siteUrl }: Site, id: number): Block => ({
  action: 'View the booking',
  url: `${siteUrl}/coach/bookings/${id}`,
});
export const timeOf = ({ startsAt, durationMinutes }: Booking, zone: string | null) =>
  startsAt && `${when(startsAt, zone)}, ${durationMinutes} minutes`;

/** Calendar event for the reader. */
const eventFor = (
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  now: Date,
  reader: Reader = 'student',
) => eventOf(config, { ...booking, ...parties, reader } satisfies CalendarEntry, now);

export function bookedMail(config: ApiConfig, booking: Booking, parties: Parties, now: Date): Mail {
  const { coachName, service, student } = parties;
  const { id, amountCents, timeZone } = booking;
  const file = calendarUrl(config, booking);
  return compose(config, {
    to: student,
    subject: `Your session with ${coachName} is booked`,
    calendar: eventFor(config, booking, parties, now),
    blocks: [
      {
        facts: [
          ['Booking', String(id)],
          ['What', `${service} with ${coachName}`],
          ['When', timeOf(booking, timeZone) ?? 'your coach will message you'],
          ['Paid', dollars(amountCents)],
        ],
      },
      'Have a mic, a 720p stream and your in-game name ready. A link to a recording helps, too.',
      toSessions(config),
      ...(file ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}

export function newBookingMail(
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  now: Date,
): Mail {
  const { coach, coachZone, service } = parties;
  const file = calendarUrl(config, booking, 'coach');
  return compose(config, {
    to: coach,
    subject: `New booking ${booking.id}`,
    calendar: eventFor(config, booking, parties, now, 'coach'),
    blocks: [
      {
        facts: [
          ['What', service],
          ['When', timeOf(booking, coachZone) ?? 'to be agreed'],
        ],
      },
      toBooking(config, booking.id),
      ...(file ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}

export function movedMails(
  config: ApiConfig,
  booking: Booking & { startsAt: Date; movedFrom: Date },
  parties: Parties,
  now: Date,
): Mail[] {
  const { student, coach, coachName, coachZone, service } = parties;
  const { id, movedFrom, timeZone } = booking;
  const facts = (zone: string | null): Block => ({
    facts: [
      ['What', service],
      ['Was', when(movedFrom, zone)],
      ['Now', timeOf(booking, zone) ?? ''],
    ],
  });
  return [
    compose(config, {
      to: student,
      subject: `Your session with ${coachName} has moved`,
      calendar: eventFor(config, booking, parties, now),
      blocks: [`You moved booking ${id}.`, facts(timeZone), toSessions(config)],
    }),
    compose(config, {
      to: coach,
      subject: `Booking ${id} has moved`,
      calendar: eventFor(config, booking, parties, now, 'coach'),
      blocks: [`The student moved booking ${id}.`, facts(coachZone), toBooking(config, id)],
    }),
  ];
}

/** To the student: a Discord user claims the booking. */
export const claimMail = (
  site: Site,
  to: string,
  bookingId: number,
  chatName: string,
  url: string,
): Mail =>
  compose(site, {
    to,
    subject: `Is this you on Discord? Booking ${bookingId}`,
    blocks: [
      `${chatName} on Discord says booking ${bookingId} is theirs. If that's you, open this link within an hour.`,
      { action: "That's me", url },
      "If it isn't you, ignore this email.",
    ],
  });

/** To the student: the slot was gone, the session had begun, or the order was replaced. */
export const refundMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${bookingId} is refunded`,
    blocks: [
      "Your payment came in after the time slot was gone. You'll get all of it back. Sorry about that!",
    ],
  });

export const statusMail = (site: Site, to: string, bookingId: number, status: string): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is ${status}`,
    blocks: [`Your coach set booking ${bookingId} to ${status}.`, toSessions(site)],
  });

/** To the student: automatic completion. */
export const autoCompletedMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is completed`,
    blocks: [
      `Booking ${bookingId} is over, so we marked it as completed. You can review it now. Not satisfied? Ask for your money back within 48 hours.`,
      toSessions(site),
    ],
  });

export type Canceller = 'student' | 'coach' | 'operator';

/** To student and coach, with the refund. `booking` is the state before the cancellation. */
export function cancelledMails(
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  by: Canceller,
  now: Date,
): Mail[] {
  const { id, sequence } = booking;
  const back = moneyBack(booking);
  const toStudent = { student: 'You', coach: 'Your coach', operator: config.siteName }[by];
  const toCoach = { student: 'The student', coach: 'You', operator: config.siteName }[by];
  const subject = `Booking ${id} is cancelled`;
  const off = { ...booking, ...parties, status: 'cancelled' as const, sequence: sequence + 1 };
  return [
    compose(config, {
      to: parties.student,
      subject,
      calendar: eventOf(config, off, now, 'CANCEL'),
      blocks: [`${toStudent} cancelled booking ${id}. ${back.student}`, toSessions(config)],
    }),
    compose(config, {
      to: parties.coach,
      subject,
      calendar: eventOf(config, { ...off, reader: 'coach' }, now, 'CANCEL'),
      blocks: [`${toCoach} cancelled booking ${id}. ${back.coach}`, toBooking(config, id)],
    }),
  ];
}

export function guaranteeMails(
  site: Site,
  { student, coach }: Parties,
  booking: Pick<Booking, 'id' | 'amountCents' | 'refundedCents'>,
  reason: string,
): Mail[] {
  const { id } = booking;
  const back = moneyBack(booking);
  const subject = `Refund for booking ${id}`;
  return [
    compose(site, {
      to: student,
      subject,
      blocks: [`You asked for a refund of booking ${id}. ${back.student}`, toSessions(site)],
    }),
    compose(site, {
      to: coach,
      subject,
      blocks: [
        `The student asked for a refund of booking ${id} under the guarantee. ${back.coach}`,
        { by: 'Reason', quote: reason || 'none given' },
        toBooking(site, id),
      ],
    }),
  ];
}
