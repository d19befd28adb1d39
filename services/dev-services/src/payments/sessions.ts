import { type Charges, newId, type PaymentNote, type RefundOutcome } from './charges';
import { at, type FormTree } from './form-body';
import { InvalidRequest, notFound } from './invalid-request';
import type { Transfers } from './transfers';

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_method_types: string[];
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Record<string, string>;
  created: number;
  expires_at: number;
  livemode: false;
  success_url: string;
  cancel_url: string;
  url: string | null;
  description: string;
}

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts for US dollars. */
const MIN_CHARGE_CENTS = 50;
const MAX_CHARGE_CENTS = 99_999_999;

const getMetadata = (form: FormTree): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form['metadata'] ?? {}).map(([key, value]) => [key, String(value)]),
  );

/** Payment methods that the account has turned on. */
const ACCOUNT_METHODS = ['card', 'us_bank_account'];

function parseMethods({ allowed_payment_method_types: allowed }: FormTree): string[] {
  const types = typeof allowed === 'object' ? Object.values(allowed) : ACCOUNT_METHODS;
  return ACCOUNT_METHODS.filter((type) => types.includes(type));
}

function parseNote(form: FormTree): PaymentNote {
  const data = form['payment_intent_data'];
  const metadata = typeof data === 'object' ? getMetadata(data) : {};
  return { description: at(form, 'payment_intent_data', 'description') ?? null, metadata };
}

interface Destination {
  destination: string;
  amount: number;
  group: string | null;
}

/** Returns the account and amount of a destination charge. Default: the whole payment. */
function parseDestination(form: FormTree, total: number): Destination | null {
  const destination = at(form, 'payment_intent_data', 'transfer_data', 'destination');
  if (!destination) return null;
  const amount = Number(at(form, 'payment_intent_data', 'transfer_data', 'amount') ?? total);
  if (!Number.isInteger(amount) || amount < 1 || amount > total)
    throw new InvalidRequest(
      `The transfer_data[amount] (${amount}) must be positive and at most the total (${total}).`,
      { param: 'payment_intent_data[transfer_data][amount]' },
    );
  const group = at(form, 'payment_intent_data', 'transfer_group') ?? null;
  return { destination, amount, group };
}

/** Returns the sum of line items in cents. Throws Stripe's errors for invalid items and sums. */
function computeTotal(items: FormTree[]): number {
  let total = 0;
  for (const [index, item] of items.entries()) {
    const unit = Number(at(item, 'price_data', 'unit_amount'));
    const quantity = Number(at(item, 'quantity') ?? 1);
    if (!Number.isInteger(unit) || unit < 0)
      throw new InvalidRequest(`Invalid integer: line_items[${index}][price_data][unit_amount]`);
    if (!Number.isInteger(quantity) || quantity < 1)
      throw new InvalidRequest(`Invalid positive integer: line_items[${index}][quantity]`);
    if (unit > MAX_CHARGE_CENTS)
      throw new InvalidRequest('Amount must be no more than $999,999.99', {
        code: 'amount_too_large',
      });
    total += unit * quantity;
  }
  if (total < MIN_CHARGE_CENTS)
    throw new InvalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      { code: 'amount_too_small' },
    );
  if (total > MAX_CHARGE_CENTS)
    throw new InvalidRequest(
      "The Checkout Session's total amount due must add up to no more than $999,999.99 usd",
      { code: 'amount_too_large' },
    );
  return total;
}

const MIN_SECONDS = 30 * 60;
const MAX_SECONDS = 24 * 3600;

interface Checkout {
  origin: string;
  charges: Charges;
  transfers: Transfers;
  /** Clock of the provider, in seconds. */
  seconds(): number;
  onExpired(session: CheckoutSession): void;
}

export class CheckoutSessions {
  private readonly sessions = new Map<string, CheckoutSession>();
  private readonly notes = new Map<string, PaymentNote>();
  private readonly destinations = new Map<string, Destination>();

  private readonly origin: string;
  private readonly charges: Charges;
  private readonly transfers: Transfers;
  private readonly seconds: Checkout['seconds'];
  private readonly onExpired: Checkout['onExpired'];

  constructor({ origin, charges, transfers, seconds, onExpired }: Checkout) {
    this.origin = origin;
    this.charges = charges;
    this.transfers = transfers;
    this.seconds = seconds;
    this.onExpired = onExpired;
  }

  list(): CheckoutSession[] {
    return [...this.sessions.values()].reverse();
  }

  create(form: FormTree): CheckoutSession {
    const required = (value: string | undefined, name: string) => {
      if (!value) throw new InvalidRequest(`Missing required param: ${name}.`);
      return value;
    };
    if (at(form, 'mode') !== 'payment') throw new InvalidRequest("mode must be 'payment'");
    const items = Object.values(
      typeof form['line_items'] === 'object' ? form['line_items'] : {},
    ).filter((item) => typeof item === 'object');
    if (items.length === 0) throw new InvalidRequest('Missing required param: line_items.');
    const amount = computeTotal(items);
    const destination = parseDestination(form, amount);
    if (destination) this.transfers.requireDestination(destination.destination);
    const created = this.seconds();
    const expires = Number(at(form, 'expires_at') ?? created + MAX_SECONDS);
    if (!(expires >= created + MIN_SECONDS && expires <= created + MAX_SECONDS)) {
      throw new InvalidRequest(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    }
    const id = newId('cs_test');
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_method_types: parseMethods(form),
      payment_intent: null,
      amount_total: amount,
      currency: required(
        at(items[0] as FormTree, 'price_data', 'currency'),
        'line_items[0][price_data][currency]',
      ),
      client_reference_id: at(form, 'client_reference_id') ?? null,
      customer_email: at(form, 'customer_email') ?? null,
      metadata: getMetadata(form),
      created,
      expires_at: expires,
      livemode: false,
      success_url: required(at(form, 'success_url'), 'success_url'),
      cancel_url: required(at(form, 'cancel_url'), 'cancel_url'),
      url: `${this.origin}/c/pay/${id}`,
      description: at(items[0] as FormTree, 'price_data', 'product_data', 'name') ?? 'Payment',
    };
    this.sessions.set(id, session);
    this.notes.set(id, parseNote(form));
    if (destination) this.destinations.set(id, destination);
    return session;
  }

  get(id: string): CheckoutSession {
    const session = this.sessions.get(id);
    if (!session) throw notFound('checkout.session', id);
    if (session.status === 'open' && session.expires_at <= this.seconds()) this.close(session);
    return session;
  }

  expire(id: string): CheckoutSession {
    const session = this.get(id);
    if (session.status !== 'open')
      throw new InvalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    this.close(session);
    return session;
  }

  /** Pays an open session; idempotent. */
  pay(id: string, refunds?: RefundOutcome): { session: CheckoutSession; first: boolean } {
    const session = this.get(id);
    const first = session.status === 'open';
    if (first) {
      const { amount_total: amount, currency } = session;
      const note = this.notes.get(id) ?? { description: null, metadata: {} };
      const destination = this.destinations.get(id);
      if (destination) this.transfers.requireDestination(destination.destination);
      const payment_intent = this.charges.capture({ amount, currency }, note, refunds);
      if (destination) this.transfers.addToCharge(this.charges.find(payment_intent), destination);
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent,
        url: null,
      });
    }
    return { session, first };
  }

  private close(session: CheckoutSession): void {
    Object.assign(session, { status: 'expired', url: null });
    this.onExpired(session);
  }
}
