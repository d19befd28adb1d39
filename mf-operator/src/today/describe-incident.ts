/** Titles of incidents by the start of their type; the first that fits counts. */
const TITLES = [
  ['charge.dispute', 'Dispute'],
  ['radar.early_fraud_warning', 'Fraud warning'],
  ['review.', 'Payment under review'],
  ['refund.failed', 'Failed refund'],
  ['refund.waits', 'Refund waiting'],
  ['payment.wrong_amount', 'Wrong amount'],
  ['payment.without_booking', 'Payment without a booking'],
  ['transfer.waits', 'Payout waiting'],
  ['transfer.not_reversed', 'Payout not taken back'],
  ['transfer.overpaid_by_hand', 'Coach paid too much'],
  ['transfer.wrong_currency', 'Balance in another currency'],
  ['transfer.', 'Transfer at Stripe'],
  ['payout.', 'Payout to your bank'],
  ['account.', 'Your Stripe account'],
  ['capability.', 'Your Stripe account'],
  ['reserve.', 'Balance on hold'],
] as const;

/** Returns a title for people; the type itself is what the runbook lists. */
export const getTitle = (type: string): string =>
  TITLES.find(([start]) => type.startsWith(start))?.[1] ?? 'Payment problem';

/** Returns a summary, which logs print after a colon, as a sentence. */
export const toSentence = (summary: string): string =>
  `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${/[.!?]$/.test(summary) ? '' : '.'}`;
