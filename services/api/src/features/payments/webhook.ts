import type { z } from 'zod';
import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';
import { createRouter } from '../../core/http/router';
import { noteDispute } from './disputes';
import { type HandledType, reasonToReport } from './events';
import { reportIncident } from './incidents';
import { isPermanent, providerDown } from './provider';
import { noteRefundFailed, reconcileRefunds } from './returned';
import { notePaymentFailed, type ProviderEvent, settlePayment } from './settle';
import { eventObjects, webhookEvent } from './webhook-event';

const TOLERANCE_SECONDS = 300;

type Event = ProviderEvent & { occurredAt: Date };

/** Webhook of the payment provider. Events are signed, unordered and may repeat. */
export function webhookRoutes(deps: Dependencies) {
  const { stripe, config, now } = deps;
  const app = createRouter();
  app.post('/api/stripe/webhook/', async (context) => {
    const body = await context.req.text();
    let signed: unknown;
    try {
      signed = await stripe.webhooks.constructEventAsync(
        body,
        context.req.header('stripe-signature') ?? '',
        config.stripe.webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now().getTime(),
      );
    } catch {
      throw new Problem(400, 'The signature is not valid.');
    }
    const { id, type, created, data } = read(webhookEvent, signed);
    const occurredAt = created === undefined ? now() : new Date(created * 1000);
    await handle(deps, { id, type, occurredAt }, data.object).catch(async (error: unknown) => {
      if (!isPermanent(error)) return providerDown(error); // the provider retries
      await reportIncident(deps.db, {
        key: `event ${id}`,
        type,
        occurredAt,
        summary: `the payment provider rejected a call for event ${id} (${(error as { code?: string }).code ?? 'no code'}); look at it there`,
      });
    });
    return context.json({ received: true });
  });
  return app;
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(400, `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'invalid'}`);
}

type Handle = (deps: Dependencies, event: Event, object: unknown) => Promise<void>;

const settle: Handle = (deps, event, object) =>
  settlePayment(deps, read(eventObjects.session, object).id, event);
const reconcileCharge: Handle = (deps, event, object) =>
  reconcileRefunds(deps, read(eventObjects.charge, object).payment_intent, event);
const reconcileRefund: Handle = (deps, event, object) => {
  const refund = read(eventObjects.refund, object);
  return refund.status === 'failed'
    ? noteRefundFailed(deps, refund, refund.payment_intent, event)
    : reconcileRefunds(deps, refund.payment_intent, event);
};
const recordDispute: Handle = (deps, event, object) => {
  const dispute = read(eventObjects.dispute, object);
  return noteDispute(deps, dispute, dispute.payment_intent, event);
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
};

async function handle(deps: Dependencies, event: Event, object: unknown): Promise<void> {
  if (Object.hasOwn(handlers, event.type))
    return handlers[event.type as HandledType](deps, event, object);
  const reason = reasonToReport(event.type);
  if (reason) await report(deps, event, reason, read(eventObjects.any, object));
}

/** Reports an account that cannot charge or pay out; resolves the incident once it can. */
async function report(
  { db }: Dependencies,
  { id, type, occurredAt }: Event,
  reason: string,
  object: z.output<typeof eventObjects.any>,
): Promise<void> {
  const { amount, currency, charges_enabled, payouts_enabled } = object;
  const about = object.id ?? id;
  await reportIncident(db, {
    key: `${type} ${about}`,
    type,
    occurredAt,
    amountCents: amount ?? null,
    currency: currency ?? null,
    isResolved: charges_enabled === true && payouts_enabled === true,
    summary: `${reason} (${about})`,
  });
}
