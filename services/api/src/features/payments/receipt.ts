import type { Receipt } from '@carry/contracts/api';
import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';

const ALL = 10_000;

type Priced = Pick<typeof bookings.$inferSelect, 'amountCents' | 'taxBasisPoints'>;

const includedCents = (cents: number, basisPoints: number): number =>
  Math.round((cents * basisPoints) / (ALL + basisPoints));

export const receiptOf = (
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
