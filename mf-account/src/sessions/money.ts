import type { MySession } from '@carry/remote-kit/api';
import { formatDollars } from '@carry/remote-kit/format';

export const formatPayment = ({ amount }: MySession) =>
  amount === undefined ? 'payment' : `payment of ${formatDollars(amount)}`;

/** Returns the refund status as text, or null if there is no refund. */
export function formatRefund(session: MySession): string | null {
  const { refund, refunded = 0, amount = 0 } = session;
  const isPart = refunded > 0 && refunded < amount;
  const part = `${formatDollars(refunded)} of your ${formatPayment(session)}`;
  if (refund === 'due')
    return isPart
      ? `We're refunding the remaining ${formatDollars(amount - refunded)} of your ${formatPayment(session)}. Your bank may take up to ten days to show it.`
      : `We're refunding your ${formatPayment(session)}. Your bank may take up to ten days to show it.`;
  if (refund === 'returned') return `Your ${formatPayment(session)} has been refunded.`;
  return isPart ? `${part} has been refunded.` : null;
}
