import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { coaches, payoutAccounts, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { payOut } from '../src/features/payouts/run';
import { onEveryDatabaseAtNight } from './harness';
import { ledgerWorld, submitForm } from './ledger-world';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onEveryDatabaseAtNight("payouts at the provider's limits", (api) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  /** A completed booking of $100.00 whose share of $85.00 is due. */
  async function dueBooking() {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    return { ...world, id: world.own[0]?.id ?? 0 };
  }
  const callAsCoach = async (userId: number) => {
    const token = await signAccess(api(), userId);
    return {
      payouts: async () =>
        (await api().send('GET', '/api/coach/payouts/', undefined, token)).body.state as string,
      link: (country: string) => api().send('POST', '/api/coach/payouts/link/', { country }, token),
    };
  };
  const summaries = async () => {
    const { operatorToken } = api().config;
    const { body } = await api().send('GET', '/api/operator/incidents/', undefined, operatorToken);
    return (body as { summary: string }[]).map(({ summary }) => summary);
  };

  test('lead a coach with a used onboarding link to a new one', async () => {
    const { userId } = await api().newCoach('used link');
    const { payouts, link } = await callAsCoach(userId);
    const open = (url: string) =>
      fetch(url.replace(/^http:\/\/[^/]+/, api().sandbox.origin), { redirect: 'manual' });
    const { url } = (await link('DE')).body;
    expect((await open(url)).status).toBe(200);
    const refreshed = (await open(url)).headers.get('location');
    expect(refreshed).toBe(`${api().config.siteUrl}/coach/earnings`);
    expect(await payouts()).toBe('unfinished');
    const renewed = (await link('DE')).body.url;
    expect((await open(renewed)).status).toBe(200);
    await submitForm(api(), renewed);
    expect(await payouts()).toBe('active');
  });

  test('open an account whose response was lost, after a new email', async () => {
    const { userId } = await api().newCoach('new email');
    const { link } = await callAsCoach(userId);
    const { accounts } = api().stripe;
    const create = accounts.create.bind(accounts);
    accounts.create = async (...args: Parameters<typeof create>) => {
      accounts.create = create;
      await create(...args);
      throw new Error('no way back');
    };
    expect((await link('DE')).status).toBe(500);
    await api().db.update(users).set({ email: 'other@mail.example' }).where(eq(users.id, userId));
    expect((await link('DE')).body.url).toContain('/connect/setup/');
  });

  test('keep the share until the account can receive it, and show why', async () => {
    const { id, readRow, sums, transferred, account } = await dueBooking();
    const { id: closed } = await api().stripe.accounts.create({
      type: 'express',
      country: 'DE',
      capabilities: { transfers: { requested: true } },
    });
    await api()
      .db.update(payoutAccounts)
      .set({ account: closed })
      .where(eq(payoutAccounts.account, account));
    const coachId = (await readRow(id))?.coachId ?? 0;
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    await payOut(api());
    expect((await sums())[0]).toMatchObject({ paid_out: 0, pending: 8500 });
    expect(await summaries()).toContain(
      `the payout for booking ${id} failed 1 times (insufficient_capabilities_for_transfer); retrying`,
    );
    const { payouts, link } = await callAsCoach(coach?.userId ?? 0);
    expect(await payouts()).toBe('unfinished');
    await submitForm(api(), (await link('DE')).body.url);
    expect(await payouts()).toBe('active');
    api().clock.offset += DAY_MS;
    await payOut(api());
    await payOut(api());
    expect((await sums())[0]).toMatchObject({ paid_out: 8500, pending: 0 });
    expect(await transferred(id)).toBe(8500);
  });

  test('report a balance in another currency once', async () => {
    const world = await dueBooking();
    await world.order(0, 10_000);
    await world.complete(1);
    api().clock.offset += 60 * HOUR_MS;
    const { transfers } = api().stripe;
    const { create } = transfers;
    undo.push(() => {
      transfers.create = create;
    });
    transfers.create = () =>
      Promise.reject(
        new Stripe.errors.StripeInvalidRequestError({
          message:
            "The currency of source_transaction's balance transaction (eur) must be the same as the transfer currency (usd)",
        } as never),
      );
    await payOut(api());
    const reported = (await summaries()).filter((one) => one.startsWith('no payout works'));
    expect(reported).toEqual([expect.stringContaining('by hand, on the page of each booking')]);
    for (const { id } of world.own)
      expect((await summaries()).join()).not.toContain(`booking ${id} failed`);
  });

  test('wait while another transfer uses up the charge', async () => {
    const { id, own, readCharge, sums, transferred, account, provider } = await dueBooking();
    const charge = await readCharge(own[0]?.session ?? '');
    const byHand = await provider.transfers.create({
      ...{ amount: 2000, currency: 'usd', destination: account },
      source_transaction: charge?.id ?? '',
    });
    await payOut(api());
    expect((await sums())[0]).toMatchObject({ paid_out: 0, pending: 8500 });
    expect(await summaries()).toContain(
      `the payout for booking ${id} failed 1 times (transfer_source_balance_parameters_mismatch); retrying`,
    );
    await provider.transfers.createReversal(byHand.id);
    api().clock.offset += DAY_MS;
    await payOut(api());
    expect((await sums())[0]).toMatchObject({ paid_out: 8500, pending: 0 });
    expect(await transferred(id)).toBe(8500);
  });

  test('take a refunded share back once the account has a balance', async () => {
    const world = await dueBooking();
    const { id, sums, account, provider } = world;
    await payOut(api());
    await provider.payouts.create({ amount: 8500, currency: 'usd' }, { stripeAccount: account });
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await payOut(api());
      api().clock.offset += 2 * HOUR_MS;
    }
    expect((await sums())[0]).toMatchObject({ paid_out: 8500, pending: -3400 });
    expect(await summaries()).toContainEqual(
      expect.stringMatching(
        `booking ${id} was refunded after its payout.*\\(balance_insufficient\\)`,
      ),
    );
    await world.order(0, 10_000);
    await world.complete(1);
    api().clock.offset += 60 * HOUR_MS;
    for (const _ of ['the second share', 'its reversal']) await payOut(api());
    expect((await sums()).find(({ booking }) => booking === id)).toMatchObject({
      ...{ paid_out: 5100, pending: 0 },
    });
    expect(await world.transferred(id)).toBe(5100);
  });
});
