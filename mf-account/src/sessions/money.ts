import type { MySession } from '@carry/remote-kit/api';
import { formatDollars } from '@carry/remote-kit/format';

const formatPayment = ({ amount }: MySession) =>
  amount === undefined ? 'payment' : `payment of ${formatDollars(amount)}`;

const isPart = ({ refunded = 0, amount = 0 }: MySession) => refunded > 0 && refunded < amount;

const formatRemaining = (session: MySession) =>
  `the remaining ${formatDollars((session.amount ?? 0) - (session.refunded ?? 0))} of your ${formatPayment(session)}`;

/** Returns the part of the payment that is not refunded: "your full payment of $60.00" without a partial refund. */
export const formatRest = (session: MySession) =>
  isPart(session) ? formatRemaining(session) : `your full ${formatPayment(session)}`;

/** Returns the refund status as text, or null if there is no refund. `failed`: part that could not be refunded yet, in USD. */
export function formatRefund(session: MySession, failed = 0): string | null {
  const { refund, refund_failed, refunded = 0 } = session;
  const rest = isPart(session) ? formatRemaining(session) : `your ${formatPayment(session)}`;
  if (refund === 'due' && refund_failed)
    return `We couldn't refund ${rest} yet. We're looking into it and will email you.`;
  if (refund === 'due')
    return `We're refunding ${rest}. Your bank may take up to ten days to show it.`;
  if (refund === 'returned') return `Your ${formatPayment(session)} has been refunded.`;
  const parts = [
    isPart(session) &&
      `${formatDollars(refunded)} of your ${formatPayment(session)} has been refunded.`,
    failed > 0 &&
      `We couldn't refund ${formatDollars(failed)} of your ${formatPayment(session)} yet. We're looking into it and will email you.`,
  ];
  return parts.filter(Boolean).join(' ') || null;
}
