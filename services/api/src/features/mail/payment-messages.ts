import { formatCurrency } from '@carry/contracts/format';
import {
  type About,
  type AboutBooking,
  type Booking,
  bookAgain,
  type Fact,
  getKind,
  getTitle,
  listFacts,
  toPage,
} from './booking-facts';
import { coachTopic, statusTopic } from './delayed-mails';
import { dollars, isInDollars } from './format';
import { type Block, compose } from './letter';
import { cancellationFor } from './messages';
import type { Mail } from './outbox';

const ofStudent = (about: AboutBooking): About => ({ ...about, reader: 'student' });
const toBooking = (about: AboutBooking): Block => {
  const { words, url } = bookAgain(about, 'Book again');
  return { action: words, url };
};

/** To the student: the slot was gone, the session had begun, the booking was replaced, or the coach was locked. `booking` is the state after the payment. */
export const refundMail = (about: AboutBooking): Mail =>
  compose(about.config, {
    to: about.parties.student,
    subject: `Your payment for booking ${about.booking.id} is refunded`,
    blocks: [
      `Your payment came in, but this ${getKind(about.booking)} can't be booked anymore. You'll get all of it back. Sorry about that!`,
      listFacts(ofStudent(about)),
      toBooking(about),
    ],
  });

/** To the student. `booking` is the state before the payment. */
export const wrongAmountMail = (
  about: AboutBooking,
  paid: { amountCents: number | null; currency: string | null },
): Mail => {
  const { amountCents, currency } = paid;
  const amount =
    amountCents === null || currency === null ? null : formatCurrency(amountCents, currency);
  const { facts } = listFacts(ofStudent(about));
  return compose(about.config, {
    to: about.parties.student,
    subject: `Your payment for booking ${about.booking.id} is refunded`,
    blocks: [
      `We received ${amount ?? 'a different amount'} for booking ${about.booking.id}, which costs ${dollars(about.booking.amountCents)}. You'll get all of it back, and the ${getKind(about.booking)} isn't booked.${about.parties.isCoachActive ? ' Please book it again.' : ''}`,
      { facts: [...facts, ...(amount === null ? [] : [['Paid', amount] satisfies Fact])] },
      toBooking(about),
    ],
  });
};

/** To the student: an asynchronous payment failed, such as a bank transfer. */
export const paymentFailedMail = (about: AboutBooking): Mail =>
  compose(about.config, {
    to: about.parties.student,
    subject: `Your payment for booking ${about.booking.id} failed`,
    blocks: [
      `Your payment for booking ${about.booking.id} didn't go through, so the ${getKind(about.booking)} isn't booked. You weren't charged.`,
      listFacts(ofStudent(about)),
      toBooking(about),
    ],
  });

/** To student and coach: partial refund; the booking is unchanged. `refundedCents`: in total, with this one. */
export function partlyReturnedMails(before: AboutBooking, refundedCents: number): Mail[] {
  const about = { ...before, booking: { ...before.booking, refundedCents } };
  const { config, booking, parties } = about;
  const { id, amountCents } = booking;
  const student = ofStudent(about);
  const coach = { ...about, reader: 'coach' as const };
  const amounts = `${dollars(refundedCents)} of the payment of ${dollars(amountCents)}`;
  return [
    compose(config, {
      to: parties.student,
      subject: `Part of your payment for booking ${id} is refunded`,
      blocks: [
        `We refunded ${amounts} for booking ${id}. Your bank may take up to ten days to show it. Your booking hasn't changed.`,
        listFacts(student),
        toPage(student),
      ],
    }),
    compose(config, {
      to: parties.coach,
      subject: `Part of the payment for booking ${id} is refunded`,
      blocks: [
        `We refunded ${amounts} for booking ${id} to the student. The booking hasn't changed.`,
        listFacts(coach),
        toPage(coach),
      ],
    }),
  ];
}

/** Omits an amount in another currency, which the booking does not have. */
const describeRefund = (booking: Booking, cents: number): string =>
  isInDollars(booking) ? dollars(cents) : 'your payment';

export const refundFailedMail = (about: AboutBooking, cents: number): Mail => {
  const { booking, config, parties } = about;
  const { id } = booking;
  return compose(config, {
    to: parties.student,
    subject: `Your refund for booking ${id} is delayed`,
    blocks: [
      `We couldn't refund ${describeRefund(booking, cents)} for booking ${id} to your card or account. We're looking into it and will email you. You don't need to do anything.`,
      listFacts(ofStudent(about)),
      toPage(ofStudent(about)),
    ],
  });
};

export const refundSettledMail = (about: AboutBooking, cents: number): Mail => {
  const { booking, config, parties } = about;
  const { id } = booking;
  return compose(config, {
    to: parties.student,
    subject: `Your refund for booking ${id} is paid`,
    blocks: [
      `We couldn't refund ${describeRefund(booking, cents)} for booking ${id} to your card or account, so we've paid it back another way. If you can't find it within ten days, reply to this email.`,
      listFacts(ofStudent(about)),
      toPage(ofStudent(about)),
    ],
  });
};

/** To the coach: cancelled by an account deletion after the deadline. `booking` is the state before. */
export const leftMail = (of: AboutBooking, now: Date): Mail => {
  const about = { ...of, reader: 'coach' as const };
  const { booking, config, parties } = about;
  const reason = booking.startsAt
    ? 'It was too late for a refund'
    : "Orders aren't refunded when a student deletes their account";
  return compose(config, {
    to: parties.coach,
    subject: `Your ${getTitle(about)} is cancelled (booking ${booking.id})`,
    topic: coachTopic(booking.id),
    calendar: cancellationFor(about, now),
    blocks: [
      `The student deleted their account, which cancelled booking ${booking.id}. ${reason}, so you keep the payment.`,
      listFacts(about),
      toPage(about),
    ],
  });
};

/** To the student: cancelled by an account deletion after the deadline. Without a link, because the account is gone. */
export const leftLateMail = (of: AboutBooking, now: Date): Mail => {
  const about = ofStudent(of);
  const { booking, config, parties } = about;
  return compose(config, {
    to: parties.student,
    subject: `Your ${getTitle(about)} is cancelled (booking ${booking.id})`,
    topic: statusTopic(booking.id),
    calendar: cancellationFor(about, now),
    blocks: [
      `You deleted your account, which cancelled booking ${booking.id}. As we said before you confirmed, this payment isn't refunded.`,
      listFacts(about),
    ],
  });
};
