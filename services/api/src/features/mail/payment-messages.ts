import { formatCurrency } from '@carry/contracts/format';
import type { bookings } from '../../core/db/schema';
import type { Parties } from '../people/parties';
import type { Site } from './layout';
import { compose } from './letter';
import { toBooking, toSessions } from './messages';
import { dollars } from './money';
import type { Mail } from './outbox';

type Booking = typeof bookings.$inferSelect;

export const wrongAmountMail = (
  site: Site,
  to: string,
  { id, amountCents }: Booking,
  paid: { amountCents: number | null; currency: string | null },
): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${id} is refunded`,
    blocks: [
      `We received ${formatCurrency(paid.amountCents ?? 0, paid.currency ?? 'usd')} for booking ${id}, which costs ${dollars(amountCents)}. You'll get all of it back, and the session isn't booked. Please book it again.`,
    ],
  });

/** To the student: an asynchronous payment failed, such as a bank transfer. */
export const paymentFailedMail = (site: Site, to: string, { id, coachId }: Booking): Mail =>
  compose(site, {
    to,
    subject: `Your payment for booking ${id} failed`,
    blocks: [
      `Your payment for booking ${id} didn't go through, so the session isn't booked. You weren't charged.`,
      { action: 'Book again', url: `${site.siteUrl}/booking/${coachId}` },
    ],
  });

/** To student and coach: partial refund; the booking is unchanged. */
export function partlyReturnedMails(
  site: Site,
  { student, coach }: Parties,
  { id, amountCents }: Booking,
  refundedCents: number,
): Mail[] {
  const subject = `Part of your payment for booking ${id} is refunded`;
  const amounts = `${dollars(refundedCents)} of the payment of ${dollars(amountCents)}`;
  return [
    compose(site, {
      to: student,
      subject,
      blocks: [
        `We refunded ${amounts} for booking ${id}. Your bank may take up to ten days to show it. The booking stays as it is.`,
        toSessions(site),
      ],
    }),
    compose(site, {
      to: coach,
      subject: `Part of the payment for booking ${id} is refunded`,
      blocks: [
        `We refunded ${amounts} for booking ${id} to the student. The booking stays as it is.`,
        toBooking(site, id),
      ],
    }),
  ];
}

export const refundFailedMail = (
  site: Site,
  to: string,
  { id, amountCents, refundedCents }: Booking,
): Mail =>
  compose(site, {
    to,
    subject: `Your refund for booking ${id} is delayed`,
    blocks: [
      `We couldn't refund ${dollars(amountCents - refundedCents)} for booking ${id} to your card or account. We're looking into it and will email you. You don't need to do anything.`,
      toSessions(site),
    ],
  });
