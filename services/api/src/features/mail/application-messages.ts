import { firstSteps, type NewCoach } from './first-steps';
import type { Site } from './layout';
import { compose } from './letter';
import type { Mail } from './outbox';

interface Decision {
  to: string;
  gameName: string;
}

export const acceptedMail = (
  site: Site,
  { to, gameName, passwordLink }: Decision & NewCoach,
): Mail =>
  compose(site, {
    to,
    subject: `Welcome! You're now a coach at ${site.siteName}`,
    blocks: [
      `We read your application and we'd love to have you as a ${gameName} coach.`,
      'Next: add a portrait, your prices and the times when you can coach. Students find you as soon as you have a price.',
      ...firstSteps(site, passwordLink),
      "Didn't apply? Please reply to this email and we'll undo it.",
    ],
  });

/** To an applicant who is a coach already. */
export const gameAddedMail = (site: Site, { to, gameName }: Decision): Mail =>
  compose(site, {
    to,
    subject: `You now coach ${gameName} at ${site.siteName}`,
    blocks: [
      `We read your application and we'd love to have you as a ${gameName} coach, too. We've added ${gameName} to your coach page, so you have nothing else to do.`,
      { action: 'See your profile', url: `${site.siteUrl}/coach/profile` },
      "Didn't apply? Please reply to this email and we'll remove the game.",
    ],
  });

export const declinedMail = (
  site: Site,
  { to, gameName, reason }: Decision & { reason: string },
): Mail =>
  compose(site, {
    to,
    subject: `Your application to coach at ${site.siteName}`,
    blocks: [
      `Thanks for applying to coach ${gameName}. We can't take you on right now.`,
      ...(reason ? [`Why: ${reason}`] : []),
      'You can apply again at any time.',
      { action: 'Apply again', url: `${site.siteUrl}/become-a-coach` },
    ],
  });
