import type { CoachBooking } from '@carry/remote-kit/api';

/** The service of a booking as words, whichever way the server names it, its name before its type; null when it names none. */
export function serviceOf({ service, service_type, service_name }: CoachBooking): string | null {
  for (const named of [service, service_name, service_type]) {
    const text =
      typeof named === 'object' && named !== null
        ? (named.name ?? named.type ?? named.slug)
        : named;
    if (text) return text.replaceAll('_', ' ');
  }
  return null;
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (count: number) =>
  `${count}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;

/** Who booked, as far as the server tells it: the chat name, and which of their bookings it is. */
export function studentOf({ student_name, student_booking }: CoachBooking): {
  name: string | undefined;
  nth: string | undefined;
} {
  return {
    name: student_name || undefined,
    nth: student_booking ? `${ordinal(student_booking)} booking` : undefined,
  };
}

/** The start of a booking, ms since the epoch; null when it has none that can be read. */
export function startOf({ session_time }: CoachBooking): number | null {
  const time = session_time ? Date.parse(session_time) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** What a booking's time was before its student moved it, ms since the epoch; null: it was not moved. */
export function movedFrom({ moved_from }: CoachBooking): number | null {
  const time = moved_from ? Date.parse(moved_from) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** What cancelling a booking does with its payment; undefined where the server does not say that it was paid, or it went back already. */
export function refundNote({ amount, refund, refunded = 0 }: CoachBooking): string | undefined {
  if (typeof amount !== 'number' || (refund && refund !== 'none')) return undefined;
  if (refunded > 0)
    return `The student gets the remaining ${dollars(amount - refunded)} of the payment of ${dollars(amount)} back, and an email about it.`;
  return `The student gets the full payment of ${dollars(amount)} back, and an email about it.`;
}

/** What was paid, and what of it went back; undefined where the server does not say it. */
export function amountOf({ amount, refunded = 0 }: CoachBooking): string | undefined {
  if (typeof amount !== 'number') return undefined;
  return refunded > 0 ? `${dollars(amount)} (${dollars(refunded)} refunded)` : dollars(amount);
}

/** How long a session is, or how many were ordered of what has no time, which servers give a length all the same; undefined where the server does not say it. */
export function lengthOf(booking: CoachBooking): string | undefined {
  const { duration_minutes, quantity } = booking;
  if (quantity && (!duration_minutes || startOf(booking) === null))
    return quantity === 1 ? '1 unit' : `${quantity} units`;
  if (!duration_minutes) return undefined;
  const hours = duration_minutes / 60;
  if (!Number.isInteger(hours)) return `${duration_minutes} minutes`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** The confirmed session that is next, or is on; undefined when none is to come. */
export function nextOf(bookings: CoachBooking[], now: number): CoachBooking | undefined {
  const endOf = (booking: CoachBooking) =>
    (startOf(booking) ?? 0) + (booking.duration_minutes ?? 0) * 60_000;
  return bookings
    .filter((booking) => booking.status === 'confirmed' && endOf(booking) > now)
    .sort((one, other) => (startOf(one) ?? 0) - (startOf(other) ?? 0))[0];
}

const dollars = (amount: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);
