import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../src/index';

const secretKey = 'sk_test_0123456789abcdef';
const MINUTE_MS = 60_000;
let offset = 0;
let stripe: Stripe;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const platform = { settlementCurrency: 'usd' };

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    smtpPort: 0,
    payments: {
      secretKey,
      webhookSecret: 'whsec_0123456789abcdef',
      webhookUrl: null,
      platform,
      now: () => Date.now() + offset,
    },
    chat: {
      clientId: 'c',
      clientSecret: 's',
      botToken: 'b',
      guildId: '1',
      redirectUris: [],
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
afterAll(() => sandbox.close());

const createAccount = () =>
  stripe.accounts.create({
    type: 'express',
    country: 'DE',
    capabilities: { transfers: { requested: true } },
  });

async function createLink(account: string): Promise<string> {
  const { url } = await stripe.accountLinks.create({
    account,
    refresh_url: 'http://site.test/refresh',
    return_url: 'http://site.test/return',
    type: 'account_onboarding',
  });
  return url;
}
const visit = (url: string, method = 'GET') => fetch(url, { method, redirect: 'manual' });

/** Returns an account that can receive transfers. */
async function openAccount(): Promise<string> {
  const { id } = await createAccount();
  await visit(await createLink(id), 'POST');
  return id;
}

async function pay(
  cents: number,
  data?: Stripe.Checkout.SessionCreateParams.PaymentIntentData,
): Promise<Stripe.Charge> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    ...(data && { payment_intent_data: data }),
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'x' } },
      },
    ],
    success_url: 'http://site.test/ok',
    cancel_url: 'http://site.test/cancelled',
  });
  await visit(`${url}/pay`, 'POST');
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  });
  return (payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
}
const charge = async (cents: number) => (await pay(cents)).id;

interface Sent {
  amount: number;
  destination: string;
  source?: string;
}
const transfer = ({ amount, destination, source }: Sent, options?: Stripe.RequestOptions) =>
  stripe.transfers.create(
    { amount, currency: 'usd', destination, ...(source && { source_transaction: source }) },
    options,
  );
const transferMore = async (destination: string, amount: number) =>
  transfer({ amount, destination, source: await charge(5000) });
const readBalance = async (account: string) =>
  (await stripe.balance.retrieve({}, { stripeAccount: account })).available[0]?.amount;

test('transfers only from a balance in US dollars', async () => {
  const destination = await openAccount();
  const source = await charge(1000);
  platform.settlementCurrency = 'eur';
  try {
    const { available } = await stripe.balance.retrieve();
    expect(available.map(({ currency }) => currency)).toEqual(['eur']);
    await expect(transfer({ amount: 500, destination, source })).rejects.toThrow(
      /balance transaction \(eur\) must be the same/,
    );
  } finally {
    platform.settlementCurrency = 'usd';
  }
  expect((await transfer({ amount: 500, destination, source })).amount).toBe(500);
});

test('opens an onboarding link once', async () => {
  const { id } = await createAccount();
  const url = await createLink(id);
  expect((await visit(url)).status).toBe(200);
  expect((await visit(url)).headers.get('location')).toBe('http://site.test/refresh');
  expect((await visit(url, 'POST')).headers.get('location')).toBe('http://site.test/return');
  expect((await visit(url)).headers.get('location')).toBe('http://site.test/refresh');
  expect((await stripe.accounts.retrieve(id)).details_submitted).toBe(true);
});

test('sends an expired onboarding link to its refresh address', async () => {
  const { id } = await createAccount();
  const url = await createLink(id);
  offset += 5 * MINUTE_MS;
  const { status, headers } = await visit(url);
  expect([status, headers.get('location')]).toEqual([303, 'http://site.test/refresh']);
  expect((await visit(await createLink(id))).status).toBe(200);
});

test('refuses a login link before the onboarding', async () => {
  const { id } = await createAccount();
  await expect(stripe.accounts.createLoginLink(id)).rejects.toThrow(/not completed onboarding/);
});

test('refuses transfers to an account that cannot receive them', async () => {
  const { id: destination } = await createAccount();
  const source = await charge(5000);
  await expect(transfer({ amount: 100, destination, source })).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
  await visit(await createLink(destination), 'POST');
  expect(await transfer({ amount: 100, destination, source })).toMatchObject({ amount: 100 });
});

test('refuses transfers above the source charge, also in parts', async () => {
  const destination = await openAccount();
  const source = await charge(5000);
  const code = 'transfer_source_balance_parameters_mismatch';
  await expect(transfer({ amount: 5001, destination, source })).rejects.toMatchObject({ code });
  await transfer({ amount: 4000, destination, source });
  await expect(transfer({ amount: 1001, destination, source })).rejects.toMatchObject({ code });
  await transfer({ amount: 1000, destination, source });
  expect(await readBalance(destination)).toBe(5000);
});

test('refuses transfers above the balance of the site', async () => {
  const destination = await openAccount();
  await expect(transfer({ amount: 10_000_000, destination })).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
});

test('transfers the share of a destination charge with the payment', async () => {
  const destination = await openAccount();
  const { id, transfer, transfer_data } = await pay(5000, {
    transfer_data: { destination, amount: 4000 },
    transfer_group: 'booking-1',
  });
  expect(transfer_data).toEqual({ destination, amount: 4000 });
  const { data } = await stripe.transfers.list({ transfer_group: 'booking-1' });
  expect(data).toMatchObject([{ id: transfer, amount: 4000, source_transaction: id }]);
  expect(await readBalance(destination)).toBe(4000);
});

test('refuses a destination charge above the total or to a new account', async () => {
  const { id: destination } = await createAccount();
  const transfer_data = { destination, amount: 5001 };
  await expect(pay(5000, { transfer_data })).rejects.toThrow(/at most the total \(5000\)/);
  await expect(pay(5000, { transfer_data: { destination, amount: 4000 } })).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
});

test('takes the share of a refund back from a destination charge', async () => {
  const destination = await openAccount();
  const { payment_intent, transfer } = await pay(5000, {
    transfer_data: { destination, amount: 4000 },
  });
  const refund = (amount?: number) =>
    stripe.refunds.create({
      payment_intent: String(payment_intent),
      reverse_transfer: true,
      ...(amount && { amount }),
    });
  await refund(1000);
  expect(await readBalance(destination)).toBe(3200);
  await stripe.payouts.create({ amount: 1, currency: 'usd' }, { stripeAccount: destination });
  await expect(refund()).rejects.toMatchObject({ code: 'balance_insufficient' });
  await transferMore(destination, 1);
  await refund();
  expect(await stripe.transfers.retrieve(String(transfer))).toMatchObject({ reversed: true });
  const { payment_intent: plain } = await pay(5000);
  await expect(
    stripe.refunds.create({ payment_intent: String(plain), reverse_transfer: true }),
  ).rejects.toThrow(/does not have an associated transfer/);
});

test('refuses reversals above the transfer or the balance', async () => {
  const destination = await openAccount();
  const { id } = await transfer({ amount: 4000, destination, source: await charge(5000) });
  await stripe.transfers.createReversal(id, { amount: 1500 });
  await expect(stripe.transfers.createReversal(id, { amount: 2501 })).rejects.toThrow(
    /greater than unreversed amount on transfer \(\$25\.00\)/,
  );
  await stripe.payouts.create({ amount: 2000, currency: 'usd' }, { stripeAccount: destination });
  await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
  await stripe.transfers.createReversal(id, { amount: 500 });
  expect(await stripe.transfers.retrieve(id)).toMatchObject({
    amount_reversed: 2000,
    reversed: false,
  });
});

test('refuses payouts above the balance or before the onboarding', async () => {
  const destination = await openAccount();
  await transfer({ amount: 3000, destination, source: await charge(5000) });
  const payOut = (amount: number, account = destination) =>
    stripe.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account });
  await expect(payOut(3001)).rejects.toMatchObject({ code: 'balance_insufficient' });
  await payOut(2000);
  await expect(payOut(1001)).rejects.toMatchObject({ code: 'balance_insufficient' });
  expect(await readBalance(destination)).toBe(1000);
  const { id } = await createAccount();
  await expect(payOut(1, id)).rejects.toMatchObject({ code: 'payouts_not_allowed' });
});

test('refuses an idempotency key with other parameters', async () => {
  const destination = await openAccount();
  const source = await charge(5000);
  const options = { idempotencyKey: 'transfer-1' };
  const first = await transfer({ amount: 1000, destination, source }, options);
  const again = await transfer({ amount: 1000, destination, source }, options);
  expect(again.id).toBe(first.id);
  await expect(transfer({ amount: 1001, destination, source }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  expect(await readBalance(destination)).toBe(1000);
});
