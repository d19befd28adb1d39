import { z } from 'zod';
import { MAX_PRICE } from '../rules/limits';
import { calendarDay, detail, moment, params, wholeCents } from './fields';
import type { CallTable } from './rules';

const MAX_SUM = 1e8;

/** Latest completion of a session, or delivery of an order. */
const until = moment;

export const operatorPayoutCalls = {
  'POST /api/operator/bookings/{id}/paid-out/': {
    summary: "Record that a coach's share was paid another way than by a transfer (operator)",
    by: 'operator',
    audit: 'record payout of booking',
    params,
    body: z.object({
      /** The pending share in USD; negative: the coach paid it back after a refund. Another amount is refused. */
      amount: wholeCents(z.number().min(-MAX_PRICE).max(MAX_PRICE)),
      /** Paid before a refund or lost dispute, so `amount` is `earlier_share` of the booking instead. */
      earlier: z.boolean().optional(),
    }),
    answers: { 200: detail },
  },
  'GET /api/operator/coaches/{id}/due/': {
    summary:
      'Due shares of a coach that no transfer pays: their sum, of up to 1,000 bookings (operator)',
    by: 'operator',
    params,
    query: z.object({ until }),
    answers: { 200: z.object({ amount: z.number(), bookings: z.number().int() }) },
  },
  'POST /api/operator/coaches/{id}/paid-out/': {
    summary:
      'Record that the due shares of a coach were paid another way than by transfers (operator)',
    by: 'operator',
    audit: 'record payouts of coach',
    params,
    body: z.object({
      until,
      /** Their sum in USD. Another amount is refused. */
      amount: wholeCents(z.number().positive().max(MAX_SUM)),
    }),
    answers: { 200: detail },
  },
} satisfies CallTable;

/** The API cannot place the earliest days of the calendar in a time zone. */
const ledgerDay = calendarDay.refine((day) => day >= '1900', 'must be after 1899');

export const operatorLedgerCalls = {
  'GET /api/operator/ledger/export/': {
    summary:
      "The ledger for your books: one line for each payment, refund, payout and reversal of these days in the site's time zone (operator)",
    by: 'operator',
    audit: 'export ledger',
    /** Both days included; absent: without a limit. */
    query: z.object({ from: ledgerDay.optional(), to: ledgerDay.optional() }),
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
} satisfies CallTable;
