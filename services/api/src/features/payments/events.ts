import type Stripe from 'stripe';

type EventType = Stripe.Event['type'];

interface EventGroup {
  treatment: 'handled' | 'reported' | 'ignored';
  why: string;
  types: readonly EventType[];
  /** Unused event families, by the prefix before the first dot. */
  families?: readonly string[];
}

/** Treatment of every provider event. `handled` changes bookings or payouts, `reported` opens an incident, `ignored` has no effect. */
export const eventGroups = [
  {
    treatment: 'handled',
    why: 'The booking is confirmed, or the payment is refunded.',
    types: ['checkout.session.async_payment_succeeded', 'checkout.session.completed'],
  },
  {
    treatment: 'handled',
    why: 'The hold ends. The student gets an email.',
    types: ['checkout.session.async_payment_failed'],
  },
  {
    treatment: 'handled',
    why: 'The booking shows the refund. A full refund cancels a confirmed session.',
    types: ['charge.refund.updated', 'charge.refunded', 'refund.created', 'refund.updated'],
  },
  {
    treatment: 'handled',
    why: 'The refund waits for the operator. The student gets an email.',
    types: ['refund.failed'],
  },
  {
    treatment: 'handled',
    why: 'The operator responds to it. A lost dispute counts as a refund.',
    types: [
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
    ],
  },
  {
    treatment: 'reported',
    why: 'A bank warns that a payment is fraudulent; a refund now avoids a dispute.',
    types: ['radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated'],
  },
  {
    treatment: 'reported',
    why: 'The provider holds a payment for a review.',
    types: ['review.closed', 'review.opened'],
  },
  {
    treatment: 'handled',
    why: "Of a coach's account: the coach sees it with the earnings. Of the site's own account: an incident.",
    types: ['payout.canceled', 'payout.failed', 'payout.paid'],
  },
  {
    treatment: 'handled',
    why: "Of a coach's account: payouts begin or wait. Of the site's own account: an incident while it is restricted.",
    types: ['account.updated'],
  },
  {
    treatment: 'handled',
    why: 'The ledger shows a reversal. A transfer that the site did not make opens an incident.',
    types: ['transfer.created', 'transfer.reversed', 'transfer.updated'],
  },
  {
    treatment: 'reported',
    why: 'The provider withholds or releases part of the balance.',
    types: [
      'reserve.hold.created',
      'reserve.hold.updated',
      'reserve.plan.created',
      'reserve.plan.disabled',
      'reserve.plan.expired',
      'reserve.plan.updated',
      'reserve.release.created',
    ],
  },
  {
    treatment: 'reported',
    why: 'The account that takes or pays out money is restricted.',
    types: ['capability.updated'],
  },
  {
    treatment: 'reported',
    why: "The payout destination or the account's representatives changed.",
    types: [
      'account.application.authorized',
      'account.application.deauthorized',
      'account.external_account.created',
      'account.external_account.deleted',
      'account.external_account.updated',
    ],
  },
  {
    treatment: 'reported',
    why: 'Money that was added to the balance is gone.',
    types: ['topup.failed', 'topup.reversed'],
  },
  {
    treatment: 'reported',
    why: 'Money arrived outside of a payment page.',
    types: [
      'cash_balance.funds_available',
      'customer_cash_balance_transaction.created',
      'payment_intent.partially_funded',
    ],
  },
  {
    treatment: 'reported',
    why: 'A payment was authorized but not captured. Set the account to capture immediately.',
    types: ['charge.expired', 'payment_intent.amount_capturable_updated'],
  },
  {
    treatment: 'ignored',
    why: '`checkout.session.completed` carries the same payment, and the sweep finds payments whose event was lost.',
    types: [
      'charge.captured',
      'charge.succeeded',
      'charge.updated',
      'payment_intent.created',
      'payment_intent.succeeded',
    ],
  },
  {
    treatment: 'ignored',
    why: 'No money has moved; the payment page tells the student.',
    types: [
      'charge.failed',
      'charge.pending',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'payment_intent.processing',
      'payment_intent.requires_action',
    ],
  },
  {
    treatment: 'ignored',
    why: 'The sweep ends holds and closes payment pages by itself.',
    types: ['checkout.session.expired'],
  },
  {
    treatment: 'ignored',
    why: 'A payout or balance as it should be.',
    types: [
      'balance.available',
      'balance_settings.updated',
      'payout.created',
      'payout.reconciliation_completed',
      'payout.updated',
      'topup.canceled',
      'topup.created',
      'topup.succeeded',
    ],
  },
  {
    treatment: 'ignored',
    why: 'The site sells one payment at a time, without customers, subscriptions, invoices or stored payment methods.',
    types: [],
    families: [
      'billing',
      'billing_portal',
      'credit_note',
      'customer',
      'entitlements',
      'invoice',
      'invoice_payment',
      'invoiceitem',
      'mandate',
      'payment_method',
      'quote',
      'setup_intent',
      'source',
      'subscription_schedule',
    ],
  },
  {
    treatment: 'ignored',
    why: 'Prices, taxes and discounts are set by the site, in each payment page.',
    types: [],
    families: [
      'coupon',
      'payment_link',
      'plan',
      'price',
      'product',
      'promotion_code',
      'tax',
      'tax_rate',
    ],
  },
  {
    treatment: 'ignored',
    why: 'A product of the provider that the site does not use.',
    types: [],
    families: [
      'application_fee',
      'apps',
      'climate',
      'financial_connections',
      'identity',
      'issuing_authorization',
      'issuing_card',
      'issuing_cardholder',
      'issuing_dispute',
      'issuing_personalization_design',
      'issuing_token',
      'issuing_transaction',
      'person',
      'terminal',
      'test_helpers',
      'three_d_secure',
      'treasury',
    ],
  },
  {
    treatment: 'ignored',
    why: 'A file or report of the provider; no money.',
    types: [],
    families: ['file', 'reporting', 'sigma'],
  },
] as const satisfies readonly EventGroup[];

type Group = (typeof eventGroups)[number];
type Family = Extract<Group, { families: unknown }>['families'][number];
/** Compile error that lists event types of the installed `stripe` without a group. */
type Unlisted = Exclude<EventType, Group['types'][number] | `${Family}.${string}`>;
const everyTypeIsListed: [Unlisted] extends [never] ? true : Unlisted = true;
void everyTypeIsListed;

export type HandledType = Extract<Group, { treatment: 'handled' }>['types'][number];

const reported = new Map<string, string>(
  eventGroups.flatMap(({ treatment, why, types }) =>
    treatment === 'reported' ? types.map((type): [string, string] => [type, why]) : [],
  ),
);

export const reasonToReport = (type: string): string | undefined => reported.get(type);

export const subscribedTypes: readonly string[] = eventGroups.flatMap(({ treatment, types }) =>
  treatment === 'ignored' ? [] : [...types],
);
