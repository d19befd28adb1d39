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
      ? `The remaining ${dollars.format(amount - refunded)} of your ${paymentOf(session)} goes back to you; banks take up to ten days to show it.`
      : `Your ${paymentOf(session)} goes back to you; banks take up to ten days to show it.`;
  if (refund === 'returned') return `Your ${paymentOf(session)} has been returned.`;
  return isPart ? `${part} has been returned.` : null;
}
