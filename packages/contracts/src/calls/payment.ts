import { z } from 'zod';
import { MAX_CONTACT, MAX_DETAILS } from '../rules/limits';
import { detail, filled, filledLine, id, params, text } from './fields';
import type { CallTable } from './rules';

const purchase = z.object({
  booking_id: z.number().int(),
  status: z.string(),
  coach_id: z.number().int().nullable(),
  coach_name: z.string(),
  service: z.string(),
  quantity: z.number().int(),
  amount: z.number(),
  /** In USD, of `amount`. */
  refunded: z.number(),
  paid_at: z.string().nullable(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  held_minutes: z.number().int().nullable(),
  email: z.string(),
  calendar_url: z.string().nullable(),
  /** Time zone of the mails about the booking; null: not chosen. */
  time_zone: z.string().nullable(),
  place: z.object({ kind: z.enum(['discord', 'link']), url: z.string() }).nullable(),
});

const receipt = z.object({
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    tax_id: z.string().nullable(),
  }),
  /** Tax that the price includes, in USD; null if the rate at the time of booking is unknown. */
  tax: z.object({ percent: z.number(), amount: z.number() }).nullable(),
});
export type Receipt = z.infer<typeof receipt>;

export type Purchase = z.infer<typeof purchase>;

const successInfo = z.object({
  booking_id: z.number().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  /** State of the refund, in a sentence; absent unless the payment of a completed session goes back in full. */
  notice: z.string().optional(),
  discord: z.object({ username: z.string() }).nullable().optional(),
  purchase: purchase.optional(),
  receipt: receipt.optional(),
});

const page = {
  200: z.object({ sessionId: z.string(), url: z.string().nullable() }),
  502: detail.describe('The payment provider does not answer'),
};

const ignored = z.unknown();

export const paymentCalls = {
  'POST /api/create-checkout-session/': {
    summary: 'Open the payment page of a booking',
    body: z.object({
      booking_id: id,
      coachId: id,
      serviceId: id,
      contactInfo: filledLine(MAX_CONTACT),
      details: filled(MAX_DETAILS),
      serviceLabel: ignored,
      quantity: ignored,
      slot: ignored,
      price: ignored,
    }),
    answers: page,
  },
  'POST /api/bookings/{id}/checkout/': {
    summary: "Go on to the payment page of one's own booking that is still held",
    by: 'user',
    params,
    answers: page,
  },
  'GET /api/stripe/success-info/': {
    summary: 'The booking of a payment session',
    by: 'user',
    query: z.object({ session_id: text(200).min(1) }),
    answers: {
      200: successInfo,
      202: successInfo.describe('Not paid yet'),
      404: successInfo.describe('No booking of yours'),
      410: successInfo.describe(
        'Not paid in time, cancelled, or the payment is returned; with the receipt if it was paid',
      ),
    },
  },
} satisfies CallTable;
