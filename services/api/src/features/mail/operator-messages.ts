import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import type { Parties } from '../people/parties';
import type { Site } from './layout';
import { compose } from './letter';
import { moneyBack } from './money';
import type { Mail } from './outbox';
import { waitlistAgain, waitlistUnsubscribe } from './waitlist-unsubscribe';

/** To somebody who waits for a game: a coach of it can be booked. */
export const invitationMail = (
  config: ApiConfig,
  to: string,
  { id, name }: { id: number; name: string },
  game: string,
): Mail =>
  compose(config, {
    to,
    subject: `A coach for you at ${config.siteName}`,
    unsubscribe: waitlistUnsubscribe(config, to),
    blocks: [
      `You asked to be told when there is a coach for ${game}. ${name} can be booked now.`,
      { action: `Book ${name}`, url: `${config.siteUrl}/booking/${id}` },
      'This is the only mail about it.',
    ],
  });

/** To an address that was typed into the form of the waiting list after it had unsubscribed there: perhaps by its owner. */
export const againMail = (config: ApiConfig, to: string, game: string, gameName: string): Mail =>
  compose(config, {
    to,
    subject: `Wait for a coach at ${config.siteName} again?`,
    blocks: [
      `Somebody, perhaps you, asked us to write to this address when there is a coach for ${gameName}. You had asked us not to write about coaches any more.`,
      { action: 'Write to me again', url: waitlistAgain(config, to, game) },
      'Do nothing, and we stay silent.',
    ],
  });

/** To somebody whom the operator has made a coach; who had no account sets a password first, which proves the address. */
export const newCoachMail = (site: Site, to: string, isMember: boolean): Mail =>
  compose(site, {
    to,
    subject: `You are a coach at ${site.siteName}`,
    blocks: [
      `${site.siteName} has opened a coach's page for you. Say who you are, what you offer and when you have time; then students can book you.`,
      ...(isMember
        ? [{ action: 'Your profile', url: `${site.siteUrl}/coach/profile` }]
        : [
            'Your account is this address. Set a password first, then log in with it.',
            { action: 'Set a password', url: `${site.siteUrl}/forgot-password` },
          ]),
    ],
  });

/** The operator returns the payment of a booking that is over: to the student and to the coach. */
export function returnedMails(
  site: Site,
  { student, coach }: Parties,
  booking: Pick<typeof bookings.$inferSelect, 'id' | 'amountCents' | 'refundedCents'>,
): Mail[] {
  const { id } = booking;
  const back = moneyBack(booking);
  const subject = `Refund for booking ${id}`;
  return [
    compose(site, {
      to: student,
      subject,
      blocks: [`${site.siteName} returns your payment for booking ${id}. ${back.student}`],
    }),
    compose(site, {
      to: coach,
      subject,
      blocks: [
        `${site.siteName} returns the payment for booking ${id}. ${back.coach}`,
        { action: 'View the booking', url: `${site.siteUrl}/coach/bookings/${id}` },
      ],
    }),
  ];
}
