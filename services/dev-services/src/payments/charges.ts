import { randomBytes } from 'node:crypto';
import { InvalidRequest, notFound } from './invalid-request';

/** Returns an id in Stripe's format: `cs_test_…`. */
export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`;

/** The fields of Stripe's Charge and Refund that the API reads. */
export interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  paid: true;
  refunded: boolean;
  description: string | null;
  metadata: Record<string, string>;
  /** Transfer of a destination charge. */
  transfer: string | null;
  transfer_data: { destination: string; amount: number } | null;
}

export type PaymentNote = Pick<Charge, 'description' | 'metadata'>;

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  failure_reason: string | null;
}

/** First status of a card's refunds. Stripe has test cards for it: https://docs.stripe.com/testing#refunds */
export type RefundOutcome = Refund['status'];

const FAILURE = 'expired_or_canceled_card';

function count(charge: Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
}

/** Charges and refunds in memory, as at Stripe: a session stays `paid` after a refund, and a pending refund counts as refunded. */
export class Charges {
  private readonly charges = new Map<string, Charge>();
  private readonly outcomes = new Map<string, RefundOutcome>();
  readonly refunds: Refund[] = [];

  capture(
    { amount, currency }: Pick<Charge, 'amount' | 'currency'>,
    note: PaymentNote,
    outcome: RefundOutcome = 'succeeded',
  ): string {
    const payment_intent = newId('pi');
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      payment_intent,
      amount,
      amount_refunded: 0,
      currency,
      paid: true,
      refunded: false,
      transfer: null,
      transfer_data: null,
      ...note,
    };
    this.charges.set(payment_intent, charge);
    this.outcomes.set(payment_intent, outcome);
    return payment_intent;
  }

  intent(id: string, withCharge: boolean) {
    const charge = this.find(id);
    const { amount, currency, description, metadata } = charge;
    return {
      id,
      object: 'payment_intent',
      amount,
      currency,
      description,
      metadata,
      status: 'succeeded',
      latest_charge: withCharge ? charge : charge.id,
    };
  }

  /** Returns the charge and the amount of a refund; default: all that is left. Throws Stripe's errors. */
  requireRefundable(intent: string, amount?: number): { charge: Charge; amount: number } {
    const charge = this.find(intent);
    if (charge.refunded)
      throw new InvalidRequest(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
        isExecuted: true,
      });
    const rest = charge.amount - charge.amount_refunded;
    const refunded = amount ?? rest;
    if (!Number.isInteger(refunded) || refunded <= 0)
      throw new InvalidRequest('Invalid positive integer: amount');
    if (refunded > rest)
      throw new InvalidRequest(
        `Refund amount (${refunded}) is greater than unrefunded amount on charge (${rest})`,
      );
    return { charge, amount: refunded };
  }

  refund(intent: string, typed?: number): { refund: Refund; charge: Charge } {
    const { charge, amount: refunded } = this.requireRefundable(intent, typed);
    const { id, currency } = charge;
    const status = this.outcomes.get(intent) ?? 'succeeded';
    if (status !== 'failed') count(charge, refunded);
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: refunded,
      charge: id,
      currency,
      payment_intent: intent,
      status,
      failure_reason: status === 'failed' ? FAILURE : null,
    };
    this.refunds.unshift(refund);
    return { refund, charge };
  }

  /** Ends a pending refund, or lets a successful one fail later, as a bank that returns it. Returns null if it has failed before. */
  endRefund(id: string, status: 'succeeded' | 'failed'): Refund | null {
    const refund = this.refunds.find((one) => one.id === id);
    if (!refund) throw notFound('refund', id);
    if (refund.status === 'failed') return null;
    refund.status = status;
    if (status === 'failed') {
      refund.failure_reason = FAILURE;
      count(this.find(refund.payment_intent), -refund.amount);
    }
    return refund;
  }

  charge(id: string): Charge | undefined {
    return [...this.charges.values()].find((charge) => charge.id === id);
  }

  /** Balance of the platform without transfers: what was paid and not refunded. */
  balance(): number {
    return [...this.charges.values()].reduce(
      (sum, { amount, amount_refunded }) => sum + amount - amount_refunded,
      0,
    );
  }

  /** Returns the charge of a payment intent. Throws Stripe's error if there is none. */
  find(intent: string): Charge {
    const charge = this.charges.get(intent);
    if (!charge) throw notFound('payment_intent', intent);
    return charge;
  }
}
