import type { Site } from './layout';
import { compose } from './letter';
import type { Mail } from './outbox';

export const verificationMail = (site: Site, to: string, token: string): Mail =>
  compose(site, {
    to,
    subject: `Verify your email for ${site.siteName}`,
    priority: 'urgent',
    blocks: [
      `Welcome to ${site.siteName}! Open this link to confirm your email. On another device, you'll also need your password. The link works for 48 hours.`,
      { action: 'Verify my email', url: `${site.siteUrl}/verify-email?token=${token}` },
      "If this wasn't you, ignore this email.",
    ],
  });

const alreadyHereMail = (site: Site, to: string, what: string): Mail =>
  compose(site, {
    to,
    subject: `You already have an account at ${site.siteName}`,
    priority: 'urgent',
    blocks: [
      `Someone, maybe you, tried to ${what}`,
      { action: 'Log in', url: `${site.siteUrl}/login` },
      { link: 'Forgot your password?', url: `${site.siteUrl}/forgot-password` },
    ],
  });

export const alreadyRegisteredMail = (site: Site, to: string): Mail =>
  alreadyHereMail(site, to, 'sign up with this email. You already have an account.');

export const resetMail = (
  site: Site,
  to: string,
  { uid, token }: { uid: number; token: string },
): Mail =>
  compose(site, {
    to,
    subject: `Set a new password for ${site.siteName}`,
    priority: 'urgent',
    blocks: [
      'Choose a new password with this link. It works for one hour.',
      {
        action: 'Set a new password',
        url: `${site.siteUrl}/reset-password?uid=${uid}&token=${token}`,
      },
      "If you didn't ask for this, ignore this email.",
    ],
  });

export interface SignInCode {
  to: string;
  code: string;
  chatName: string | undefined;
}

export const signInCodeMail = (site: Site, { to, code, chatName }: SignInCode): Mail =>
  compose(site, {
    to,
    subject: `Your ${site.siteName} sign-in code`, // no code: subjects are stored and listed
    priority: 'urgent',
    blocks: [
      chatName === undefined
        ? `Enter ${code} to sign in. It works once, for 10 minutes.`
        : `Enter ${code} to sign in. This also lets Discord user ${chatName} log in to your account. The code works once, for 10 minutes.`,
      "Don't share it with anyone. If you didn't ask for it, ignore this email.",
    ],
  });

export const newAddressMail = (site: Site, to: string, token: string): Mail =>
  compose(site, {
    to,
    subject: `Confirm your new email for ${site.siteName}`,
    priority: 'urgent',
    blocks: [
      `Confirm this email for your account at ${site.siteName} with your password. The link works for 48 hours.`,
      {
        action: 'Confirm my new email',
        url: `${site.siteUrl}/verify-email?token=${token}&change=yes`,
      },
      "If you didn't ask for this, ignore this email.",
    ],
  });

/** To the old address. */
export const addressAskedMail = (site: Site, to: string, address: string): Mail =>
  compose(site, {
    to,
    subject: `A new email address for your account at ${site.siteName}`,
    blocks: [
      `Someone, hopefully you, asked to change your account's email to ${address}. Nothing changes until the link we sent there is opened.`,
      "If this wasn't you, change your password now. That also cancels the request.",
      { action: 'Your account', url: `${site.siteUrl}/account` },
    ],
  });

export const addressChangedMail = (site: Site, to: string, address: string): Mail =>
  compose(site, {
    to,
    subject: `Your email address at ${site.siteName} has changed`,
    blocks: [
      `Your account's email is now ${address}. We'll write to you there from now on.`,
      "If this wasn't you, reply to this email.",
    ],
  });

/** To an address that already has an account. */
export const addressTakenMail = (site: Site, to: string): Mail =>
  alreadyHereMail(
    site,
    to,
    'use this email for another account. It already has one, so nothing has changed.',
  );

export const passwordChangedMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: `Your password at ${site.siteName} has changed`,
    blocks: [
      'Your password was changed, and all other devices were signed out.',
      "If this wasn't you, set a new one.",
      { action: 'Set a new password', url: `${site.siteUrl}/forgot-password` },
    ],
  });

export const recoveryCodesMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: `Your recovery codes at ${site.siteName} have changed`,
    blocks: [
      'New recovery codes were made for your operator account. The old ones no longer work.',
      "If this wasn't you, change your password now, and ask another operator to reset your second factor.",
      { action: 'Your account', url: `${site.siteUrl}/account` },
    ],
  });

export const recoveryCodeUsedMail = (site: Site, to: string, left: number): Mail =>
  compose(site, {
    to,
    subject: `A recovery code of yours was used at ${site.siteName}`,
    blocks: [
      `A recovery code opened the console with your account. You have ${left} left.`,
      "If this wasn't you, change your password now, and ask another operator to reset your second factor.",
      { action: 'Your account', url: `${site.siteUrl}/account` },
    ],
  });

export const farewellMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: `Your account at ${site.siteName} is deleted`,
    blocks: [
      "We've deleted your account and signed you out everywhere. We'll email you separately about cancelled sessions and refunds.",
    ],
  });
