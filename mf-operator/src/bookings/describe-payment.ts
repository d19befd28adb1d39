import { formatDollars } from '@carry/remote-kit/format';

interface Payment {
  paid: boolean;
  refund: string;
  refunded: number;
  failed_refund?: number | undefined;
}

export function describePayment({ paid, refund, refunded, failed_refund = 0 }: Payment): string {
  if (!paid) return 'not paid';
  if (refund === 'returned') return 'refunded';
  if (refund === 'failed') return 'refund failed';
  if (refund !== 'none') return 'refund on its way';
  const done = refunded > 0 ? `, ${formatDollars(refunded)} refunded` : '';
  const failed = failed_refund > 0 ? `, refund of ${formatDollars(failed_refund)} failed` : '';
  return `paid${done}${failed}`;
}
