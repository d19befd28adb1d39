import { operatorBookingHandlers } from './bookings';
import { operatorCoachHandlers } from './coaches';
import { operatorIncidentHandlers } from './incidents';
import { operatorMailHandlers } from './mails';
import { operatorMemberHandlers } from './members';
import { operatorMessageHandlers } from './messages';
import { operatorRecordHandlers } from './record';
import { operatorReviewHandlers } from './reviews';
import { operatorWaitlistHandlers } from './waitlist';

export const operatorHandlers = {
  ...operatorCoachHandlers,
  ...operatorMemberHandlers,
  ...operatorWaitlistHandlers,
  ...operatorBookingHandlers,
  ...operatorReviewHandlers,
  ...operatorMessageHandlers,
  ...operatorIncidentHandlers,
  ...operatorMailHandlers,
  ...operatorRecordHandlers,
};
