import Stripe from 'stripe';
import { Problem } from '../http/problem';
import { log } from '../log';

/** What the payment provider knows of a payment page right now. */
export interface Payment {
  session: string;
  /** `open`, `complete` or `expired`. */
  state: string;
  paid: boolean;
  /** All of it went back already. */
  returned: boolean;
  intent: string | null;
  amountCents: number | null;
  currency: string | null;
  url: string | null;
}

/** Asks the provider; an event only tells what was true when it was written. */
export async function readPayment(stripe: Stripe, session: string): Promise<Payment> {
  const { status, payment_status, payment_intent, amount_total, currency, url } =
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
    intent: intent?.id ?? null,
    amountCents: amount_total,
    currency,
    url,
  };
}

/** Returns all of a payment. The key makes a repeated call the same refund; one that was made under another key is a refund, too. */
export async function returnPayment(
  stripe: Stripe,
  intent: string,
): Promise<'returned' | 'failed'> {
  try {
    const { status } = await stripe.refunds.create(
      { payment_intent: intent },
      { idempotencyKey: `refund-${intent}` },
    );
    return status === 'failed' || status === 'canceled' ? 'failed' : 'returned';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded')
      return 'returned';
    throw error;
  }
}

/** For a call that cannot go on without the provider: its failure as a refusal that may be tried again. */
export function providerDown(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  log.error(`the payment provider failed: ${error.type} ${error.code ?? ''}`);
  throw new Problem(502, 'The payment provider does not answer. Please try again.');
}
