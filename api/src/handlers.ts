import { passwordResetHandlers } from './accounts/password-reset';
import { registrationHandlers } from './accounts/registration';
import { signInHandlers } from './accounts/sign-in';
import { verifyEmailHandlers } from './accounts/verify-email';
import { coachBookingHandlers } from './bookings/coach-routes';
import { studentHandlers } from './bookings/student-routes';
import { chatHandlers } from './chat/routes';
import { availabilityHandlers } from './coaches/availability';
import { profileHandlers } from './coaches/profile';
import { revisionHandlers } from './coaches/revisions';
import { coachHandlers } from './coaches/routes';
import type { Handlers } from './http/handler';
import { operatorHandlers } from './operator/routes';
import { ownAccountHandlers } from './own-account/routes';
import { paymentHandlers } from './payments/routes';
import { reminderHandlers } from './reminders/routes';
import { reviewHandlers } from './reviews/routes';
import { textHandlers } from './texts/routes';
import { waitlistHandlers } from './waitlist/routes';

/** Who answers which call of the contract. */
export const handlers: Handlers = {
  ...signInHandlers,
  ...registrationHandlers,
  ...passwordResetHandlers,
  ...verifyEmailHandlers,
  ...ownAccountHandlers,
  ...coachHandlers,
  ...revisionHandlers,
  ...availabilityHandlers,
  ...profileHandlers,
  ...studentHandlers,
  ...coachBookingHandlers,
  ...paymentHandlers,
  ...reviewHandlers,
  ...chatHandlers,
  ...reminderHandlers,
  ...waitlistHandlers,
  ...textHandlers,
  ...operatorHandlers,
};
