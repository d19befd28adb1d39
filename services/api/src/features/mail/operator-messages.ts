import { formatCounted } from '@carry/contracts/format';
import { paths } from '@carry/contracts/paths';
import type { ApiConfig } from '../../core/config';
import { firstSteps, type NewCoach } from './first-steps';
import { waitlistTopic } from './forget';
import type { Site } from './layout';
import { compose } from './letter';
import type { Mail } from './outbox';
import { waitlistAgain, waitlistUnsubscribe } from './waitlist-unsubscribe';

export const invitationMail = (
  config: ApiConfig,
  to: string,
  {
    coach: { id, name },
    game,
    gameName,
  }: { coach: { id: number; name: string }; game: string; gameName: string },
): Mail =>
  compose(config, {
    to,
    subject: `A coach for you at ${config.siteName}`,
    unsubscribe: waitlistUnsubscribe(config, to, game),
    priority: 'bulk',
    topic: waitlistTopic(to),
    blocks: [
      `You asked us to let you know when there's a coach for ${gameName}. You can book ${name} now.`,
      { action: `Book ${name}`, url: `${config.siteUrl}/booking/${id}` },
      "This is the only email we'll send about it.",
    ],
  });

export const againMail = (
  config: ApiConfig,
  to: string,
  { game, gameName }: { game: string; gameName: string },
): Mail =>
  compose(config, {
    to,
    subject: `Hear about coaches at ${config.siteName} again?`,
    topic: waitlistTopic(to),
    blocks: [
      `Someone, maybe you, asked us to email this address when there's a coach for ${gameName}. You unsubscribed from these emails before.`,
      { action: 'Email me again', url: waitlistAgain(config, to, game) },
      "If this wasn't you, ignore this email and we won't write again.",
    ],
  });

export const newCoachMail = (site: Site, { to, passwordLink }: NewCoach): Mail =>
  compose(site, {
    to,
    subject: `You're now a coach at ${site.siteName}`,
    blocks: [
      `${site.siteName} has set up a coach page for you. Add who you are, what you offer and when you're available, and students can book you.`,
      ...firstSteps(site, passwordLink),
    ],
  });

export const payoutsRetiredMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: 'Please set up your payouts again',
    blocks: [
      "We can't use your Stripe account for payouts anymore. Please set up a new one. Until then, we keep your earnings for you.",
      { action: 'Set up payouts', url: `${site.siteUrl}${paths.coachEarnings}` },
    ],
  });

export interface OperatorChange {
  email: string;
  change: 'added' | 'removed' | 'reset' | 'enrolled';
  /** The operator who made it; null: the one it is about. */
  by: string | null;
}

const changeTexts: Record<OperatorChange['change'], (email: string, site: string) => string> = {
  added: (email, site) => `${email} is now an operator at ${site}`,
  removed: (email, site) => `${email} is no longer an operator at ${site}`,
  reset: (email, site) => `The second factor of ${email} at ${site} was reset`,
  enrolled: (email, site) => `${email} has set up a second factor at ${site}`,
};

export function operatorChangedMail(
  site: Site,
  to: string,
  { email, change, by }: OperatorChange,
): Mail {
  const subject = changeTexts[change](email, site.siteName);
  return compose(site, {
    to,
    subject,
    priority: 'urgent',
    blocks: [
      by === null ? `${subject}.` : `${subject}. Changed by ${by}.`,
      "If you didn't expect this, change your password now and check who is an operator.",
      { action: 'See the operators', url: `${site.siteUrl}/operator/operators` },
    ],
  });
}

export const payoutReturnedMail = (site: Site, to: string, reason: string): Mail =>
  compose(site, {
    to,
    subject: 'Your bank returned your payout',
    blocks: [
      `Stripe sent you a payout, and your bank returned it: ${reason}. The money is back in your Stripe account.`,
      'Please check your bank details at Stripe.',
      { action: 'Open your earnings', url: `${site.siteUrl}${paths.coachEarnings}` },
    ],
  });

export interface OpenWork {
  open_disputes: number;
  /** Without disputes. */
  open_incidents: number;
  refunds_failed: number;
  /** Transfers that are tried again, and accounts whose bank returned a payout. */
  failed_payouts: number;
  /** Under the guarantee, in the last seven days. */
  refunds_requested: number;
  failed_mails: number;
  reported_reviews: number;
  reported_messages: number;
  open_applications: number;
}

const workNames: [keyof OpenWork, one: string, many: string][] = [
  ['open_disputes', 'dispute', 'disputes'],
  ['open_incidents', 'payment incident', 'payment incidents'],
  ['refunds_failed', 'failed refund', 'failed refunds'],
  ['failed_payouts', 'failed payout', 'failed payouts'],
  ['refunds_requested', 'refund request this week', 'refund requests this week'],
  ['reported_reviews', 'reported review', 'reported reviews'],
  ['reported_messages', 'reported message', 'reported messages'],
  ['open_applications', 'application', 'applications'],
  ['failed_mails', 'failed email', 'failed emails'],
];

interface RefundRequest {
  id: number;
}

export interface OpenDispute {
  bookingId: number | null;
  summary: string;
}

const describeDispute = ({ bookingId, summary }: OpenDispute): string =>
  bookingId === null ? `Unknown booking: ${summary}` : `Booking ${bookingId}: ${summary}`;

/** Quotes no student: a mail outlives the deletion of an account. */
export function openWorkMail(
  site: Site,
  to: string,
  {
    work,
    disputes,
    requests,
  }: { work: OpenWork; disputes: OpenDispute[]; requests: RefundRequest[] },
): Mail {
  const lines = workNames.flatMap(([kind, one, many]) => {
    const number = work[kind];
    return number > 0 ? [`${formatCounted(number)} ${number === 1 ? one : many}`] : [];
  });
  return compose(site, {
    to,
    subject: `${site.siteName}: ${lines.join(', ')}`,
    blocks: [
      `Waiting in the operator console: ${lines.join(', ')}.`,
      ...disputes.map(describeDispute),
      ...(requests.length > 0
        ? [`Newest refund requests: ${requests.map(({ id }) => `booking ${id}`).join(', ')}.`]
        : []),
      { action: 'Open the console', url: `${site.siteUrl}/operator` },
      'We send this at most once a day, and only if something is new. A new dispute comes right away.',
    ],
  });
}
