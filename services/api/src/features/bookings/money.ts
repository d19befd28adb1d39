import type { Refund } from '@carry/contracts/api';
import type { bookings } from '../../core/db/schema';

const REFUND_SHOWN = {
  none: 'none',
  due: 'due',
  begun: 'due',
  returned: 'returned',
  failed: 'due',
} as const;

export const money = ({
  quantity,
  amountCents,
  refund,
  refundedCents,
}: Pick<
  typeof bookings.$inferSelect,
  'quantity' | 'amountCents' | 'refund' | 'refundedCents'
>) => ({
  quantity,
  amount: amountCents / 100,
  refunded: refundedCents / 100,
  refund: REFUND_SHOWN[refund] as Refund,
  refund_failed: refund === 'failed',
});
