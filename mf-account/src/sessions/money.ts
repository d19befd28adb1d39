import type { MySession } from '@carry/remote-kit/api';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A session's payment in words: "payment of $25.00". */
export const paymentOf = ({ amount }: MySession) =>
  amount === undefined ? 'payment' : `payment of ${dollars.format(amount)}`;

/** What becomes of the payment; null where it stays, or the server does not say. */
export function moneyNote(session: MySession): string | null {
  if (session.refund === 'due')
    return `Your ${paymentOf(session)} goes back to you; banks take up to ten days to show it.`;
  return session.refund === 'returned' ? `Your ${paymentOf(session)} has been returned.` : null;
}
