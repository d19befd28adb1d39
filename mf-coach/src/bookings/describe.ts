import { formatMinutes, getHeldMinutes } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatDollars } from '@carry/remote-kit/format';

/** Returns the service's name, else its type, from any shape that the API uses; null if it has neither. */
export function getServiceName({
  service,
  service_type,
  service_name,
}: CoachBooking): string | null {
  for (const value of [service, service_name, service_type]) {
    const text =
      typeof value === 'object' && value !== null ? value.name || value.type || value.slug : value;
    if (text) return text.replaceAll('_', ' ');
  }
  return null;
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (count: number) =>
  `${count}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;

export function getStudent({ student_name, student_booking }: CoachBooking): {
  name: string | undefined;
  nth: string | undefined;
} {
  return {
    name: student_name || undefined,
    nth: student_booking ? `${ordinal(student_booking)} booking` : undefined,
  };
}

/** Returns ms since the epoch, or null if there is no valid time. */
export function getStart({ session_time }: CoachBooking): number | null {
  const time = session_time ? Date.parse(session_time) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Returns ms since the epoch, or null if the booking was not moved. */
export function getPreviousStart({ moved_from }: CoachBooking): number | null {
  const time = moved_from ? Date.parse(moved_from) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Returns the refund that a cancellation causes, or undefined for an unpaid or refunded booking. */
export function describeRefund({ amount, refund, refunded = 0 }: CoachBooking): string | undefined {
  if (typeof amount !== 'number' || (refund && refund !== 'none')) return undefined;
  if (refunded > 0)
    return `The student gets the remaining ${formatDollars(amount - refunded)} of the payment of ${formatDollars(amount)} back, and an email about it.`;
  return `The student gets the full payment of ${formatDollars(amount)} back, and an email about it.`;
}

/** Returns the payment with its label: "Paid", or "Refunded" after a full refund. The note explains a delay. */
export function describePayment({
  amount,
  refund,
  refund_failed,
  refunded = 0,
}: CoachBooking): { label: string; amount: string; note?: string } | undefined {
  if (typeof amount !== 'number') return undefined;
  if (refund === 'returned' || (amount > 0 && refunded >= amount))
    return { label: 'Refunded', amount: formatDollars(amount) };
  if (refund === 'due' && refund_failed)
    return {
      label: 'Refund delayed',
      amount: formatDollars(amount),
      note: "We couldn't refund the student yet. We're looking into it.",
    };
  if (refund === 'due') return { label: 'Refund on its way', amount: formatDollars(amount) };
  return {
    label: 'Paid',
    amount:
      refunded > 0
        ? `${formatDollars(amount)} (${formatDollars(refunded)} refunded)`
        : formatDollars(amount),
  };
}

/** Returns the length of a session, with the part that is held, or the quantity of a service without a time. */
export function formatLength(booking: CoachBooking): string | undefined {
  const { duration_minutes, quantity } = booking;
  if (quantity && (!duration_minutes || getStart(booking) === null))
    return quantity === 1 ? '1 unit' : `${quantity} units`;
  if (!duration_minutes) return undefined;
  const [hours, heldHours] = [duration_minutes / 60, getHeldMinutes(booking) / 60];
  if (!Number.isInteger(hours) || !Number.isInteger(heldHours))
    return formatMinutes(booking) ?? undefined;
  if (heldHours < hours) return `${heldHours} of ${hours} hours`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

export function findNextSession(
  bookings: readonly CoachBooking[],
  now: number,
): CoachBooking | undefined {
  const getEnd = (booking: CoachBooking) =>
    (getStart(booking) ?? 0) + getHeldMinutes(booking) * 60_000;
  return bookings
    .filter((booking) => booking.status === 'confirmed' && getEnd(booking) > now)
    .sort((a, b) => (getStart(a) ?? 0) - (getStart(b) ?? 0))[0];
}
