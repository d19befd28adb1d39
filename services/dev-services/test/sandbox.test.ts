import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createTransport } from 'nodemailer';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../src/index';
import { parseFormBody } from '../src/payments/form-body';

const secretKey = 'sk_test_0123456789abcdef';
const webhookSecret = 'whsec_0123456789abcdef';
const received: Stripe.Event[] = [];
/** Webhook deliveries left to reject. */
let refusals = 0;
let stripe: Stripe;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

const webhook = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    if (refusals-- > 0) return response.writeHead(500).end();
    const body = Buffer.concat(chunks).toString();
    received.push(
      await stripe.webhooks.constructEventAsync(
        body,
        String(request.headers['stripe-signature']),
        webhookSecret,
      ),
    );
    response.end('{}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    smtpPort: 0,
    payments: {
      secretKey,
      webhookSecret,
      webhookUrl: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    },
    chat: {
      clientId: 'c',
      clientSecret: 's',
      botToken: 'b',
      guildId: '1',
      redirectUris: ['http://api.test/back'],
      interactionSeed: '00'.repeat(32),
      interactionsUrl: 'http://api.test/interactions',
    },
  });
  stripe = new Stripe(secretKey, {
    host: 'localhost',
    port: new URL(sandbox.origin).port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
});
afterAll(async () => {
  await sandbox.close();
  webhook.close();
});

const create = (
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  options?: Stripe.RequestOptions,
) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 2,
          price_data: { currency: 'usd', unit_amount: 2500, product_data: { name: 'Coaching' } },
        },
      ],
      success_url: 'http://site.test/ok?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://site.test/cancelled',
      metadata: { booking_id: '7' },
      ...more,
    },
    options,
  );
const press = (id: string, what: string) =>
  fetch(`${sandbox.origin}/c/pay/${id}/${what}`, { method: 'POST', redirect: 'manual' });

test('creates, retrieves and expires a checkout session', async () => {
  const session = await create();
  expect(session).toMatchObject({
    amount_total: 5000,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    metadata: { booking_id: '7' },
  });
  expect((await stripe.checkout.sessions.retrieve(session.id)).id).toBe(session.id);
  await stripe.checkout.sessions.expire(session.id);
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(/status of expired/);
  await press(session.id, 'pay');
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
});

test('replays idempotency keys and rejects invalid sessions', async () => {
  const [first, second] = [
    await create({}, { idempotencyKey: 'k1' }),
    await create({}, { idempotencyKey: 'k1' }),
  ];
  expect(second.id).toBe(first.id);
  await expect(create({ expires_at: Math.floor(Date.now() / 1000) + 60 })).rejects.toThrow(
    /30 minutes/,
  );
  await expect(create({ line_items: [] })).rejects.toThrow(/line_items/);
  await expect(stripe.checkout.sessions.retrieve('cs_test_unknown')).rejects.toMatchObject({
    statusCode: 404,
  });
  const stranger = new Stripe('sk_test_somebody_else', {
    host: 'localhost',
    port: new URL(sandbox.origin).port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  await expect(stranger.checkout.sessions.retrieve(first.id)).rejects.toMatchObject({
    statusCode: 401,
  });
});

test('lists its webhook endpoint', async () => {
  const { data } = await stripe.webhookEndpoints.list();
  expect(data).toMatchObject([{ status: 'enabled', enabled_events: ['*'] }]);
});

test('offers the allowed payment methods of the account', async () => {
  const card = await create({ allowed_payment_method_types: ['card', 'klarna'] });
  expect(card.payment_method_types).toEqual(['card']);
  expect((await create()).payment_method_types).toEqual(['card', 'us_bank_account']);
});

test('declines, cancels and pays; retries the webhook until accepted', async () => {
  refusals = 2;
  const session = await create();
  expect(await (await press(session.id, 'decline')).text()).toContain('declined');
  expect((await press(session.id, 'cancel')).headers.get('location')).toBe(
    'http://site.test/cancelled',
  );
  expect((await press(session.id, 'pay')).headers.get('location')).toBe(
    `http://site.test/ok?session_id=${session.id}`,
  );
  await press(session.id, 'pay');
  const events = () =>
    received.filter(({ data }) => (data.object as { id: string }).id === session.id);
  await expect.poll(() => events().length, { timeout: 15_000 }).toBe(1);
  expect(events()[0]).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { payment_status: 'paid' } },
  });
});

test('refunds a charge in parts, once per idempotency key', {
  tags: ['@fault-11.1'],
}, async () => {
  const session = await create();
  await press(session.id, 'pay');
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  const { id: payment_intent } = paid.payment_intent as Stripe.PaymentIntent;
  expect(paid).toMatchObject({
    payment_intent: { latest_charge: { refunded: false, amount: 5000 } },
  });
  const refund = (more: object, idempotencyKey?: string) =>
    stripe.refunds.create({ payment_intent, ...more }, idempotencyKey ? { idempotencyKey } : {});
  const part = await refund({ amount: 2000 }, 'r1');
  expect(await refund({ amount: 2000 }, 'r1')).toMatchObject({
    id: part.id,
    amount: 2000,
    status: 'succeeded',
  });
  await expect(refund({ amount: 3000 }, 'r1')).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  await expect(refund({ amount: 3001 })).rejects.toThrow(/greater than unrefunded/);
  expect(await refund({})).toMatchObject({ amount: 3000 });
  await expect(refund({})).rejects.toMatchObject({ code: 'charge_already_refunded' });
  await expect(stripe.refunds.create({ payment_intent: 'pi_unknown' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount)).toEqual([
    3000, 2000,
  ]);
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(after).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { latest_charge: { refunded: true, amount_refunded: 5000 } },
  });
  const events = () => received.filter(({ type }) => type === 'charge.refunded');
  await expect
    .poll(() => events().map(({ data }) => (data.object as Stripe.Charge).refunded), {
      timeout: 15_000,
    })
    .toEqual([false, true]);
});

test('refunds pend, fail at once or fail later, by card', async () => {
  const payWith = async (refunds: string) => {
    const session = await create();
    await fetch(`${sandbox.origin}/c/pay/${session.id}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ refunds }),
      redirect: 'manual',
    });
    const intent = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent);
    const refunded = async () => {
      const expand = ['payment_intent.latest_charge'];
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand });
      const { latest_charge } = payment_intent as Stripe.PaymentIntent;
      return (latest_charge as Stripe.Charge).amount_refunded;
    };
    return {
      refunded,
      refund: await stripe.refunds.create({ payment_intent: intent, amount: 500 }),
    };
  };
  const failed = await payWith('failed');
  expect(failed.refund).toMatchObject({
    ...{ status: 'failed', failure_reason: 'expired_or_canceled_card' },
  });
  expect(await failed.refunded()).toBe(0);
  const pending = await payWith('pending');
  expect(pending.refund).toMatchObject({ status: 'pending', failure_reason: null });
  expect(await pending.refunded()).toBe(500);
  expect(await (await fetch(`${sandbox.origin}/refunds`)).text()).toContain('5.00 USD: pending');
  for (const _ of ['failure', 'repeated failure'])
    await fetch(`${sandbox.origin}/refunds/${pending.refund.id}/fail`, { method: 'POST' });
  expect(await pending.refunded()).toBe(0);
  const failures = () => received.filter(({ type }) => type === 'refund.failed');
  await expect
    .poll(() => failures().map(({ data }) => (data.object as Stripe.Refund).id), { timeout: 8000 })
    .toEqual([failed.refund.id, pending.refund.id]);
});

test.each([
  [1, 'amount_too_small'],
  [49, 'amount_too_small'],
  [100_000_000, 'amount_too_large'],
])('rejects a total of %i cents (%s)', async (unit_amount, code) => {
  const items = (cents: number) => [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'x' } },
    },
  ];
  await expect(create({ line_items: items(unit_amount) })).rejects.toMatchObject({ code });
  for (const cents of [50, 99_999_999])
    expect(await create({ line_items: items(cents) })).toMatchObject({ amount_total: cents });
});

test('an idempotency key replays refusals but not validation errors', async () => {
  const session = await create();
  await press(session.id, 'pay');
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  const intent = String(payment_intent);
  await stripe.refunds.create({ payment_intent: intent });
  const again = () =>
    stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refused' });
  for (const _ of [1, 2])
    await expect(again()).rejects.toMatchObject({ code: 'charge_already_refunded' });
  await expect(
    stripe.refunds.create({ payment_intent: intent, amount: 1 }, { idempotencyKey: 'refused' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  await expect(create({ line_items: [] }, { idempotencyKey: 'mended' })).rejects.toThrow();
  expect(await create({}, { idempotencyKey: 'mended' })).toMatchObject({ status: 'open' });
});

test('shows and sends the decline code of a card', async () => {
  const session = await create();
  const page = await fetch(`${sandbox.origin}/c/pay/${session.id}/decline`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'code=insufficient_funds',
  });
  expect(await page.text()).toContain('insufficient funds');
  await expect
    .poll(() =>
      received.flatMap(({ type, data }) =>
        type === 'payment_intent.payment_failed'
          ? [(data.object as Stripe.PaymentIntent).last_payment_error?.decline_code]
          : [],
      ),
    )
    .toContain('insufficient_funds');
});

test('shows a received mail and escapes its text', async () => {
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({
    from: 'a@carry.example',
    to: 'kim@example.com',
    subject: 'Hello',
    text: 'Open http://site.test/x <script>1</script>',
  });
  const [mail] = (await (await fetch(`${sandbox.origin}/mail.json?to=kim@example.com`)).json()) as {
    id: number;
  }[];
  const page = await (await fetch(`${sandbox.origin}/mail/${mail?.id}`)).text();
  expect(page).toContain('<a href="http://site.test/x">');
  expect(page).not.toContain('<script>');
});

/** Sends half a mail and dies. */
async function killMailClient(): Promise<void> {
  const { port, hostname } = new URL(sandbox.smtpUrl);
  const client = connect(Number(port), hostname);
  for (const line of ['EHLO client\r\n', 'MAIL FROM:<a@carry.example>\r\n']) {
    await once(client, 'data');
    client.write(line);
  }
  await once(client, 'data');
  const closed = once(client, 'close');
  client.resetAndDestroy();
  await closed;
}

test('outlives mail clients that are killed', async () => {
  await killMailClient();
  await killMailClient();
  await createTransport(sandbox.smtpUrl).verify();
});

test('parses nested form bodies without prototype pollution', () => {
  expect(parseFormBody('a[0][b]=1&a[0][c]=2&d=3')).toEqual({
    a: { 0: { b: '1', c: '2' } },
    d: '3',
  });
  parseFormBody('__proto__[polluted]=1');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});
