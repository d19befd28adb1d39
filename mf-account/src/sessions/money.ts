import type { MySession } from '@carry/remote-kit/api';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A session's payment in words: "payment of $25.00". */
export const paymentOf = ({ amount }: MySession) =>
  amount === undefined ? 'payment' : `payment of ${dollars.format(amount)}`;

/** What becomes of the payment; null where it stays, or the server does not say. */
export function moneyNote(session: MySession): string | null {
  const { refund, refunded = 0, amount = 0 } = session;
  const isPart = refunded > 0 && refunded < amount;
  const part = `${dollars.format(refunded)} of your ${paymentOf(session)}`;
  if (refund === 'due')
    return isPart
      ? `We're refunding the remaining ${dollars.format(amount - refunded)} of your ${paymentOf(session)}. Your bank may take up to ten days to show it.`
      : `We're refunding your ${paymentOf(session)}. Your bank may take up to ten days to show it.`;
  if (refund === 'returned') return `Your ${paymentOf(session)} has been refunded.`;
  return isPart ? `${part} has been refunded.` : null;
}
