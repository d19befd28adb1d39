import type { ApiConfig } from '../config';
import type { Mail } from './outbox';

type Site = Pick<ApiConfig, 'siteUrl' | 'siteName'>;

export const verificationMail = ({ siteUrl, siteName }: Site, to: string, token: string): Mail => ({
  to,
  subject: `Verify your email for ${siteName}`,
  body: `Welcome to ${siteName}!\n\nOpen this link to verify your email address. It works for 48 hours:\n\n${siteUrl}/verify-email?token=${token}\n\nIf you did not register, ignore this mail.\n`,
});

export const alreadyRegisteredMail = ({ siteUrl, siteName }: Site, to: string): Mail => ({
  to,
  subject: `You already have an account at ${siteName}`,
  body: `Somebody, perhaps you, tried to register this address again. You already have an account:\n\n${siteUrl}/login\n\nForgot your password? ${siteUrl}/forgot-password\n`,
});

export const resetMail = (
  { siteUrl, siteName }: Site,
  to: string,
  uid: number,
  token: string,
): Mail => ({
  to,
  subject: `Set a new password for ${siteName}`,
  body: `Open this link to set a new password. It works for one hour:\n\n${siteUrl}/reset-password?uid=${uid}&token=${token}\n\nIf you did not ask for it, ignore this mail.\n`,
});

export interface BookedSession {
  id: number;
  coachName: string;
  service: string;
  startsAt: Date | null;
  durationMinutes: number;
  amountCents: number;
}

export interface MovedSession {
  id: number;
  startsAt: Date;
  movedFrom: Date;
  durationMinutes: number;
}

/** Whom a booking's mails are for, and what they call coach and service. */
export interface Parties {
  student: string;
  coach: string;
  coachName: string;
  service: string;
}

export const bookedMail = (
  { siteUrl, siteName }: Site,
  to: string,
  booking: BookedSession,
): Mail => ({
  to,
  subject: `Your session with ${booking.coachName} is booked`,
  body: `Booking ${booking.id}: ${booking.service} with ${booking.coachName}\nWhen: ${booking.startsAt ? `${booking.startsAt.toUTCString().replace('GMT', 'UTC')}, ${booking.durationMinutes} minutes` : 'your coach will message you'}\nPaid: $${(booking.amountCents / 100).toFixed(2)}\n\nHave a microphone, a 720p stream and your in-game name ready; a link to a recording helps.\n\nYour sessions: ${siteUrl}/sessions\n\n${siteName}\n`,
});

export const newBookingMail = ({ siteUrl }: Site, to: string, booking: BookedSession): Mail => ({
  to,
  subject: `New booking ${booking.id}`,
  body: `${booking.service}\nWhen: ${booking.startsAt ? `${booking.startsAt.toUTCString().replace('GMT', 'UTC')}, ${booking.durationMinutes} minutes` : 'no time chosen'}\n\n${siteUrl}/coach/bookings/${booking.id}\n`,
});

const spoken = (moment: Date) => moment.toUTCString().replace('GMT', 'UTC');

/** The student moved a session: to the student and to the coach. */
export function movedMails(
  { siteUrl, siteName }: Site,
  { student, coach, coachName, service }: Parties,
  { id, startsAt, movedFrom, durationMinutes }: MovedSession,
): Mail[] {
  const times = `It was: ${spoken(movedFrom)}\nIt is now: ${spoken(startsAt)}, ${durationMinutes} minutes`;
  return [
    {
      to: student,
      subject: `Your session with ${coachName} is moved`,
      body: `Booking ${id}: ${service} with ${coachName}\n${times}\n\nYour sessions: ${siteUrl}/sessions\n\n${siteName}\n`,
    },
    {
      to: coach,
      subject: `Booking ${id} is moved`,
      body: `The student moved booking ${id}: ${service}\n${times}\n\n${siteUrl}/coach/bookings/${id}\n`,
    },
  ];
}

export const claimMail = (
  { siteName }: Site,
  to: string,
  bookingId: number,
  chatName: string,
  url: string,
): Mail => ({
  to,
  subject: `Is this you on Discord? Booking ${bookingId}`,
  body: `${chatName} on Discord says that booking ${bookingId} is theirs. If that is you, open this link within an hour:\n\n${url}\n\nIf it is not, do nothing.\n\n${siteName}\n`,
});

/** The payment came too late: the time is somebody else's or over, or the order was replaced. */
export const refundMail = ({ siteName }: Site, to: string, bookingId: number): Mail => ({
  to,
  subject: `Your payment for booking ${bookingId} is returned`,
  body: `Your payment arrived when its time slot was no longer free. You get all of it back. We are sorry.\n\n${siteName}\n`,
});

export const statusMail = (
  { siteUrl }: Site,
  to: string,
  bookingId: number,
  status: string,
): Mail => ({
  to,
  subject: `Booking ${bookingId} is ${status}`,
  body: `Your coach set booking ${bookingId} to ${status}.\n\n${siteUrl}/sessions\n`,
});

export type Canceller = 'student' | 'coach' | 'operator';

/** A paid session was cancelled: to its student and to its coach, with what happens to the money. */
export function cancelledMails(
  { siteUrl, siteName }: Site,
  { student, coach }: { student: string; coach: string },
  { id, amountCents }: { id: number; amountCents: number },
  by: Canceller,
): Mail[] {
  const amount = `$${(amountCents / 100).toFixed(2)}`;
  const toStudent = { student: 'You', coach: 'Your coach', operator: siteName }[by];
  const toCoach = { student: 'The student', coach: 'You', operator: siteName }[by];
  const subject = `Booking ${id} is cancelled`;
  return [
    {
      to: student,
      subject,
      body: `${toStudent} cancelled booking ${id}. You get your payment of ${amount} back in full; banks take up to ten days to show it.\n\n${siteUrl}/sessions\n`,
    },
    {
      to: coach,
      subject,
      body: `${toCoach} cancelled booking ${id}. The payment of ${amount} goes back to the student in full.\n\n${siteUrl}/coach/bookings/${id}\n`,
    },
  ];
}

/** The guarantee was asked for: to the student and to the coach. */
export function guaranteeMails(
  { siteUrl, siteName }: Site,
  { student, coach }: { student: string; coach: string },
  { id, amountCents }: { id: number; amountCents: number },
  reason: string,
): Mail[] {
  const amount = `$${(amountCents / 100).toFixed(2)}`;
  const subject = `Refund for booking ${id}`;
  return [
    {
      to: student,
      subject,
      body: `You asked for a refund of booking ${id}. You get your payment of ${amount} back in full; banks take up to ten days to show it.\n\n${siteUrl}/sessions\n\n${siteName}\n`,
    },
    {
      to: coach,
      subject,
      body: `The student asked for a refund of booking ${id} under the guarantee. The payment of ${amount} goes back to them in full.\n\nWhy: ${reason || 'they did not say'}\n\n${siteUrl}/coach/bookings/${id}\n`,
    },
  ];
}
