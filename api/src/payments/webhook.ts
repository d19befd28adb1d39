import type Stripe from 'stripe';
import type { Dependencies } from '../dependencies';
import { Problem } from '../http/problem';
import { createRouter } from '../http/router';
import { providerDown } from './provider';
import { notePaymentReturned, noteRefundFailed } from './returned';
import { settlePayment } from './settle';

/** Where the payment provider tells what happened: signed, in any order, as often as it likes. */
export function webhookRoutes(deps: Dependencies) {
  const { stripe, config } = deps;
  const app = createRouter();
  app.post('/api/stripe/webhook/', async (context) => {
    const body = await context.req.text();
    let event: Stripe.Event;
    try {
      event = await stripe.webhooks.constructEventAsync(
        body,
        context.req.header('stripe-signature') ?? '',
        config.stripe.webhookSecret,
      );
    } catch {
      throw new Problem(400, 'The signature is not valid.');
    }
    await handle(deps, event).catch(providerDown); // then it comes again
    return context.json({ received: true });
  });
  return app;
}

async function handle(deps: Dependencies, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return settlePayment(deps, String(event.data.object.id), {
        id: event.id,
        type: event.type,
      });
    case 'charge.refunded':
      return notePaymentReturned(deps, event.data.object, { id: event.id, type: event.type });
    case 'refund.failed':
      return noteRefundFailed(deps, event.data.object);
  }
}
