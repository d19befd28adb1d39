import type { bookings } from '../../core/db/schema';
import type { Parties } from '../people/parties';
import type { Site } from './layout';
import { compose } from './letter';
import { toBooking, toSessions } from './messages';
import { dollars } from './money';
import type { Mail } from './outbox';

type Booking = typeof bookings.$inferSelect;

/** An amount in any currency, from its smallest unit. */
function amountIn(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The payment was of another amount than the price: to the student. */
export const wrongAmountMail = (
  site: Site,
  to: string,
  { id, amountCents }: Booking,
  paid: { amountCents: number | null; currency: string | null },
): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${id} is returned`,
    blocks: [
      `We received ${amountIn(paid.amountCents ?? 0, paid.currency ?? 'usd')} for booking ${id}, which costs ${dollars(amountCents)}. You get all of it back, and the session is not booked. Please book it again.`,
    ],
  });

/** A payment that takes its time, such as a bank transfer, failed in the end: to the student. */
export const paymentFailedMail = (site: Site, to: string, { id, coachId }: Booking): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${id} failed`,
    blocks: [
      `Your payment for booking ${id} did not go through, so the session is not booked. Nothing was taken.`,
      { action: 'Book again', url: `${site.siteUrl}/booking/${coachId}` },
    ],
  });

/** Part of a payment went back, and the booking stays as it is: to the student and to the coach. */
export function partlyReturnedMails(
  site: Site,
  { student, coach }: Parties,
  { id, amountCents }: Booking,
  refundedCents: number,
): Mail[] {
  const subject = `Part of your payment for booking ${id} is returned`;
  const amounts = `${dollars(refundedCents)} of the payment of ${dollars(amountCents)}`;
  return [
    compose(site, {
      to: student,
      subject,
      blocks: [
        `${amounts} for booking ${id} went back to you; banks take up to ten days to show it. The booking stays as it is.`,
        toSessions(site),
      ],
    }),
    compose(site, {
      to: coach,
      subject: `Part of the payment for booking ${id} is returned`,
      blocks: [
        `${amounts} for booking ${id} went back to the student. The booking stays as it is.`,
        toBooking(site, id),
      ],
    }),
  ];
}

/** The provider could not return a payment: to the student. */
export const refundFailedMail = (
  site: Site,
  to: string,
  { id, amountCents, refundedCents }: Booking,
): Mail =>
  compose(site, {
    to,
    subject: `Your refund for booking ${id} is delayed`,
    blocks: [
      `We could not return ${dollars(amountCents - refundedCents)} for booking ${id} to your card or account. We are looking into it and will write to you; you do not have to do anything.`,
      toSessions(site),
    ],
  });
