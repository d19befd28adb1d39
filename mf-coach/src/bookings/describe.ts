import type { CoachBooking } from '@carry/remote-kit/api';

/** The service of a booking as words, whichever way the server names it; null when it names none. */
export function serviceOf({ service, service_type, service_name }: CoachBooking): string | null {
  for (const named of [service, service_type, service_name]) {
    const text =
      typeof named === 'object' && named !== null
        ? (named.name ?? named.type ?? named.slug)
        : named;
    if (text) return text.replaceAll('_', ' ');
  }
  return null;
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
export function refundNote({ amount, refund }: CoachBooking): string | undefined {
  if (typeof amount !== 'number' || (refund && refund !== 'none')) return undefined;
  return `The student gets the whole payment of ${dollars(amount)} back, and a mail that says so.`;
}

/** What was paid; undefined where the server does not say it. */
export const amountOf = ({ amount }: CoachBooking): string | undefined =>
  typeof amount === 'number' ? dollars(amount) : undefined;

/** How long a session is, or how many were ordered of what takes no time; undefined where the server does not say it. */
export function lengthOf({ duration_minutes, quantity }: CoachBooking): string | undefined {
  if (!duration_minutes)
    return quantity ? `${quantity} ${quantity === 1 ? 'unit' : 'units'}` : undefined;
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
