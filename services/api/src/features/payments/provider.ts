import Stripe from 'stripe';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';

export interface Payment {
  session: string;
  state: string;
  paid: boolean;
  returned: boolean;
  /** Refunds and lost disputes, at most the payment. */
  refundedCents: number;
  lostCents: number;
  openDispute: Stripe.Dispute | null;
  intent: string | null;
  charge: string | null;
  /** Of a destination charge. */
  transfer: ChargeTransfer | null;
  amountCents: number | null;
  currency: string | null;
  url: string | null;
  bookingId: number | null;
}

/** Groups the transfers of a booking at the provider. */
export const getTransferGroup = (bookingId: number) => `booking-${bookingId}`;

export interface ChargeTransfer {
  /** Null until the provider makes it, which may be after the payment. */
  id: string | null;
  account: string;
  amountCents: number;
  reversedCents?: number;
}

function getTransfer({ transfer, transfer_data, amount }: Stripe.Charge): ChargeTransfer | null {
  if (!transfer_data) return null;
  const { destination, amount: share } = transfer_data;
  return {
    id: typeof transfer === 'string' ? transfer : (transfer?.id ?? null),
    account: typeof destination === 'string' ? destination : destination.id,
    amountCents: share ?? amount,
  };
}

/** Reads the current state from the provider; events may be outdated. */
export async function readPayment(stripe: Stripe, session: string): Promise<Payment> {
  const { status, payment_status, payment_intent, amount_total, currency, url, metadata } =
    await stripe.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge'],
    });
  const intent = typeof payment_intent === 'string' ? null : payment_intent;
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge;
  const disputes = intent && charge?.disputed ? await readDisputes(stripe, intent.id) : [];
  const lostCents = sumLost(disputes);
  const goneCents = (charge?.amount_refunded ?? 0) + lostCents;
  const isLost = lostCents > 0 && charge != null && goneCents >= charge.amount;
  return {
    session,
    state: status ?? 'open',
    paid: payment_status === 'paid',
    returned: charge?.refunded === true || isLost,
    refundedCents: Math.min(goneCents, charge?.amount ?? 0),
    lostCents,
    openDispute: disputes.find(({ status }) => !isDecided(status)) ?? null,
    intent: intent?.id ?? null,
    charge: charge?.id ?? null,
    transfer: charge ? getTransfer(charge) : null,
    amountCents: amount_total,
    currency,
    url,
    bookingId: Number(metadata?.['booking_id']) || null,
  };
}

/** Adds what was paid back another way, which the provider has no record of. */
export function withSettled(payment: Payment, settledCents: number): Payment {
  if (settledCents === 0) return payment;
  const amountCents = payment.amountCents ?? 0;
  const refundedCents = Math.min(payment.refundedCents + settledCents, amountCents);
  return { ...payment, refundedCents, returned: payment.returned || refundedCents === amountCents };
}

const DECIDED = new Set(['lost', 'won', 'warning_closed', 'prevented']);

export const isDecided = (status: string): boolean => DECIDED.has(status);

const readDisputes = async (stripe: Stripe, intent: string): Promise<Stripe.Dispute[]> =>
  (await stripe.disputes.list({ payment_intent: intent, limit: 100 })).data;

/** Amount that lost disputes took from a payment. The provider does not count it as refunded. */
const sumLost = (disputes: readonly Stripe.Dispute[]): number =>
  disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, dispute) => sum + takenCents(dispute), 0);

/** Less than the disputed amount if a part was won; the status of such a dispute is `lost`, too. */
function takenCents({ amount, currency, balance_transactions: moves }: Stripe.Dispute): number {
  const isComparable = moves.length > 0 && moves.every((move) => move.currency === currency);
  return isComparable ? -moves.reduce((sum, move) => sum + move.amount, 0) : amount;
}

export type Returned =
  | { state: 'returned' }
  /** Permanent failure; `why` is the provider's code. Without a refund id, the provider rejected the request. */
  | { state: 'failed'; why: string; refundId?: string };

/** A refund can fail although the provider accepted the request. A pending one counts as returned: an event reports its failure. */
export const getOutcome = ({ id, status, failure_reason }: Stripe.Refund): Returned =>
  hasFailed(status)
    ? { state: 'failed', why: failure_reason ?? status ?? '', refundId: id }
    : { state: 'returned' };

export const hasFailed = (status: string | null | undefined): boolean =>
  status === 'failed' || status === 'canceled';

interface RefundAttempt {
  intent: string;
  attempt: number;
  amountCents: number | undefined;
  /** Takes the coach's share of a destination charge back first. */
  reverseTransfer: boolean;
}

/**
 * Refunds the rest of a payment. Throws on failures that may pass. Each attempt has its own idempotency key, because
 * the provider replays errors for a repeated key. Without an amount, a second refund is rejected as a duplicate. If the coach's share
 * cannot be taken back, the site's balance pays.
 */
export async function returnPayment(stripe: Stripe, refund: RefundAttempt): Promise<Returned> {
  const { intent, attempt, amountCents, reverseTransfer } = refund;
  try {
    return getOutcome(
      await stripe.refunds.create(
        {
          payment_intent: intent,
          ...(amountCents !== undefined && { amount: amountCents }),
          ...(reverseTransfer && { reverse_transfer: true }),
        },
        { idempotencyKey: `refund-${intent}-${attempt}${reverseTransfer ? '-share' : ''}` },
      ),
    );
  } catch (error) {
    if (getCode(error) === 'charge_already_refunded') return { state: 'returned' };
    if (reverseTransfer && (isPermanent(error) || lacksMoney(error)))
      return returnPayment(stripe, { ...refund, reverseTransfer: false });
    if (isPermanent(error)) return { state: 'failed', why: getCode(error) || 'refused' };
    throw error;
  }
}

export const getCode = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? '') : '';

const LACKS_MONEY = ['insufficient_funds', 'balance_insufficient'];
const TRANSIENT_CODES = new Set(['lock_timeout', 'rate_limit', ...LACKS_MONEY]);

const lacksMoney = (error: unknown): boolean => LACKS_MONEY.includes(getCode(error));

/** True if the provider rejected the request for good; outages, rate limits and credential errors pass. */
export const isPermanent = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError) &&
  !TRANSIENT_CODES.has(error.code ?? '');

export function providerDown(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  log.error(
    { code: 'payment.provider_failed' },
    `payment provider call failed: ${error.type} ${error.code ?? ''}`,
  );
  if (isPermanent(error))
    throw new Problem(502, 'The payment provider rejected this payment. Please write to us.');
  throw new Problem(502, "The payment provider isn't responding. Please try again.");
}
