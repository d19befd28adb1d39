import { Hono } from 'hono';
import { html } from 'hono/html';
import { page } from '../page';
import { parseFormBody } from './form-body';
import { type CheckoutSession, CheckoutSessions, InvalidRequest } from './sessions';
import { deliverEvent } from './webhooks';

export interface PaymentOptions {
  origin: string;
  secretKey: string;
  webhookUrl: string;
  webhookSecret: string;
}

const dollars = ({ amount_total, currency }: CheckoutSession) => `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** A stand-in for the payment provider: its API as the SDK calls it, its hosted page, its webhooks and its browser script. */
export function paymentRoutes({ origin, secretKey, webhookUrl, webhookSecret }: PaymentOptions): Hono {
  const app = new Hono();
  const sessions = new CheckoutSessions(origin);
  const answered = new Map<string, unknown>();

  app.use('/v1/*', async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${secretKey}`)
      return context.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } }, 401);
    const key = context.req.header('idempotency-key');
    const known = key && answered.get(key);
    if (known) return context.json(known);
    await next();
    if (key && context.res.ok) answered.set(key, await context.res.clone().json());
  });
  app.post('/v1/checkout/sessions', async (context) => context.json(sessions.create(parseFormBody(await context.req.text()))));
  app.get('/v1/checkout/sessions/:id', (context) => context.json(sessions.get(context.req.param('id'))));
  app.post('/v1/checkout/sessions/:id/expire', (context) => context.json(sessions.expire(context.req.param('id'))));
  app.post('/v1/refunds', async (context) => {
    const { payment_intent } = parseFormBody(await context.req.text());
    return context.json({ id: `re_${String(payment_intent)}`, object: 'refund', status: 'succeeded', payment_intent });
  });

  const hosted = (session: CheckoutSession, declined: boolean) =>
    page(
      `Pay ${dollars(session)}`,
      html`<p>${session.description}</p>
        ${declined ? html`<p class="bad" role="alert">Your card was declined.</p>` : ''}
        ${
          session.status === 'open'
            ? html`<form method="post" action="/c/pay/${session.id}/pay"><button>Pay ${dollars(session)}</button></form>
              <form method="post" action="/c/pay/${session.id}/decline"><button>Decline</button></form>
              <form method="post" action="/c/pay/${session.id}/cancel"><button>Cancel</button></form>`
            : html`<p class="bad" role="alert">This payment page is ${session.status === 'expired' ? 'no longer open' : 'paid already'}.</p>`
        }
        <p class="note">Sandbox: nothing is charged. The real page belongs to the payment provider.</p>`,
    );
  app.get('/c/pay/:id', (context) => context.html(hosted(sessions.get(context.req.param('id')), false)));
  app.post('/c/pay/:id/decline', (context) => context.html(hosted(sessions.get(context.req.param('id')), true)));
  app.post('/c/pay/:id/cancel', (context) => context.redirect(sessions.get(context.req.param('id')).cancel_url, 303));
  app.post('/c/pay/:id/pay', (context) => {
    const { session, first } = sessions.pay(context.req.param('id'));
    if (session.payment_status !== 'paid') return context.html(hosted(session, false));
    if (first) void deliverEvent(webhookUrl, webhookSecret, 'checkout.session.completed', session);
    return context.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });

  const script = `window.Stripe=function(key){if(!/^pk_/.test(key))throw new Error('Invalid publishable key');return{redirectToCheckout:function(o){location.assign('${origin}/c/pay/'+encodeURIComponent(o.sessionId));return new Promise(function(){})},registerAppInfo:function(){},_registerWrapper:function(){}}};window.Stripe.version='basil';`;
  for (const path of ['/v3', '/v3/', '/basil/stripe.js'])
    app.get(path, (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));

  app.onError((error, context) => {
    if (!(error instanceof InvalidRequest)) throw error;
    return context.json({ error: { type: 'invalid_request_error', message: error.message } }, error.status);
  });
  return app;
}
