import type { CoachRevenue } from '@carry/remote-kit/own-answers/operator';

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
  // in cents, because binary fractions of dollars do not add up
  kept: (Math.round(paid * 100) - Math.round(refunded * 100)) / 100,
  paidOut: paid_out,
});
