import type { z } from 'zod';
import type { Dependencies } from '../../core/context/dependencies';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { createRouter } from '../../core/http/router';
import { noteDispute } from './disputes';
import { type HandledType, reasonToReport } from './events';
import { type Incident, reportIncident } from './incidents';
import { hasFailed, isPermanent, providerDown } from './provider';
import { noteRefundFailed, reconcileRefunds } from './refund-reconciliation';
import { notePaymentFailed, type ProviderEvent, recordEventOnce, settlePayment } from './settle';
import { eventObjects, webhookEvent } from './webhook-event';

const TOLERANCE_SECONDS = 300;

type Event = ProviderEvent & {
  occurredAt: Date;
  account: string | null;
};

export interface PayoutEvents {
  syncTransfer(deps: Dependencies, id: string, event: Event): Promise<void>;
  refreshAccount(deps: Dependencies, account: string): Promise<object | null>;
  /** `failure` is null for a payout that arrived. */
  recordPayout(
    deps: Dependencies,
    payout: ProviderEvent & { account: string; failure: string | null; occurredAt: Date },
  ): Promise<void>;
}

interface Webhook extends Dependencies {
  payouts: PayoutEvents;
}

/** Webhook of the payment provider. Events are signed, unordered and may repeat. */
export function webhookRoutes(dependencies: Dependencies, payouts: PayoutEvents) {
  const deps = { ...dependencies, payouts };
  const app = createRouter();
  app.post('/api/stripe/webhook/', async (context) => {
    const body = await context.req.text();
    const signed = await verify(deps, body, context.req.header('stripe-signature') ?? '');
    const { id, type, created, data, account = null } = read(webhookEvent, signed);
    const occurredAt = created === undefined ? deps.now() : new Date(created * 1000);
    await handle(deps, { id, type, occurredAt, account }, data.object).catch(
      async (error: unknown) => {
        if (!isPermanent(error)) return providerDown(error); // the provider retries
        await reportOnce(deps, `rejected ${id}`, {
          key: `event ${id}`,
          type,
          occurredAt,
          summary: `the payment provider rejected a call for event ${id} (${(error as { code?: string }).code ?? 'no code'}); look at it there`,
        });
      },
    );
    return context.json({ received: true });
  });
  return app;
}

async function verify(
  { stripe, config, now }: Dependencies,
  body: string,
  signature: string,
): Promise<unknown> {
  const { webhookSecret, connectSecret } = config.stripe;
  for (const secret of [webhookSecret, connectSecret].filter(Boolean))
    try {
      return await stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now().getTime(),
      );
    } catch {
      // perhaps the other one
    }
  throw new Problem(400, 'The signature is not valid.');
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(400, `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'invalid'}`);
}

type Handle = (deps: Webhook, event: Event, object: unknown) => Promise<void>;

const settle: Handle = (deps, event, object) =>
  settlePayment(deps, read(eventObjects.session, object).id, event);
const reconcileCharge: Handle = (deps, event, object) =>
  reconcileRefunds(deps, read(eventObjects.charge, object).payment_intent, event);
const reconcileRefund: Handle = (deps, event, object) => {
  const refund = read(eventObjects.refund, object);
  return hasFailed(refund.status)
    ? noteRefundFailed(deps, refund, event)
    : reconcileRefunds(deps, refund.payment_intent, event);
};
const recordDispute: Handle = (deps, event, object) =>
  noteDispute(deps, read(eventObjects.dispute, object), event);

const recordTransferEvent: Handle = (deps, event, object) =>
  deps.payouts.syncTransfer(deps, read(eventObjects.transfer, object).id, event);
const updateAccount: Handle = async (deps, event, object) => {
  if (event.account) await deps.payouts.refreshAccount(deps, event.account);
  else
    await report(deps, event, {
      reason: 'The account that takes or pays out money is restricted.',
      object: read(eventObjects.any, object),
    });
};
const recordBankPayout: Handle = async (deps, event, object) => {
  const payout = read(eventObjects.any, object);
  if (event.account) {
    const { id, type, account, occurredAt } = event;
    const failure = type === 'payout.paid' ? null : (payout.failure_message ?? 'no reason given');
    await deps.payouts.recordPayout(deps, { id, type, account, failure, occurredAt });
  } else if (event.type !== 'payout.paid')
    await report(deps, event, { reason: 'Money does not reach the bank account.', object: payout });
};

const handlers: Record<HandledType, Handle> = {
  'checkout.session.completed': settle,
  'checkout.session.async_payment_succeeded': settle,
  'checkout.session.async_payment_failed': (deps, event, object) =>
    notePaymentFailed(deps, read(eventObjects.session, object).id, event),
  'charge.refunded': reconcileCharge,
  'charge.refund.updated': reconcileRefund,
  'refund.created': reconcileRefund,
  'refund.updated': reconcileRefund,
  'refund.failed': reconcileRefund,
  'charge.dispute.created': recordDispute,
  'charge.dispute.updated': recordDispute,
  'charge.dispute.funds_withdrawn': recordDispute,
  'charge.dispute.funds_reinstated': recordDispute,
  'charge.dispute.closed': recordDispute,
  'account.updated': updateAccount,
  'transfer.created': recordTransferEvent,
  'transfer.updated': recordTransferEvent,
  'transfer.reversed': recordTransferEvent,
  'payout.paid': recordBankPayout,
  'payout.failed': recordBankPayout,
  'payout.canceled': recordBankPayout,
};

/** The other events of a connected account concern its own balance. */
const isAboutPayouts = (type: string) => /^(account|payout)\./.test(type);

async function handle(deps: Webhook, event: Event, object: unknown): Promise<void> {
  if (event.account && !isAboutPayouts(event.type)) return;
  if (Object.hasOwn(handlers, event.type))
    return handlers[event.type as HandledType](deps, event, object);
  const reason = reasonToReport(event.type);
  if (reason) await report(deps, event, { reason, object: read(eventObjects.any, object) });
}

/** Opens an incident once for each event: a repeated one does not reopen what an operator resolved. */
const reportOnce = ({ db }: Dependencies, eventId: string, incident: Incident): Promise<void> =>
  transact(db, async (tx) => {
    if (await recordEventOnce(tx, { id: eventId, type: incident.type }))
      await reportIncident(tx, incident);
  });

async function report(
  deps: Dependencies,
  { id, type, occurredAt }: Event,
  { reason, object }: { reason: string; object: z.output<typeof eventObjects.any> },
): Promise<void> {
  const { amount, currency, charges_enabled, payouts_enabled } = object;
  const about = object.id ?? id;
  await reportOnce(deps, id, {
    key: `${type} ${about}`,
    type,
    occurredAt,
    amountCents: amount ?? null,
    currency: currency ?? null,
    isResolved: charges_enabled === true && payouts_enabled === true,
    summary: `${reason} (${about})`,
  });
}
