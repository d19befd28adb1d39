import { z } from 'zod';
import { MAX_PRICE, MAX_REASON, MAX_REPLY } from '../rules/limits';
import { detail, filled, id, params, text, wholeCents } from './fields';
import { search } from './operator-people';
import { pageOf, pageQuery } from './paging';
import type { CallTable } from './rules';

const usd = wholeCents(z.number().positive().max(MAX_PRICE));

/** `due`: not returned yet; `failed`: could not be returned, or a part; `refunded`: in full or in part; `requested`: under the guarantee. */
const refundFilter = z.enum(['due', 'failed', 'refunded', 'requested']);
export type RefundFilter = z.infer<typeof refundFilter>;

const bookingSearch = search.extend({ refund: refundFilter.optional() });

const refund = z.enum(['none', 'due', 'begun', 'returned', 'failed']);

const booking = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  student: z.string(),
  coach_id: z.number().int(),
  coach: z.string(),
  service: z.string(),
  session_time: z.string().nullable(),
  status: z.enum(['pending_payment', 'expired', 'confirmed', 'cancelled', 'completed']),
  amount: z.number(),
  /** Refunded so far, in USD. */
  refunded: z.number(),
  /** Could not be refunded and is open, in USD. */
  failed_refund: z.number(),
  paid: z.boolean(),
  /** `failed`: the provider rejected the refund, so the operator must refund by hand. */
  refund,
  /** Reason of a refund under the guarantee, perhaps empty; null: not requested. */
  refund_reason: z.string().nullable(),
});
export type OperatorBooking = z.infer<typeof booking>;

const refundAmount = z.object({
  amount: usd.optional(),
  /** Refunded before, as the operator saw it; protects against a repeated request. */
  refunded: z.number().min(0).max(MAX_PRICE).optional(),
});

const reviewFilter = z.enum(['reported', 'hidden']);
export type ReviewFilter = z.infer<typeof reviewFilter>;

const review = z.object({
  id: z.number().int(),
  coach_id: z.number().int(),
  coach: z.string(),
  reviewer_name: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  /** Public reply of the coach. */
  reply: z.string().nullable(),
  /** Reasons given by the last 20 reporting members, the newest first. */
  reasons: z.array(z.string()),
  /** Reason for hiding it; null while it is shown. */
  hidden_because: z.string().nullable(),
});

const reportedMessage = z.object({
  id: z.number().int(),
  booking_id: z.number().int(),
  author: z.enum(['student', 'coach']),
  text: z.string(),
  files: z.array(z.string()),
  /** The files again, with what a download needs. */
  attachments: z.array(
    z.object({ id: z.number().int(), name: z.string(), size: z.number().int() }),
  ),
  /** Up to three messages before and three after it, oldest first, with 1,000 characters each. */
  around: z.array(
    z.object({
      id: z.number().int(),
      author: z.enum(['student', 'coach']),
      text: z.string(),
      sent_at: z.string(),
    }),
  ),
  reasons: z.array(z.string()),
});

/** `open`: failed and waiting ones, the usual list. */
const mailFilter = z.enum(['open', 'sent', 'dismissed']);
export type MailFilter = z.infer<typeof mailFilter>;

const mail = z.object({
  id: z.number().int(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'failed', 'sent']),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** True while its text is kept and not outdated. */
  sendable: z.boolean(),
});

const incident = z.object({
  id: z.number().int(),
  type: z.string(),
  booking_id: z.number().int().nullable(),
  /** Full refund of the booking; null without a booking. */
  refund: refund.nullable(),
  summary: z.string(),
  amount_cents: z.number().int().nullable(),
  currency: z.string().nullable(),
  occurred_at: z.string(),
});

const entry = z.object({
  id: z.number().int(),
  at: z.string(),
  who: z.string(),
  action: z.string(),
  /** Id of the affected object; the action's last word names its type. */
  target: z.number().int().nullable(),
  /** Amount that the operator gave, in USD; negative: the coach paid it back. */
  amount: z.number().nullable(),
  /** Response status; null: the API stopped before the call ended. */
  status: z.number().int().nullable(),
  reason: z.string().nullable(),
});

/** With a limit, a page of rows with long texts ends early; its `next` is the value of `below`. */
const { limit } = pageQuery;

export const operatorWorkCalls = {
  'GET /api/operator/bookings/': {
    summary:
      'Bookings by number, amount, payment, state of their refund, or a part of a name, address or contact, the newest first (operator)',
    by: 'operator',
    query: bookingSearch,
    answers: { 200: z.array(booking) },
  },
  'GET /api/operator/bookings/export/': {
    summary: 'The bookings of a search as a table, the oldest first (operator)',
    by: 'operator',
    audit: 'export bookings',
    query: bookingSearch.omit({ below: true }),
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
  'POST /api/operator/bookings/{id}/cancel/': {
    summary: 'Cancel a booking, whenever it is; a payment goes back in full (operator)',
    by: 'operator',
    audit: 'cancel booking',
    params,
    body: z.object({
      /** As the operator saw it; protects against a payment in the meantime. */
      paid: z.boolean().optional(),
    }),
    answers: { 200: detail },
  },
  'POST /api/operator/bookings/{id}/refund/': {
    summary:
      'Return the payment of a booking that is over, in full and once; with an amount, a part of any payment (operator)',
    by: 'operator',
    audit: 'refund booking',
    params,
    body: refundAmount,
    answers: { 200: detail },
  },
  'POST /api/operator/bookings/{id}/settle/': {
    summary:
      'Record that a failed refund was paid back another way; with an amount, a failed part of any payment (operator)',
    by: 'operator',
    audit: 'settle refund of booking',
    params,
    body: refundAmount,
    answers: { 200: detail },
  },
  'GET /api/operator/reviews/': {
    summary:
      'Reviews that members have reported, the most reported first, and hidden ones (operator)',
    by: 'operator',
    query: z.object({ state: reviewFilter.optional(), below: id.optional(), limit }),
    answers: { 200: z.array(review) },
    paged: pageOf(review),
  },
  'POST /api/operator/reviews/{id}/hide/': {
    summary: 'Take a review off the site, with the reason (operator)',
    by: 'operator',
    audit: 'hide review',
    params,
    body: z.object({ reason: filled(MAX_REASON) }),
    answers: { 200: detail },
  },
  'POST /api/operator/reviews/{id}/restore/': {
    summary: 'Show a review again; clears its reports (operator)',
    by: 'operator',
    audit: 'restore review',
    params,
    /** As the operator saw it; protects against a change in the meantime. */
    query: z.object({ state: reviewFilter.optional() }),
    answers: { 200: detail },
  },
  'POST /api/operator/reviews/{id}/reply/remove/': {
    summary: "Remove a coach's reply to a review; clears the reports (operator)",
    by: 'operator',
    audit: 'remove reply of review',
    params,
    /** As the operator saw it; protects against a change in the meantime. */
    body: z.object({ seen: text(MAX_REPLY).optional() }),
    answers: { 200: detail },
  },
  'GET /api/operator/messages/': {
    summary: 'Messages that were reported, the newest first (operator)',
    by: 'operator',
    query: z.object({ below: id.optional(), limit }),
    answers: { 200: z.array(reportedMessage) },
    paged: pageOf(reportedMessage),
  },
  'GET /api/operator/messages/{id}/files/{file}/': {
    summary: 'Download a file of a reported message (operator)',
    by: 'operator',
    audit: 'open file of message',
    params: params.extend({ file: id }),
    sends: 'application/octet-stream',
    answers: { 200: z.void().describe('The file') },
  },
  'POST /api/operator/messages/{id}/remove/': {
    summary: 'Remove a reported message with its files (operator)',
    by: 'operator',
    audit: 'remove message',
    params,
    answers: { 200: detail },
  },
  'POST /api/operator/messages/{id}/keep/': {
    summary: 'Keep a reported message; clears its reports (operator)',
    by: 'operator',
    audit: 'keep message',
    params,
    answers: { 200: detail },
  },
  'GET /api/operator/incidents/': {
    summary: 'Open incidents of payments, the newest first (operator)',
    by: 'operator',
    query: z.object({ below: id.optional() }),
    answers: { 200: z.array(incident) },
  },
  'POST /api/operator/incidents/{id}/resolve/': {
    summary:
      'Resolve an incident, but no undecided dispute; a failed refund only with `release_payout` (operator)',
    by: 'operator',
    audit: 'resolve incident',
    params,
    body: z.object({
      /** The student gets nothing more of a failed refund, so the coach's payout goes out. */
      release_payout: z.boolean().optional(),
    }),
    answers: { 200: detail },
  },
  'GET /api/operator/mails/': {
    summary:
      'Mails by state and a part of their recipient, newest first; failed and waiting ones by default (operator)',
    by: 'operator',
    query: search.extend({ state: mailFilter.optional() }),
    answers: { 200: z.array(mail) },
  },
  'POST /api/operator/mails/{id}/send/': {
    summary: 'Try a mail again now (operator)',
    by: 'operator',
    audit: 'send mail',
    params,
    answers: { 200: detail },
  },
  'POST /api/operator/mails/{id}/dismiss/': {
    summary: 'Put a failed mail away (operator)',
    by: 'operator',
    audit: 'dismiss mail',
    params,
    answers: { 200: detail },
  },
  'GET /api/operator/audit/export/': {
    summary: 'The record of operator actions of the last two years, the oldest first (operator)',
    by: 'operator',
    audit: 'export record',
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
  'GET /api/operator/audit/': {
    summary: 'Audit log, newest first (operator)',
    by: 'operator',
    query: z.object({ below: id.optional() }),
    answers: { 200: z.array(entry) },
  },
} satisfies CallTable;
