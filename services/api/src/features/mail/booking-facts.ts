import { paths } from '@carry/contracts/paths';
import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { heldMinutes } from '../calendar/held-minutes';
import type { Reader } from '../calendar/url';
import type { Parties } from '../people/parties';
import { describePlace, getPlace } from '../people/place';
import { dollars, isInDollars, when } from './format';
import type { Site } from './layout';
import type { Block } from './letter';

export type Booking = typeof bookings.$inferSelect;

export interface AboutBooking {
  config: ApiConfig;
  booking: Booking;
  parties: Parties;
}

export interface About extends AboutBooking {
  reader: Reader;
}

/** Path of the page that shows a payment, its receipt, and why it has no booking. */
export const receiptPath = (checkoutSession: string): string =>
  `${paths.bookingSuccess}?session_id=${encodeURIComponent(checkoutSession)}`;

/** Page of a booking. A student's booking that was never confirmed has only the page of its payment. */
export function toPage(
  { config, booking, reader }: Pick<About, 'booking' | 'reader'> & { config: Site },
  action?: string,
): Block {
  const { id, status, checkoutSession } = booking;
  const { siteUrl } = config;
  if (reader === 'coach')
    return { action: action ?? 'View the booking', url: siteUrl + paths.coachBooking(id) };
  if (status === 'expired' && checkoutSession)
    return { action: 'View your payment', url: siteUrl + receiptPath(checkoutSession) };
  return { action: action ?? `View your ${getKind(booking)}`, url: siteUrl + paths.session(id) };
}

export const bookAgain = ({ config, booking, parties }: AboutBooking, words: string) =>
  parties.isCoachActive
    ? { words, url: config.siteUrl + paths.booking(booking.coachId) }
    : { words: 'Find another coach', url: config.siteUrl + paths.coaches };

/** Minutes that the coach still has to arrange: a longer booking is held only in part. */
const remainingMinutes = (booking: Booking): number =>
  booking.durationMinutes - (heldMinutes(booking) ?? booking.durationMinutes);

export function getTime(booking: Booking, zone: string | null): string | null {
  const { startsAt, durationMinutes } = booking;
  const rest = remainingMinutes(booking);
  const length = rest > 0 ? `${durationMinutes - rest} of ${durationMinutes}` : durationMinutes;
  return startsAt && `${when(startsAt, zone)}, ${length} minutes`;
}

export const getZone = ({ booking, parties, reader }: About): string | null =>
  reader === 'coach' ? parties.coachZone : booking.timeZone;

export const getKind = ({ startsAt }: Pick<Booking, 'startsAt'>) =>
  startsAt ? 'session' : 'order';

export const getTitle = ({ booking, parties, reader }: About): string =>
  `${getKind(booking)} with ${reader === 'coach' ? parties.studentName : parties.coachName}`;

export type Fact = [name: string, value: string];

/** The payment, the refunded part of it, and the refund that is due; an empty list in another currency than USD. */
function getPayment(booking: Booking): Fact[] {
  const { status, paidAt, refund, refundedCents } = booking;
  if (!isInDollars(booking)) return [];
  const { amountCents } = booking;
  const rest = amountCents - refundedCents;
  const isDue = refund === 'due' || refund === 'begun' || refund === 'failed';
  return [
    [paidAt || status === 'confirmed' ? 'Paid' : 'Price', dollars(amountCents)],
    ...(refundedCents > 0 ? [['Refunded', dollars(refundedCents)] satisfies Fact] : []),
    ...(isDue && rest > 0 ? [['Refund due', dollars(rest)] satisfies Fact] : []),
  ];
}

/** State of a booking whose mails are composed before its cancellation and refund are written. */
export const withRefund = (booking: Booking): Booking =>
  booking.refund === 'none' && booking.paidAt ? { ...booking, refund: 'due' } : booking;

function describeRest({ booking, reader }: Pick<About, 'booking' | 'reader'>): Fact[] {
  const hours = remainingMinutes(booking) / 60;
  if (hours <= 0) return [];
  const time = hours === 1 ? 'hour' : `${hours} hours`;
  const words =
    reader === 'coach'
      ? `Please message your student to arrange the remaining ${time}.`
      : `Your coach will message you to arrange the remaining ${time}.`;
  return [['To arrange', words]];
}

export function listFacts(about: About, time?: Fact[], place = false): { facts: Fact[] } {
  const { config, booking, parties, reader } = about;
  const other = reader === 'coach' ? parties.studentName : parties.coachName;
  const start = getTime(booking, getZone(about));
  return {
    facts: [
      ['Booking', String(booking.id)],
      ...(booking.status === 'cancelled' ? [['Status', 'Cancelled'] satisfies Fact] : []),
      ['What', `${parties.service} with ${other}`],
      ...(!booking.startsAt && booking.quantity > 1
        ? [['Quantity', String(booking.quantity)] satisfies Fact]
        : []),
      ...(time ?? (start ? [['When', start] satisfies Fact] : [])),
      ...(place ? describeRest(about) : []),
      ...(place && start
        ? [['Where', describePlace(getPlace(config, parties.meetingUrl))] satisfies Fact]
        : []),
      ...getPayment(booking),
    ],
  };
}
