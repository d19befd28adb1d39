import { type AboutBooking, getKind, getTitle, listFacts, toPage } from './booking-facts';
import { statusTopic } from './delayed-mails';
import { moneyBack, when } from './format';
import { compose } from './letter';
import type { Mail } from './outbox';

export function lockedMail(of: AboutBooking, until: Date | null): Mail {
  const about = { ...of, reader: 'student' as const };
  const { config, booking, parties } = about;
  const risk = booking.startsAt
    ? 'your session may not take place'
    : 'you may not get your result in time';
  const refund =
    until &&
    ` You can cancel it until ${when(until, booking.timeZone)}. ${moneyBack(booking).student}`;
  return compose(config, {
    to: parties.student,
    subject: `About your ${getTitle(about)} (booking ${booking.id})`,
    blocks: [
      `${parties.coachName} isn't available right now, so ${risk}.${refund ?? ''}`,
      listFacts(about),
      toPage(about),
    ],
  });
}

export function unlockedMail(of: AboutBooking): Mail {
  const about = { ...of, reader: 'student' as const };
  const { config, booking, parties } = about;
  return compose(config, {
    to: parties.student,
    subject: `Your ${getTitle(about)} goes ahead (booking ${booking.id})`,
    topic: statusTopic(booking.id),
    blocks: [
      `${parties.coachName} is available again, so your ${getKind(booking)} goes ahead as planned.`,
      listFacts(about, undefined, true),
      toPage(about),
    ],
  });
}
