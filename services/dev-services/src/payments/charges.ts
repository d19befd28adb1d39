import { newId } from './ids';
import { InvalidRequest, noSuch } from './invalid-request';

/** The parts of Stripe's Charge and Refund that are used here. */
export interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  paid: true;
  refunded: boolean;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  status: 'succeeded';
}

/** What was taken, and what of it went back; a charge is returned once, and the payment page says "paid" for ever. */
export class Charges {
  private readonly charges = new Map<string, Charge>();
  readonly refunds: Refund[] = [];

  /** Takes a payment; answers its payment intent. */
  capture(amount: number, currency: string): string {
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
    };
    this.charges.set(payment_intent, charge);
    return payment_intent;
  }

  /** The payment intent as an expanded field shows it. */
  intent(id: string, withCharge: boolean) {
    const charge = this.of(id);
    const { amount, currency } = charge;
    return {
      id,
      object: 'payment_intent',
      amount,
      currency,
      status: 'succeeded',
      latest_charge: withCharge ? charge : charge.id,
    };
  }

  refund(intent: string, amount?: number): { refund: Refund; charge: Charge } {
    const charge = this.of(intent);
    if (charge.refunded)
      throw new InvalidRequest(
        `Charge ${charge.id} has already been refunded.`,
        400,
        'charge_already_refunded',
        true,
      );
    const left = charge.amount - charge.amount_refunded;
    const wanted = amount ?? left;
    if (!Number.isInteger(wanted) || wanted <= 0)
      throw new InvalidRequest('Invalid positive integer: amount');
    if (wanted > left)
      throw new InvalidRequest(
        `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
      );
    charge.amount_refunded += wanted;
    charge.refunded = charge.amount_refunded === charge.amount;
    const { id, currency } = charge;
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: wanted,
      charge: id,
      currency,
      payment_intent: intent,
      status: 'succeeded',
    };
    this.refunds.unshift(refund);
    return { refund, charge };
  }

  private of(intent: string): Charge {
    const charge = this.charges.get(intent);
    if (!charge) throw noSuch('payment_intent', intent);
    return charge;
  }
}
