import type { Site } from './layout';
import { compose } from './letter';
import type { Mail } from './outbox';

export const verificationMail = (site: Site, to: string, token: string): Mail =>
  compose(site, {
    to,
    subject: `Verify your email for ${site.siteName}`,
    blocks: [
      `Welcome to ${site.siteName}! Confirm your email address with the password you chose, or set a new one there. The link works for 48 hours.`,
      { action: 'Verify my email', url: `${site.siteUrl}/verify-email?token=${token}` },
      "If you didn't register, ignore this email: the account stays closed.",
    ],
  });

/** To somebody whose address was given where a new one is needed. */
const alreadyHereMail = (site: Site, to: string, what: string): Mail =>
  compose(site, {
    to,
    subject: `You already have an account at ${site.siteName}`,
    blocks: [
      `Somebody, perhaps you, tried to ${what}`,
      { action: 'Log in', url: `${site.siteUrl}/login` },
      { link: 'Forgot your password?', url: `${site.siteUrl}/forgot-password` },
    ],
  });

export const alreadyRegisteredMail = (site: Site, to: string): Mail =>
  alreadyHereMail(site, to, 'register this address again. You already have an account.');

export const resetMail = (site: Site, to: string, uid: number, token: string): Mail =>
  compose(site, {
    to,
    subject: `Set a new password for ${site.siteName}`,
    blocks: [
      'Here you set a new password. The link works for one hour.',
      {
        action: 'Set a new password',
        url: `${site.siteUrl}/reset-password?uid=${uid}&token=${token}`,
      },
      'If you did not ask for it, ignore this mail.',
    ],
  });

export const newAddressMail = (site: Site, to: string, token: string): Mail =>
  compose(site, {
    to,
    subject: `Confirm your new address for ${site.siteName}`,
    blocks: [
      `Confirm this address for your account at ${site.siteName} with your password. The link works for 48 hours.`,
      {
        action: 'Confirm my new address',
        url: `${site.siteUrl}/verify-email?token=${token}&change=yes`,
      },
      "If you didn't ask for this, ignore this email.",
    ],
  });

/** To the old address: a change was asked for by somebody who knows the password. */
export const addressAskedMail = (site: Site, to: string, address: string): Mail =>
  compose(site, {
    to,
    subject: `A new address for your account at ${site.siteName}`,
    blocks: [
      `Somebody, hopefully you, asked to change the address of your account to ${address}. Nothing changes until the link that we sent there is opened.`,
      'If it was not you, change your password now, which ends this, too.',
      { action: 'Your account', url: `${site.siteUrl}/account` },
    ],
  });

export const addressChangedMail = (site: Site, to: string, address: string): Mail =>
  compose(site, {
    to,
    subject: `Your address at ${site.siteName} has changed`,
    blocks: [
      `The address of your account is now ${address}. We write there from now on.`,
      'If it was not you, answer this mail.',
    ],
  });

/** To an address that has an account of its own. */
export const addressTakenMail = (site: Site, to: string): Mail =>
  alreadyHereMail(
    site,
    to,
    'make this the address of another account. It has one already, and nothing has changed.',
  );

export const passwordChangedMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: `Your password at ${site.siteName} has changed`,
    blocks: [
      'Your password was changed, and all other devices were signed out.',
      'If it was not you, set a new one.',
      { action: 'Set a new password', url: `${site.siteUrl}/forgot-password` },
    ],
  });

export const farewellMail = (site: Site, to: string): Mail =>
  compose(site, {
    to,
    subject: `Your account at ${site.siteName} is deleted`,
    blocks: [
      'Your account is deleted, and you are signed out everywhere. Mails about cancelled sessions and payments that go back to you come separately.',
    ],
  });

/** To the coach: a session is off because its student has left too late to be paid back. */
export const leftMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is cancelled`,
    blocks: [
      `The student deleted their account, which cancelled booking ${bookingId}. It was too late for a refund: the payment stays.`,
      { action: 'View the booking', url: `${site.siteUrl}/coach/bookings/${bookingId}` },
    ],
  });

/** To the student who has left too late to be paid back. */
export const leftLateMail = (site: Site, to: string, bookingId: number): Mail =>
  compose(site, {
    to,
    subject: `Booking ${bookingId} is cancelled`,
    blocks: [
      `You deleted your account, which cancelled booking ${bookingId}. As announced before you confirmed, its payment is not refunded.`,
    ],
  });
