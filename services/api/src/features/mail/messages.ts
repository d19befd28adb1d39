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

/** A session as its reader's calendar takes it. */
const eventFor = (
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  now: Date,
  reader: Reader = 'student',
) => eventOf(config, { ...booking, ...parties, reader } satisfies CalendarEntry, now);

/** To the student: the session is paid. */
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
      'Have a microphone, a 720p stream and your in-game name ready; a link to a recording helps.',
      toSessions(config),
      ...(file ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}

/** To the coach: somebody has booked. */
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
          ['When', timeOf(booking, coachZone) ?? 'no time chosen'],
        ],
      },
      toBooking(config, booking.id),
      ...(file ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}

/** The student moved a session: to the student and to the coach. `booking` has its new time. */
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
      ['It was', when(movedFrom, zone)],
      ['It is now', timeOf(booking, zone) ?? ''],
    ],
  });
  return [
    compose(config, {
      to: student,
      subject: `Your session with ${coachName} is moved`,
      calendar: eventFor(config, booking, parties, now),
      blocks: [`You moved booking ${id}.`, facts(timeZone), toSessions(config)],
    }),
    compose(config, {
      to: coach,
      subject: `Booking ${id} is moved`,
      calendar: eventFor(config, booking, parties, now, 'coach'),
      blocks: [`The student moved booking ${id}.`, facts(coachZone), toBooking(config, id)],
    }),
  ];
}

/** Somebody on the chat server says that a booking is theirs: to its student. */
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
      `${chatName} on Discord says that booking ${bookingId} is theirs. If that is you, open this link within an hour.`,
      { action: 'That is me', url },
      'If it is not, do nothing.',
    ],
  });

/** The payment came too late: the time is somebody else's or over, or the order was replaced. */
export const refundMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${bookingId} is returned`,
    blocks: [
      'Your payment arrived when its time slot was no longer free. You get all of it back. We are sorry.',
    ],
  });

export const statusMail = (site: Site, to: string, bookingId: number, status: string): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is ${status}`,
    blocks: [`Your coach set booking ${bookingId} to ${status}.`, toSessions(site)],
  });

/** A session that is long over and was left open is completed by itself: to the student. */
export const autoCompletedMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is completed`,
    blocks: [
      `Booking ${bookingId} is over, so we set it to completed. You can review it now. If you are not satisfied, ask for your money back within 48 hours.`,
      toSessions(site),
    ],
  });

export type Canceller = 'student' | 'coach' | 'operator';

/** A paid session is being cancelled: to its student and to its coach, with what happens to the money. `booking` is as it was before. */
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

/** The guarantee was asked for: to the student and to the coach. */
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
        { by: 'Why', quote: reason || 'they did not say' },
        toBooking(site, id),
      ],
    }),
  ];
}
