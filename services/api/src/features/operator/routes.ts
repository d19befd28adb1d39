import { operatorBookingHandlers } from './bookings';
import { operatorCoachHandlers } from './coaches';
import { operatorHandPayoutHandlers } from './hand-payouts';
import { operatorIncidentHandlers } from './incidents';
import { operatorLedgerHandlers } from './ledger';
import { operatorMailHandlers } from './mails';
import { operatorMemberHandlers } from './members';
import { operatorMessageHandlers } from './messages';
import { operatorRoleHandlers } from './operators';
import { operatorOverviewHandlers } from './overview';
import { operatorRecordHandlers } from './record';
import { operatorRevenueHandlers } from './revenue';
import { operatorReviewHandlers } from './reviews';
import { operatorSignInHandlers } from './sign-in';
import { operatorWaitlistHandlers } from './waitlist';

export const operatorHandlers = {
  ...operatorCoachHandlers,
  ...operatorMemberHandlers,
  ...operatorWaitlistHandlers,
  ...operatorBookingHandlers,
  ...operatorHandPayoutHandlers,
  ...operatorReviewHandlers,
  ...operatorMessageHandlers,
  ...operatorIncidentHandlers,
  ...operatorMailHandlers,
  ...operatorRecordHandlers,
  ...operatorSignInHandlers,
  ...operatorRoleHandlers,
  ...operatorOverviewHandlers,
  ...operatorRevenueHandlers,
  ...operatorLedgerHandlers,
};
