import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentIncidents } from '../src/core/db/schema';
import type { Dispute } from './disputes';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent, type LedgerWorld, ledgerWorld } from './ledger-world';

const HOUR_MS = 3_600_000;
const OPERATOR = { authorization: 'Bearer the operator of the tests' };

onEveryDatabaseAtNight('a partly lost dispute', (api) => {
  let world: LedgerWorld;
  beforeEach(async () => {
    world = await ledgerWorld(api());
  });
  afterEach(() => world.faults.restore());

  /** Pays a session of $100 and returns its booking and payment. */
  async function pay() {
    await world.order(0, 10_000);
    const id = world.own.at(-1)?.id ?? 0;
    return { id, intent: (await world.readRow(id))?.paymentIntent ?? '' };
  }
  const closed = (dispute: Dispute) =>
    deliverEvent(api(), 'charge.dispute.closed', { object: dispute });
  async function lose(intent: string, amount: number, reinstated = 0): Promise<Dispute> {
    const dispute = world.disputes.open(intent, amount);
    await deliverEvent(api(), 'charge.dispute.created', { object: dispute });
    world.disputes.lose(dispute, reinstated);
    expect((await closed(dispute)).status).toBe(200);
    return dispute;
  }
  const readIncident = async (bookingId: number) =>
    (await api().send('GET', '/api/operator/incidents/', undefined, undefined, OPERATOR)).body.find(
      ({ booking_id: id }: { booking_id: number }) => id === bookingId,
    );
  const resolve = async (bookingId: number) =>
    api().send(
      'POST',
      `/api/operator/incidents/${(await readIncident(bookingId)).id}/resolve/`,
      {},
      undefined,
      OPERATOR,
    );

  test('names the deadline until it is answered', async () => {
    const { id, intent } = await pay();
    const dispute = world.disputes.open(intent, 4000);
    await deliverEvent(api(), 'charge.dispute.created', { object: dispute });
    const summary = async () => (await readIncident(id)).summary;
    expect(await summary()).toMatch(/; answer it at the payment provider by 2026-12-08 23:59 UTC$/);
    const object = { ...dispute, status: 'under_review' };
    await deliverEvent(api(), 'charge.dispute.updated', { object });
    expect(await summary()).toMatch(/is under_review$/);
  });

  test('holds the payout until the provider decides', async () => {
    const { id, intent } = await pay();
    await world.complete(0);
    const dispute = world.disputes.open(intent, 4000);
    await deliverEvent(api(), 'charge.dispute.created', { object: dispute });
    api().clock.offset += 60 * HOUR_MS;
    expect(await resolve(id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^This dispute is still open at Stripe/) },
    });
    await world.work();
    expect(await world.transferred(id)).toBe(0);
    world.disputes.lose(dispute); // its event is lost
    expect((await resolve(id)).status).toBe(200);
    await world.work();
    expect(await world.transferred(id)).toBe(5100);
  });

  test.each(['was lost', 'came before'])('holds the payout if its event %s', async (event) => {
    const { id, intent } = await pay();
    await world.complete(0);
    const dispute = world.disputes.open(intent, 4000);
    if (event === 'came before') {
      await deliverEvent(api(), 'charge.dispute.created', { object: dispute });
      await api()
        .db.update(paymentIncidents)
        .set({ resolvedAt: api().now() })
        .where(eq(paymentIncidents.bookingId, id));
    }
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    await world.work();
    expect(await world.transferred(id)).toBe(0);
    expect((await readIncident(id)).summary).toContain('needs_response');
    dispute.status = 'won';
    await closed(dispute);
    await world.work();
    expect(await world.transferred(id)).toBe(8500);
  });

  test('reduces the share before the payout', async () => {
    const { id, intent } = await pay();
    await world.complete(0);
    await lose(intent, 4000);
    expect(await world.readRow(id)).toMatchObject({ status: 'completed', refund: 'none' });
    const loss = { paid: 10_000, refunded: 4000, commission: 900 };
    expect(await world.sums()).toMatchObject([{ ...loss, paid_out: 0, pending: 5100 }]);
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    expect(await world.transferred(id)).toBe(0); // the incident is open
    await resolve(id);
    await world.work();
    expect(await world.transferred(id)).toBe(5100);
    expect(await world.sums()).toMatchObject([{ ...loss, paid_out: 5100, pending: 0 }]);
  });

  test('takes its part back after the payout', async () => {
    const { id, intent } = await pay();
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    expect(await world.transferred(id)).toBe(8500);
    await lose(intent, 4000);
    await world.work();
    expect(await world.transferred(id)).toBe(5100);
  });

  test('counts once, next to other refunds', async () => {
    const { id, intent } = await pay();
    const dispute = await lose(intent, 4000);
    await closed(dispute);
    await deliverEvent(api(), 'charge.dispute.updated', { object: dispute });
    expect(await world.readRow(id)).toMatchObject({ status: 'confirmed', refundedCents: 4000 });
    await world.provider.refunds.create({ payment_intent: intent, amount: 1000 });
    await world.deliverWebhook(0);
    expect(await world.readRow(id)).toMatchObject({ status: 'confirmed', refundedCents: 5000 });
    await lose(intent, 5000);
    expect(await world.readRow(id)).toMatchObject({
      ...{ status: 'cancelled', refund: 'returned', refundedCents: 10_000 },
    });
  });

  test('leaves only the rest for a refund', async () => {
    const { id, intent } = await pay();
    await lose(intent, 4000);
    await world.refund(0);
    await world.work();
    const charge = await world.readCharge(world.own[0]?.session ?? '');
    expect(charge?.amount_refunded).toBe(6000);
    expect(await world.readRow(id)).toMatchObject({ refund: 'returned', refundedCents: 10_000 });
  });

  test('does not refund the rest twice after a lost response', async () => {
    const { id, intent } = await pay();
    await lose(intent, 4000);
    await world.refund(0);
    const { create } = api().stripe.refunds;
    api().stripe.refunds.create = (async (...about: Parameters<typeof create>) => {
      await create.apply(api().stripe.refunds, about);
      throw new Error('the response was lost');
    }) as typeof create;
    await world.work();
    api().stripe.refunds.create = create;
    expect((await world.readRow(id))?.refund).toBe('begun');
    api().clock.offset += HOUR_MS;
    await world.work();
    const charge = await world.readCharge(world.own[0]?.session ?? '');
    expect(charge?.amount_refunded).toBe(6000);
    expect((await world.readRow(id))?.refund).toBe('returned');
  });

  test('is refunded once by two workers, one of them slow', async () => {
    const payments = [await pay(), await pay()];
    for (const [which, { intent }] of payments.entries()) {
      await lose(intent, 4000);
      await world.refund(which);
    }
    const { refunds, checkout } = api().stripe;
    const { create } = refunds;
    const { retrieve } = checkout.sessions;
    let created = 0;
    refunds.create = ((...about: Parameters<typeof create>) => {
      created++;
      return create.apply(refunds, about);
    }) as typeof create;
    checkout.sessions.retrieve = (async (...about: Parameters<typeof retrieve>) => {
      checkout.sessions.retrieve = retrieve;
      const answer = await retrieve.apply(checkout.sessions, about);
      api().clock.offset += 61_000;
      await world.work();
      return answer;
    }) as typeof retrieve;
    await world.work();
    refunds.create = create;
    expect(created).toBe(2);
    for (const { id } of payments)
      expect(await world.readRow(id)).toMatchObject({ refund: 'returned', refundedCents: 10_000 });
  });

  test('counts only what was not reinstated', async () => {
    const { id, intent } = await pay();
    await lose(intent, 10_000, 7500);
    expect(await world.readRow(id)).toMatchObject({ status: 'confirmed', refundedCents: 2500 });
  });
});
