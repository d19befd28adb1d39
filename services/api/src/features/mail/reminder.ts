import { calendarUrl, type Reader } from '../calendar/url';
import { type About, type Booking, getTitle, listFacts, toPage } from './booking-facts';
import { compose } from './letter';
import { PREPARE } from './messages';
import type { Mail } from './outbox';
import { unsubscribeFrom } from './unsubscribe';

export type { Reader };

interface AboutSession extends About {
  booking: Booking & { startsAt: Date };
}

export function reminderMail(about: AboutSession, kind: 'day' | 'hour'): Mail {
  const { config, booking, parties, reader } = about;
  const file = calendarUrl(config, booking, reader);
  const { meetingUrl } = parties;
  return compose(config, {
    to: reader === 'coach' ? parties.coach : parties.student,
    subject:
      kind === 'day' ? `Reminder: your ${getTitle(about)}` : `Your ${getTitle(about)} starts soon`,
    unsubscribe: unsubscribeFrom(
      config,
      reader === 'coach' ? parties.coachUserId : booking.studentId,
    ),
    discardAfter: booking.startsAt,
    blocks: [
      listFacts(about, undefined, true),
      ...(reader === 'student' ? [PREPARE] : []),
      toPage(about),
      ...(meetingUrl ? [{ link: 'Join the session', url: meetingUrl }] : []),
      ...(file && kind === 'day' ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}
