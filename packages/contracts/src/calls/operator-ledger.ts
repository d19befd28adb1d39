import { z } from 'zod';
import { calendarDay } from './fields';
import type { CallTable } from './rules';

export const operatorLedgerCalls = {
  'GET /api/operator/ledger/export/': {
    summary:
      "The ledger for your books: one line for each payment, refund, payout and reversal of these days in the site's time zone (operator)",
    by: 'operator',
    audit: 'export ledger',
    /** Both days included; absent: without a limit. */
    query: z.object({ from: calendarDay.optional(), to: calendarDay.optional() }),
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
} satisfies CallTable;
