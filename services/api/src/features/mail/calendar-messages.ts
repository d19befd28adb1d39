import { paths } from '@carry/contracts/paths';
import type { Site } from './layout';
import { compose } from './letter';
import type { Mail } from './outbox';

export const eventsUnreadMail = (site: Site, to: string, problem: string): Mail =>
  compose(site, {
    to,
    subject: "We can't read all of your calendar",
    blocks: [
      "We couldn't read all of your calendar. Some events may not block their times, so students could book you while you're busy.",
      { facts: [['Problem', problem]] },
      { action: 'Check your calendar', url: `${site.siteUrl}${paths.coachAvailability}` },
    ],
  });

export const calendarFailedMail = (site: Site, to: string, problem: string): Mail =>
  compose(site, {
    to,
    subject: "We can't read your calendar",
    blocks: [
      "We haven't been able to read your calendar for a day. Events you've added since then don't block times, so students can book you while you're busy.",
      { facts: [['Problem', problem]] },
      { action: 'Check your calendar', url: `${site.siteUrl}${paths.coachAvailability}` },
    ],
  });
