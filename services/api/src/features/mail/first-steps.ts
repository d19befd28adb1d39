import type { Site } from './layout';
import type { Block } from './letter';

export const INVITATION_DAYS = 7;

export interface PasswordLink {
  uid: number;
  token: string;
}

export interface NewCoach {
  to: string;
  passwordLink: PasswordLink | undefined;
}

export const firstSteps = (site: Site, passwordLink: PasswordLink | undefined): Block[] =>
  passwordLink
    ? [
        `Your account uses this email address. Choose a password with this link; it works for ${INVITATION_DAYS} days.`,
        {
          action: 'Set a password',
          url: `${site.siteUrl}/reset-password?uid=${passwordLink.uid}&token=${passwordLink.token}`,
        },
        { link: 'Link expired? Get a new one', url: `${site.siteUrl}/forgot-password` },
      ]
    : [{ action: 'Set up your profile', url: `${site.siteUrl}/coach/profile` }];
