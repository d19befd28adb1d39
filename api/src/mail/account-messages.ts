import type { ApiConfig } from '../config';
import type { Mail } from './outbox';

type Site = Pick<ApiConfig, 'siteUrl' | 'siteName'>;

export const newAddressMail = ({ siteUrl, siteName }: Site, to: string, token: string): Mail => ({
  to,
  subject: `Confirm your new address for ${siteName}`,
  body: `Open this link to make this the address of your account at ${siteName}. It works for 48 hours:\n\n${siteUrl}/verify-email?token=${token}\n\nIf you did not ask for it, ignore this mail.\n`,
});

/** To the old address: a change was asked for by somebody who knows the password. */
export const addressAskedMail = (
  { siteUrl, siteName }: Site,
  to: string,
  address: string,
): Mail => ({
  to,
  subject: `A new address for your account at ${siteName}`,
  body: `Somebody, hopefully you, asked to change the address of your account to ${address}. Nothing changes until the link that we sent there is opened.\n\nIf it was not you, change your password now, which ends this, too: ${siteUrl}/account\n`,
});

export const addressChangedMail = ({ siteName }: Site, to: string, address: string): Mail => ({
  to,
  subject: `Your address at ${siteName} has changed`,
  body: `The address of your account is now ${address}. We write there from now on.\n\nIf it was not you, answer this mail.\n\n${siteName}\n`,
});

/** To an address that has an account of its own. */
export const addressTakenMail = ({ siteUrl, siteName }: Site, to: string): Mail => ({
  to,
  subject: `You already have an account at ${siteName}`,
  body: `Somebody, perhaps you, tried to make this the address of another account. It has one already, and nothing has changed:\n\n${siteUrl}/login\n\nForgot your password? ${siteUrl}/forgot-password\n`,
});

export const passwordChangedMail = ({ siteUrl, siteName }: Site, to: string): Mail => ({
  to,
  subject: `Your password at ${siteName} has changed`,
  body: `Your password was changed, and all other devices were signed out.\n\nIf it was not you, set a new one: ${siteUrl}/forgot-password\n`,
});

export const farewellMail = ({ siteName }: Site, to: string): Mail => ({
  to,
  subject: `Your account at ${siteName} is deleted`,
  body: `Your account is deleted, and you are signed out everywhere. Mails about cancelled sessions and payments that go back to you come separately.\n\n${siteName}\n`,
});

/** To the coach: a session is off because its student has left too late to be paid back. */
export const leftMail = ({ siteUrl }: Site, to: string, bookingId: number): Mail => ({
  to,
  subject: `Booking ${bookingId} is cancelled`,
  body: `The student deleted their account, which cancelled booking ${bookingId}. It was too late for a refund: the payment stays.\n\n${siteUrl}/coach/bookings/${bookingId}\n`,
});

/** To the student who has left too late to be paid back. */
export const leftLateMail = ({ siteName }: Site, to: string, bookingId: number): Mail => ({
  to,
  subject: `Booking ${bookingId} is cancelled`,
  body: `You deleted your account, which cancelled booking ${bookingId}. As was said before, its payment does not come back.\n\n${siteName}\n`,
});
