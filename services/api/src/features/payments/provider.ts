import Stripe from 'stripe';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';

/** What the payment provider knows of a payment page right now. */
export interface Payment {
  session: string;
  /** `open`, `complete` or `expired`. */
  state: string;
  paid: boolean;
  /** All of it went back already. */
  returned: boolean;
  /** What of it went back, or is on its way back. */
  refundedCents: number;
  intent: string | null;
  amountCents: number | null;
  currency: string | null;
  url: string | null;
  /** The booking that the page was opened for; null: it is not of this application. */
  bookingId: number | null;
}

/** Asks the provider; an event only tells what was true when it was written. */
export async function readPayment(stripe: Stripe, session: string): Promise<Payment> {
  const { status, payment_status, payment_intent, amount_total, currency, url, metadata } =
    await stripe.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge'],
    });
  const intent = typeof payment_intent === 'string' ? null : payment_intent;
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge;
  return {
    session,
    state: status ?? 'open',
    paid: payment_status === 'paid',
    returned: charge?.refunded === true,
    refundedCents: charge?.amount_refunded ?? 0,
    intent: intent?.id ?? null,
    amountCents: amount_total,
    currency,
    url,
    bookingId: Number(metadata?.['booking_id']) || null,
  };
}

export type Returned =
  | { state: 'returned' }
  /** The provider will never do it; `why` is its code. */
  | { state: 'failed'; why: string };

/**
 * Returns what is left of a payment; throws what may succeed later. The provider repeats even a refusal to a
 * repeated key, so each attempt has its own: without an amount, a second refund is refused as done.
 */
export async function returnPayment(
  stripe: Stripe,
  intent: string,
  attempt: number,
): Promise<Returned> {
  try {
    const { status, failure_reason } = await stripe.refunds.create(
      { payment_intent: intent },
      { idempotencyKey: `refund-${intent}-${attempt}` },
    );
    return status === 'failed' || status === 'canceled'
      ? { state: 'failed', why: failure_reason ?? status }
      : { state: 'returned' };
  } catch (error) {
    if (codeOf(error) === 'charge_already_refunded') return { state: 'returned' };
    if (isPermanent(error)) return { state: 'failed', why: codeOf(error) || 'refused' };
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? '') : '';

/** Codes of a 4xx that another try may change. */
const TRANSIENT_CODES = new Set([
  'lock_timeout',
  'rate_limit',
  'insufficient_funds',
  'balance_insufficient',
]);

/** Whether the provider understood a request and refuses it for good. Outages, limits and our own key's faults pass. */
export const isPermanent = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError) &&
  !TRANSIENT_CODES.has(error.code ?? '');

/** For a call that cannot go on without the provider: its failure as a refusal that may be tried again. */
export function providerDown(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  log.error(`the payment provider failed: ${error.type} ${error.code ?? ''}`);
  if (isPermanent(error))
    throw new Problem(502, 'The payment provider refuses this payment. Please write to us.');
  throw new Problem(502, 'The payment provider does not answer. Please try again.');
}
