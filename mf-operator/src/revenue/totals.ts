import type { CoachRevenue } from '@carry/remote-kit/own-answers';
import { subtract } from '../console/subtract';

/** Amounts in USD. */
export interface Total {
  key: string;
  label: string;
  bookings: number;
  paid: number;
  refunded: number;
  /** Paid and not refunded: commission, paid out and pending together. */
  kept: number;
  commission: number;
  paidOut: number;
  /** Share of coaches that is not paid out yet. */
  pending: number;
  /** Tax in what was kept; null without a rate. */
  tax: number | null;
}

type Sums = Omit<CoachRevenue, 'coach_id' | 'coach'>;

export const toTotal = (
  key: string,
  label: string,
  { bookings, paid, refunded, commission, paid_out, pending, tax = null }: Sums,
): Total => ({
  ...{ key, label, bookings, paid, refunded, commission, pending, tax },
  kept: subtract(paid, refunded),
  paidOut: paid_out,
});
