import { formatDollars } from '@carry/remote-kit/format';

interface Payment {
  paid: boolean;
  refund: string;
  refunded: number;
}

export function describePayment({ paid, refund, refunded }: Payment): string {
  if (!paid) return 'not paid';
  if (refund === 'returned') return 'refunded';
  if (refund === 'failed') return 'refund failed';
  if (refund !== 'none') return 'refund on its way';
  return refunded > 0 ? `paid, ${formatDollars(refunded)} refunded` : 'paid';
}
