import type { Receipt } from '@carry/contracts/api';
import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { receiptPath } from '../mail/booking-facts';

const ALL = 10_000;

type Priced = Pick<typeof bookings.$inferSelect, 'amountCents' | 'taxBasisPoints'>;

/** Returns false without a payment, and for one of a wrong amount, which was never a purchase. */
export const hasReceipt = ({
  paidAt,
  paidCents,
}: Pick<typeof bookings.$inferSelect, 'paidAt' | 'paidCents'>): boolean =>
  paidAt !== null && paidCents === null;

export const findReceipt = (
  booking: Parameters<typeof hasReceipt>[0] & { checkoutSession: string | null },
): string | null =>
  booking.checkoutSession && hasReceipt(booking) ? receiptPath(booking.checkoutSession) : null;

const includedCents = (cents: number, basisPoints: number): number =>
  Math.round((cents * basisPoints) / (ALL + basisPoints));

export const createReceipt = (
  { seller }: Pick<ApiConfig, 'seller'>,
  { amountCents, taxBasisPoints }: Priced,
): Receipt => ({
  seller: { name: seller.name, address: seller.address, tax_id: seller.taxId },
  tax:
    taxBasisPoints === null
      ? null
      : {
          percent: taxBasisPoints / 100,
          amount: includedCents(amountCents, taxBasisPoints) / 100,
        },
});
