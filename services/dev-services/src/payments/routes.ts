import { Hono } from 'hono';
import { ConnectedAccounts } from './accounts';
import { Charges, newId } from './charges';
import { addConnect } from './connect-routes';
import { isDeclineCode, paymentError } from './declines';
import { at, parseFormBody } from './form-body';
import { idempotency } from './idempotency';
import { InvalidRequest } from './invalid-request';
import { hostedPage, refundsPage } from './pages';
import { type CheckoutSession, CheckoutSessions } from './sessions';
import { type Platform, Transfers } from './transfers';
import { deliverEvent, type OutgoingEvent } from './webhooks';

export interface PaymentOptions {
  origin: string;
  secretKey: string;
  /** Null disables webhooks. */
  webhookUrl: string | null;
  webhookSecret: string;
  /** Signs events about connected accounts; required for sending them. */
  connectSecret?: string | undefined;
  /** Default: a balance in US dollars. */
  platform?: Platform;
  /** Clock of the provider, in milliseconds. Default: `Date.now`. */
  now?: () => number;
}

const toList = (data: unknown[]) => ({ object: 'list', data, has_more: false });

interface Provider {
  charges: Charges;
  sessions: CheckoutSessions;
  transfers: Transfers;
  sendEvent(type: string, object: object): void;
}

/** Returns the fake payment provider: its API, checkout page, webhooks and browser script. */
export function paymentRoutes({
  origin,
  secretKey,
  webhookUrl,
  webhookSecret,
  connectSecret,
  platform = { settlementCurrency: 'usd' },
  now = Date.now,
}: PaymentOptions): Hono {
  const app = new Hono();
  const send = (event: OutgoingEvent) => {
    const secret = event.account ? connectSecret : webhookSecret;
    if (webhookUrl && secret) void deliverEvent(webhookUrl, secret, event);
  };
  const sendEvent = (type: string, object: object) => send({ type, object });
  const charges = new Charges();
  const seconds = () => Math.floor(now() / 1000);
  const onExpired = (session: CheckoutSession) => sendEvent('checkout.session.expired', session);
  const accounts = new ConnectedAccounts(origin, seconds);
  const transfers = new Transfers(accounts, charges, platform);
  const sessions = new CheckoutSessions({ origin, charges, transfers, seconds, onExpired });
  const provider = { charges, sessions, transfers, sendEvent };
  app.use('/v1/*', async (context, next) => {
    if (context.req.header('authorization') === `Bearer ${secretKey}`) return next();
    return context.json(
      { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
      401,
    );
  });
  app.use('/v1/*', idempotency());
  addSessions(app, provider);
  addRefunds(app, provider);
  addEndpoints(app, webhookUrl, [webhookSecret, connectSecret]);
  addConnect(app, { accounts, transfers, sendEvent: send });
  addHostedPage(app, provider);
  addScript(app, origin);
  app.onError((error, context) => {
    if (!(error instanceof InvalidRequest)) throw error;
    return context.json(
      {
        error: {
          type: 'invalid_request_error',
          code: error.code,
          param: error.param,
          message: error.message,
        },
      },
      error.status,
    );
  });
  return app;
}

function addSessions(app: Hono, { sessions, charges }: Provider): void {
  app.get('/v1/checkout/sessions', (context) => {
    const { status, limit = '10' } = context.req.query();
    const listed = sessions.list().filter((one) => !status || one.status === status);
    return context.json(toList(listed.slice(0, Number(limit))));
  });
  app.post('/v1/checkout/sessions', async (context) =>
    context.json(sessions.create(parseFormBody(await context.req.text()))),
  );
  app.get('/v1/checkout/sessions/:id', (context) => {
    const session = sessions.get(context.req.param('id'));
    const expand = Object.entries(context.req.query()).flatMap(([name, path]) =>
      name.startsWith('expand[') ? [path] : [],
    );
    const isExpanded =
      session.payment_intent && expand.some((path) => path.split('.')[0] === 'payment_intent');
    if (!isExpanded) return context.json(session);
    const intent = charges.intent(
      session.payment_intent ?? '',
      expand.includes('payment_intent.latest_charge'),
    );
    return context.json({ ...session, payment_intent: intent });
  });
  app.post('/v1/checkout/sessions/:id/expire', (context) =>
    context.json(sessions.expire(context.req.param('id'))),
  );
}

/** Lists an endpoint for the site's account, and one for connected accounts if they have a secret. */
function addEndpoints(app: Hono, url: string | null, secrets: (string | undefined)[]): void {
  const endpoints = url
    ? secrets.filter(Boolean).map((_, index) => ({
        id: `we_${index}`,
        object: 'webhook_endpoint',
        url,
        status: 'enabled',
        enabled_events: ['*'],
      }))
    : [];
  app.get('/v1/webhook_endpoints', (context) => context.json(toList(endpoints)));
}

function addRefunds(app: Hono, { charges, transfers, sendEvent }: Provider): void {
  app.get('/v1/refunds', (context) => {
    const intent = context.req.query('payment_intent');
    return context.json(
      toList(charges.refunds.filter(({ payment_intent }) => !intent || payment_intent === intent)),
    );
  });
  app.post('/v1/refunds', async (context) => {
    const form = parseFormBody(await context.req.text());
    const intent = at(form, 'payment_intent') ?? '';
    const typed = at(form, 'amount');
    const amount = typed === undefined ? undefined : Number(typed);
    if (at(form, 'reverse_transfer') === 'true') {
      const source = charges.requireRefundable(intent, amount);
      const transfer = transfers.reverseShare(source.charge, source.amount);
      sendEvent('transfer.reversed', transfer);
    }
    const { refund, charge } = charges.refund(intent, amount);
    if (refund.status === 'failed') sendEvent('refund.failed', refund);
    else sendEvent('charge.refunded', charge);
    return context.json(refund);
  });
  app.get('/refunds', (context) => context.html(refundsPage(charges.refunds)));
  for (const [action, status] of [
    ['succeed', 'succeeded'],
    ['fail', 'failed'],
  ] as const)
    app.post(`/refunds/:id/${action}`, (context) => {
      const refund = charges.endRefund(context.req.param('id'), status);
      if (refund) sendEvent(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
      return context.redirect('/refunds', 303);
    });
}

function addHostedPage(app: Hono, { charges, sessions, transfers, sendEvent }: Provider): void {
  app.get('/c/pay/:id', (context) =>
    context.html(hostedPage(sessions.get(context.req.param('id')), null)),
  );
  app.post('/c/pay/:id/decline', async (context) => {
    const session = sessions.get(context.req.param('id'));
    const code = at(parseFormBody(await context.req.text()), 'code') ?? '';
    const declined = isDeclineCode(code) ? code : 'generic_decline';
    sendEvent('payment_intent.payment_failed', {
      id: newId('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      currency: session.currency,
      status: 'requires_payment_method',
      last_payment_error: paymentError(declined),
    });
    return context.html(hostedPage(session, declined));
  });
  app.post('/c/pay/:id/cancel', (context) =>
    context.redirect(sessions.get(context.req.param('id')).cancel_url, 303),
  );
  app.post('/c/pay/:id/pay', async (context) => {
    const card = at(parseFormBody(await context.req.text()), 'refunds');
    const refunds = card === 'pending' || card === 'failed' ? card : undefined;
    const { session, first } = sessions.pay(context.req.param('id'), refunds);
    if (session.payment_status !== 'paid') return context.html(hostedPage(session, null));
    if (first) sendEvent('checkout.session.completed', session);
    const transfer = first && charges.find(session.payment_intent ?? '').transfer;
    if (transfer) sendEvent('transfer.created', transfers.get(transfer));
    return context.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });
}

function addScript(app: Hono, origin: string): void {
  const script = `window.Stripe=function(key){if(!/^pk_/.test(key))throw new Error('Invalid publishable key');return{redirectToCheckout:function(o){location.assign('${origin}/c/pay/'+encodeURIComponent(o.sessionId));return new Promise(function(){})},registerAppInfo:function(){},_registerWrapper:function(){}}};window.Stripe.version='basil';`;
  for (const path of ['/v3', '/v3/', '/basil/stripe.js'])
    app.get(path, (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));
}
