import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { bookings, payoutAccounts, transfers } from '../src/core/db/schema';
import { backup, restore } from '../src/features/backup';
import { sweep } from '../src/features/bookings/sweep';
import { payOut } from '../src/features/payouts/run';
import { onPostgres } from './harness';
import { COMMISSION_BPS, deliverEvent, ledgerWorld } from './ledger-world';

const HOUR_MS = 3_600_000;

onPostgres('money after a restore', (api) => {
  const call = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const pay = (id: number, amount: number) => call('POST', `bookings/${id}/paid-out/`, { amount });

  /** Writes a backup and returns a function that restores it. */
  async function keep(): Promise<() => Promise<unknown>> {
    const { database } = api().config;
    const folder = mkdtempSync(path.join(tmpdir(), 'carry-money-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'backup');
    await backup(database, file);
    return () => restore(database, file, { replace: true });
  }

  /** A completed booking of $100.00 whose guarantee is over, and the backup before its payout. */
  async function due(commissionBps = COMMISSION_BPS) {
    const world = await ledgerWorld(api(), { commissionBps });
    onTestFinished(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    const [{ id } = { id: 0 }] = world.own;
    const readIncidents = async () =>
      (await call('GET', 'incidents/')).body.filter(
        ({ booking_id }: { booking_id: number }) => booking_id === id,
      );
    return { ...world, id, readIncidents, goBack: await keep() };
  }

  test.each([1500, 6000])('is paid out once (commission of %i)', async (commissionBps) => {
    const { id, goBack, sums, transferred, readIncidents } = await due(commissionBps);
    await payOut(api());
    await goBack();
    await payOut(api());
    const share = 10_000 - commissionBps;
    expect(await transferred(id)).toBe(share);
    expect(await sums()).toMatchObject([{ paid_out: share, pending: 0 }]);
    expect(await readIncidents()).toEqual([]);
  });

  test('is paid out once despite a later refund', async () => {
    const { id, goBack, sums, transferred, refundPart, deliverWebhook } = await due(6000);
    await payOut(api());
    await refundPart(0, 40);
    await deliverWebhook(0);
    await payOut(api());
    await goBack();
    await payOut(api());
    expect(await transferred(id)).toBe(2400);
    expect(await sums()).toMatchObject([{ paid_out: 2400, refunded: 4000, pending: 0 }]);
  });

  test('is paid out once although the account changed', async () => {
    const { id, goBack, account, transferred } = await due(6000);
    await payOut(api());
    await goBack();
    await api()
      .db.update(payoutAccounts)
      .set({ account: `new-${account}` })
      .where(eq(payoutAccounts.account, account));
    await payOut(api());
    expect(await transferred(id)).toBe(4000);
    const [row] = await api().db.select().from(transfers).where(eq(transfers.bookingId, id));
    expect(row).toMatchObject({ account, amountCents: 4000 });
  });

  test('is not paid out by hand, too', async () => {
    const { id, goBack, account, readRow, sums } = await due();
    await payOut(api());
    await goBack();
    await api()
      .db.update(payoutAccounts)
      .set({ enabled: false })
      .where(eq(payoutAccounts.account, account));
    expect((await pay(id, 85)).body.detail).toBe('Nothing is pending for this booking.');
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0 }]);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
  });

  test('is not paid out by hand after a failed attempt', async () => {
    const { id, goBack, faults, readRow, sums } = await due();
    await payOut(api());
    await goBack();
    faults.breakNext('before');
    await payOut(api());
    api().clock.offset += 61_000;
    expect((await pay(id, 85)).body.detail).toMatch(/^Stripe has made this payout/);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0 }]);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
  });

  test('is not paid out by hand with other shares', async () => {
    const { id, goBack, account, faults, readRow, sums } = await due();
    await payOut(api());
    await goBack();
    await api().db.delete(payoutAccounts).where(eq(payoutAccounts.account, account));
    const coach = `coaches/${(await readRow(id))?.coachId}`;
    const until = api().now();
    const read = async () => (await call('GET', `${coach}/due/?until=${until.toISOString()}`)).body;
    const record = () => call('POST', `${coach}/paid-out/`, { until, amount: 85 });
    expect(await read()).toEqual({ amount: 85, bookings: 1 });
    faults.breakNext('before');
    expect((await record()).status).toBe(502);
    expect(await record()).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Stripe has made 1 of these payouts/) },
    });
    expect(await read()).toEqual({ amount: 0, bookings: 0 });
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0 }]);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
  });

  test.each(['operator', 'site'])('is taken back after a refund of the %s', async (refunder) => {
    const { id, goBack, sums, transferred, refund, refundPart, deliverWebhook } = await due();
    await payOut(api());
    await goBack();
    if (refunder === 'site') await refund(0);
    else await refundPart(0, 100);
    await sweep(api());
    await deliverWebhook(0);
    await payOut(api());
    expect(await transferred(id)).toBe(0);
    expect(await sums()).toMatchObject([{ refunded: 10_000, paid_out: 0, pending: 0 }]);
  });

  test('is taken back if its refunded payment is newer', async () => {
    const world = await ledgerWorld(api());
    onTestFinished(world.faults.restore);
    let goBack: () => Promise<unknown> = async () => null;
    await world.order(0, 10_000, async () => {
      await api().db.update(bookings).set({ checkoutClosed: false });
      goBack = await keep();
    });
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    await payOut(api());
    const [{ id } = { id: 0 }] = world.own;
    expect(await world.transferred(id)).toBe(8500);
    await world.refundPart(0, 100);
    await goBack();
    await sweep(api());
    expect(await world.readRow(id)).toMatchObject({ status: 'expired', refund: 'returned' });
    await payOut(api());
    expect(await world.transferred(id)).toBe(0);
    expect(await world.sums()).toMatchObject([{ refunded: 10_000, paid_out: 0, pending: 0 }]);
  });

  test('is recovered by an event of its transfer', async () => {
    const { id, goBack, provider, sums } = await due();
    await payOut(api());
    await goBack();
    const { data } = await provider.transfers.list({ transfer_group: `booking-${id}` });
    const [object = { id: '' }] = data;
    await deliverEvent(api(), 'transfer.updated', { object });
    expect(JSON.stringify((await call('GET', 'incidents/')).body)).not.toContain(object.id);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0 }]);
  });

  test('is paid out despite a transfer of another charge', async () => {
    const { id, account, provider, order, own, readCharge, transferred } = await due();
    await order(0, 10_000);
    const other = await readCharge(own[1]?.session ?? '');
    await provider.transfers.create({
      ...{ amount: 700, currency: 'usd', destination: account },
      ...{ source_transaction: other?.id ?? '', transfer_group: `booking-${id}` },
      metadata: { booking_id: String(id) },
    });
    await payOut(api());
    expect(await transferred(id)).toBe(9200);
  });

  test('is refunded once', async () => {
    const world = await ledgerWorld(api());
    onTestFinished(world.faults.restore);
    await world.order(0, 10_000);
    const [{ id } = { id: 0 }] = world.own;
    const goBack = await keep();
    const refund = async () => {
      expect((await call('POST', `bookings/${id}/cancel/`, {})).status).toBe(200);
      await sweep(api());
      expect(await world.readRow(id)).toMatchObject({ refund: 'returned', refundedCents: 10_000 });
    };
    await refund();
    await goBack();
    expect(await world.readRow(id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    // Another idempotency key, as if the first one had expired.
    await api().db.update(bookings).set({ refundAttempts: 5 }).where(eq(bookings.id, id));
    await refund();
    const payment_intent = (await world.readRow(id))?.paymentIntent ?? '';
    expect((await world.provider.refunds.list({ payment_intent })).data).toHaveLength(1);
  });
});
