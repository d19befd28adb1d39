import type { Handlers } from '../core/http/handler';
import { ownAccountHandlers } from '../features/account-settings/routes';
import { mailCodeHandlers } from '../features/accounts/mail-code';
import { passwordResetHandlers } from '../features/accounts/password-reset';
import { registrationHandlers } from '../features/accounts/registration';
import { signInHandlers } from '../features/accounts/sign-in';
import { verifyEmailHandlers } from '../features/accounts/verify-email';
import { applicationHandlers } from '../features/applications/routes';
import { bookingPageHandlers } from '../features/booking-page/page';
import { coachBookingHandlers } from '../features/bookings/coach-routes';
import { studentHandlers } from '../features/bookings/student-routes';
import { coachCalendarHandlers } from '../features/busy-times/routes';
import { chatHandlers } from '../features/chat/routes';
import { availabilityHandlers } from '../features/coaches/availability';
import { checklistHandlers } from '../features/coaches/checklist';
import { profileHandlers } from '../features/coaches/profile';
import { revisionHandlers } from '../features/coaches/revisions';
import { coachHandlers } from '../features/coaches/routes';
import { directoryHandlers } from '../features/directory/routes';
import { earningsHandlers } from '../features/earnings/routes';
import { messageHandlers } from '../features/messages/routes';
import { operatorHandlers } from '../features/operator/routes';
import { paymentHandlers } from '../features/payments/routes';
import { payoutHandlers } from '../features/payouts/routes';
import { reminderHandlers } from '../features/reminders/routes';
import { reviewHandlers } from '../features/reviews/routes';
import { textHandlers } from '../features/texts/routes';
import { uploadHandlers } from '../features/uploads/routes';
import { waitlistHandlers } from '../features/waitlist/routes';

export const handlers: Handlers = {
  ...signInHandlers,
  ...mailCodeHandlers,
  ...registrationHandlers,
  ...passwordResetHandlers,
  ...verifyEmailHandlers,
  ...ownAccountHandlers,
  ...coachHandlers,
  ...directoryHandlers,
  ...revisionHandlers,
  ...availabilityHandlers,
  ...profileHandlers,
  ...checklistHandlers,
  ...coachCalendarHandlers,
  ...studentHandlers,
  ...coachBookingHandlers,
  ...bookingPageHandlers,
  ...paymentHandlers,
  ...earningsHandlers,
  ...payoutHandlers,
  ...reviewHandlers,
  ...chatHandlers,
  ...messageHandlers,
  ...reminderHandlers,
  ...uploadHandlers,
  ...waitlistHandlers,
  ...applicationHandlers,
  ...textHandlers,
  ...operatorHandlers,
};
