import type { CoachBooking } from '@carry/contracts/api';

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
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    amount,
  );
  return `The student gets the whole payment of ${price} back, and a mail that says so.`;
}
