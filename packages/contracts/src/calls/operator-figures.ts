import { z } from 'zod';
import { historyEntry, share } from './booking';
import { id, numeric, params, timeZone } from './fields';
import type { CallTable } from './rules';

const MAX_WEEKS = 53;
const PERIODS = ['week', 'month', 'year'] as const;

const session = z.object({
  id: z.number().int(),
  session_time: z.string(),
  student: z.string(),
  coach: z.string(),
  service: z.string(),
  status: z.string(),
});

const overview = z.object({
  /** The first 100 sessions that begin on this day. */
  sessions: z.array(session),
  session_count: z.number().int(),
  /** Paid today, and refunded of it, in USD. */
  revenue: z.object({ paid: z.number(), refunded: z.number() }),
  /** This number and those below end at 1,000, which stands for more. */
  refunds_due: z.number().int(),
  refunds_failed: z.number().int(),
  /** Transfers that are tried again, and coaches whose bank returned a payout. */
  failed_payouts: z.number().int(),
  /** Under the guarantee, in the last seven days. */
  refunds_requested: z.number().int(),
  failed_mails: z.number().int(),
  reported_reviews: z.number().int(),
  reported_messages: z.number().int(),
  open_applications: z.number().int(),
  provider: z.object({
    /** Last event that the payment provider sent. */
    last_event_at: z.string().nullable(),
    open_incidents: z.number().int(),
  }),
});

const failedPayout = z.object({
  coach_id: z.number().int(),
  coach: z.string(),
  /** Booking whose transfer to the coach's account failed; null: the bank returned a payout of the account. */
  booking_id: z.number().int().nullable(),
  /** In USD; null: only the payment provider knows it. */
  amount: z.number().nullable(),
  reason: z.string().nullable(),
});

/** Sums of the ledger in USD: paid = pending + paid out + refunded + commission. */
const sums = z.object({
  bookings: z.number().int(),
  paid: z.number(),
  commission: z.number(),
  refunded: z.number(),
  paid_out: z.number(),
  pending: z.number(),
  /** Tax in what was kept, at the rates of the receipts; null if none of the bookings has a rate. */
  tax: z.number().nullable(),
});

const ofCoach = z.object({ coach_id: z.number().int(), coach: z.string(), ...sums.shape });

const weekRevenue = z.object({
  by: z.enum(PERIODS),
  /** Each week, month or year of payment, oldest first, by its first day in the zone, yyyy-mm-dd. */
  weeks: z.array(z.object({ week: z.string(), ...sums.shape })),
  /** Open ones, whatever the weeks: the 100 oldest transfers, and the banks' returns of 100 coaches. */
  failed_payouts: z.array(failedPayout),
  /** Years of the ledger in the site's time zone, the current one first. Empty before the first payment. */
  ledger_years: z.array(z.number().int()),
});

const revenue = z.object({
  /** Mondays in the zone, oldest first, yyyy-mm-dd. */
  weeks: z.array(z.string()),
  /** By week of payment and coach: the first 1,000. */
  rows: z.array(z.object({ week: z.string(), ...ofCoach.shape })),
  failed_payouts: z.array(failedPayout),
});

const period = z.object({
  zone: timeZone,
  /** Usually `week`. The last 24 months or 5 years. */
  by: z.enum(PERIODS).optional(),
  weeks: numeric(z.number().int().min(1).max(MAX_WEEKS)).optional(),
});

const detailed = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  student: z.string(),
  coach_id: z.number().int(),
  coach: z.string(),
  service: z.string(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  held_minutes: z.number().int().nullable(),
  quantity: z.number().int(),
  status: z.string(),
  amount: z.number(),
  refunded: z.number(),
  refund: z.string(),
  failed_refund: z.number(),
  /** Share of the coach before a refund or lost dispute that perhaps was paid by hand, in USD; 0 if none was. */
  earlier_share: z.number(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  contact_info: z.string(),
  details: z.string(),
  refund_reason: z.string().nullable(),
  /** Of the payment, at the payment provider; null before it. */
  payment_url: z.string().nullable(),
  share,
  review: z
    .object({
      rating: z.number(),
      comment: z.string(),
      hidden_because: z.string().nullable(),
      reply: z.string().nullable(),
    })
    .nullable(),
  /** Oldest first. */
  history: z.array(historyEntry),
});

export const operatorFigureCalls = {
  'GET /api/operator/overview/': {
    summary: 'Today in a time zone: sessions, revenue, and open work (operator)',
    by: 'operator',
    query: z.object({ zone: timeZone }),
    answers: { 200: overview },
  },
  'GET /api/operator/revenue/weeks/': {
    summary: 'Revenue of the last weeks, months or years, and failed payouts (operator)',
    by: 'operator',
    query: period,
    answers: { 200: weekRevenue },
  },
  'GET /api/operator/revenue/coaches/': {
    summary: 'Revenue by coach in the same period, 100 a page, most kept first (operator)',
    by: 'operator',
    query: period.extend({ after: id.optional() }),
    answers: { 200: z.array(ofCoach) },
  },
  'GET /api/operator/revenue/export/': {
    summary:
      'Revenue of the last weeks, months or years, one line for each of them and coach (operator)',
    by: 'operator',
    audit: 'export revenue',
    query: period,
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
  'GET /api/operator/revenue/': {
    summary: 'Revenue by week and coach, for consoles of earlier releases (operator)',
    by: 'operator',
    query: period,
    answers: { 200: revenue },
  },
  'GET /api/operator/bookings/{id}/': {
    summary: 'A booking with its order (operator)',
    by: 'operator',
    params,
    answers: { 200: detailed },
  },
} satisfies CallTable;
