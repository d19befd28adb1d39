import { z } from 'zod';
import { detail, text } from './fields';
import type { CallTable } from './rules';

const cents = z.number().int();

/** Sums in US cents; `paid` is the sum of the others. */
const sums = {
  paid: cents,
  commission: cents,
  refunded: cents,
  paid_out: cents,
  /** The coach's share that is not transferred yet. */
  pending: cents,
};

export const earnings = z.object({
  total: z.object(sums),
  /** Months of payment, in the coach's time zone at that time; the latest first. */
  months: z.array(
    z.object({
      /** yyyy-mm. */
      month: z.string(),
      /** Paid bookings. */
      bookings: z.number().int(),
      ...sums,
    }),
  ),
  time_zone: z.string(),
  /** The site's share of new bookings, in percent. */
  commission_percent: z.number(),
});
export type Earnings = z.infer<typeof earnings>;

export const payouts = z.object({
  /** `off`: no payouts on this site; `none`: no account; `unfinished`: a form to finish; `waiting`: for the provider; `active`: payouts work. */
  state: z.enum(['off', 'none', 'unfinished', 'waiting', 'active']),
  /** Provider's reason for the last failed payout to the bank. */
  failure: z.string().nullable(),
  /** Country of the account, without one that of the profile. */
  country: z.string().nullable(),
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
  /** `separate`: the share is transferred after the guarantee; `destination`: with the payment, once the account is ready. */
  charges: z.enum(['separate', 'destination']),
});
export type Payouts = z.infer<typeof payouts>;

export const earningsCalls = {
  'GET /api/coach/earnings/': {
    summary: 'Earnings of the signed-in coach, by month',
    by: 'user',
    answers: { 200: earnings },
  },
  'GET /api/coach/earnings/export/': {
    summary: 'Earnings of the signed-in coach, one line for each paid booking',
    by: 'user',
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
  'GET /api/coach/payouts/': {
    summary: 'State of the payouts to the signed-in coach',
    by: 'user',
    answers: { 200: payouts },
  },
  'POST /api/coach/payouts/link/': {
    summary: "Address of the payment provider's form for the signed-in coach, or of their account",
    by: 'user',
    body: z.object({
      /** ISO 3166-1 code of the bank account's country; needed for a new account. Another one replaces an unfinished account. */
      country: text(2).optional(),
    }),
    answers: { 200: z.object({ url: z.string() }), 502: detail.describe('The provider failed') },
  },
} satisfies CallTable;
