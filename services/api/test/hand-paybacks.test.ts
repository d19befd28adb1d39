import { eq, inArray } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { bookings, coaches, paymentIncidents, transfers, users } from '../src/core/db/schema';
import { payOut } from '../src/features/payouts/run';
import { REPORT_AFTER } from '../src/features/payouts/transfers';
import { onEveryDatabaseAtNight } from './harness';
import { ledgerWorld } from './ledger-world';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('transfers that keep failing', (api) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });
  const call = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const pay = (id: number, amount: number) => call('POST', `bookings/${id}/paid-out/`, { amount });
  const readIncidents = async (id: number) =>
    (await call('GET', 'incidents/')).body.filter(
      ({ booking_id }: { booking_id: number }) => booking_id === id,
    );

  /** Completed bookings of $100.00 with a due share of $85.00. */
  async function due(number: number) {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    for (let which = 0; which < number; which++) {
      await world.order(0, 10_000);
      await world.complete(which);
    }
    api().clock.offset += 60 * HOUR_MS;
    const ids = world.own.map(({ id }) => id);
    const coachId = (await world.readRow(ids[0] ?? 0))?.coachId ?? 0;
    return { ...world, ids, id: ids[0] ?? 0, coachId };
  }

  async function tryOften() {
    for (let attempt = 0; attempt < REPORT_AFTER; attempt++) {
      await payOut(api());
      api().clock.offset += 2 * HOUR_MS;
    }
  }

  /** A share of $34.00 that is paid out too much, and that the coach's account cannot pay. */
  async function overpaid() {
    const world = await due(1);
    await world.work();
    await world.emptyAccount();
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    const waits = async () => (await call('GET', `bookings/${world.id}/`)).body.share.waits;
    return { ...world, waits };
  }

  /** Replaces a method of the provider until the end of the test, or until the result is called. */
  function replace(
    method: 'create' | 'createReversal',
    work: (about: object) => Promise<object>,
  ): () => void {
    const { transfers: calls } = api().stripe;
    const real = calls[method];
    const restore = () => Object.assign(calls, { [method]: real });
    undo.push(restore);
    const replaced = (...args: object[]) => work(args[method === 'create' ? 0 : 1] ?? {});
    Object.assign(calls, { [method]: replaced });
    return restore;
  }

  test('come back from the coach by hand', async () => {
    const { id, sums, waits, transferred } = await overpaid();
    expect(await waits()).toEqual({ because: 'reversal', until: null });
    expect((await pay(id, -34)).body.detail).toMatch(/^We take this back/);
    await tryOften();
    expect(await readIncidents(id)).toMatchObject([{ type: 'transfer.not_reversed' }]);
    expect(await waits()).toBeNull();
    expect((await pay(id, -33)).body.detail).toMatch(/^-\$34\.00 is pending by now/);
    expect((await pay(id, -34)).body.detail).toBe('Recorded as paid back by the coach');
    expect(await sums()).toMatchObject([{ paid_out: 5100, pending: 0 }]);
    expect(await readIncidents(id)).toEqual([]);
    await tryOften();
    expect(await readIncidents(id)).toEqual([]);
    expect(await transferred(id)).toBe(8500);
  });

  test('are reversed at once after a later refund', async () => {
    const { id, order, complete, work, refundPart, deliverWebhook, transferred } = await overpaid();
    await tryOften();
    expect((await pay(id, -34)).status).toBe(200);
    await order(0, 10_000); // fills the coach's account
    await complete(1);
    api().clock.offset += 60 * HOUR_MS;
    await work();
    await refundPart(0, 50);
    await deliverWebhook(0);
    await payOut(api());
    expect(await transferred(id)).toBe(8500 - 2550);
  });

  test('come back by hand after an operator closed the incident', async () => {
    const { id, sums } = await overpaid();
    await tryOften();
    const [incident] = await readIncidents(id);
    expect((await call('POST', `incidents/${incident.id}/resolve/`, {})).status).toBe(200);
    expect((await pay(id, -34)).status).toBe(200);
    expect(await sums()).toMatchObject([{ pending: 0 }]);
  });

  test('come back by hand without Stripe Connect', async () => {
    const { id, sums } = await overpaid();
    await tryOften();
    const { config, stripe } = api();
    const [before, { retrieve }] = [config.stripe, stripe.transfers];
    undo.push(() => {
      Object.assign(config, { stripe: before });
      Object.assign(stripe.transfers, { retrieve });
    });
    const refuse = () => Promise.reject(new Stripe.errors.StripeInvalidRequestError({} as never));
    Object.assign(stripe.transfers, { retrieve: refuse });
    expect((await pay(id, -34)).status).toBe(502);
    Object.assign(config, { stripe: { ...before, connectSecret: '' } });
    expect((await pay(id, -34)).status).toBe(200);
    expect(await sums()).toMatchObject([{ pending: 0 }]);
  });

  test('come back once if a response of Stripe was lost', async () => {
    const { id, work, refundPart, deliverWebhook, readRow, sums, transferred } = await due(1);
    await work();
    await refundPart(0, 40);
    await deliverWebhook(0);
    const lost = replace('createReversal', async () => {
      throw new Stripe.errors.StripeConnectionError({} as never);
    });
    await tryOften();
    lost();
    const [row] = await api().db.select().from(transfers).where(eq(transfers.bookingId, id));
    await api().stripe.transfers.createReversal(row?.transfer ?? '', { amount: 3400 });
    expect((await pay(id, -34)).body.detail).toBe('Nothing is pending for this booking.');
    expect(await sums()).toMatchObject([{ paid_out: 5100, pending: 0 }]);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
    expect(await transferred(id)).toBe(5100);
  });

  test.each([
    ['reversal', 0],
    ['reversal of a slow provider', 59_000],
  ])('come back once while a %s is being tried', async (_, readMs) => {
    const { id, readRow } = await overpaid();
    await tryOften();
    const [row] = await api().db.select().from(transfers).where(eq(transfers.bookingId, id));
    const { transfers: calls } = api().stripe;
    const { retrieve } = calls;
    undo.push(() => Object.assign(calls, { retrieve }));
    const slowly = (...args: Parameters<typeof retrieve>) => {
      if (args[0] === row?.transfer) api().clock.offset += readMs;
      return retrieve.apply(calls, args);
    };
    Object.assign(calls, { retrieve: slowly });
    const answers: string[] = [];
    replace('createReversal', async (about) => {
      api().clock.offset += 2000;
      if (JSON.stringify(about).includes(`"${id}"`)) answers.push((await pay(id, -34)).body.detail);
      throw new Stripe.errors.StripeConnectionError({} as never);
    });
    await payOut(api());
    expect(answers).toEqual([expect.stringMatching(/^This payout is being tried right now/)]);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
  });

  test('end the incident once a reversal works', async () => {
    const { id, sums } = await overpaid();
    const broken = replace('createReversal', async () => {
      throw new Stripe.errors.StripeConnectionError({} as never);
    });
    await tryOften();
    expect(await readIncidents(id)).toHaveLength(1);
    broken();
    replace('createReversal', async () => ({}));
    await payOut(api());
    expect(await sums()).toMatchObject([{ paid_out: 5100, pending: 0 }]);
    expect(await readIncidents(id)).toEqual([]);
  });

  /** A refunded share of $85.00 that the coach paid back by hand. */
  async function returned() {
    const world = await overpaid();
    await world.refund(0);
    await world.work();
    await world.deliverWebhook(0);
    await tryOften();
    expect((await pay(world.id, -85)).status).toBe(200);
    const addUpAll = async () => (await world.sums()).find(({ booking }) => booking === world.id);
    return { ...world, addUpAll };
  }

  const openDispute = { type: 'charge.dispute.created', summary: 'Dispute' };

  test('stay with the site while the refund of the student has failed', async () => {
    const { id, failRefund, settle, addUpAll, waits, readRow } = await returned();
    await failRefund(0);
    expect(await readRow(id)).toMatchObject({ refund: 'failed', paidByHandCents: -8500 });
    const { pending = 0 } = (await addUpAll()) ?? {};
    expect(pending).toBeGreaterThan(0);
    expect(await waits()).toEqual({ because: 'refund', until: null });
    expect((await pay(id, pending / 100)).body.detail).toMatch(/^The coach's share isn't due/);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: -8500 });
    await settle(0);
    expect(await addUpAll()).toMatchObject({ pending: 0 });
    expect(await waits()).toBeNull();
  });

  test('go out again by hand if they came back twice', async () => {
    const world = await returned();
    const { id, takeBack, deliverTransfer, waits, work, addUpAll, coachId } = world;
    expect((await pay(id, 85)).status).toBe(409);
    await world.order(0, 10_000); // fills the coach's account
    await world.complete(1);
    api().clock.offset += 60 * HOUR_MS;
    await work();
    await takeBack(0);
    await deliverTransfer(0);
    expect(await addUpAll()).toMatchObject({ paid_out: -8500, pending: 8500 });
    expect((await waits()).because).toBe('by_hand');
    const { db } = api();
    const [dispute] = await db
      .insert(paymentIncidents)
      .values({ ...openDispute, key: `dispute of ${id}`, bookingId: id, occurredAt: api().now() })
      .returning();
    expect((await pay(id, 85)).status).toBe(409);
    expect((await waits()).because).toBe('refund');
    await db.delete(paymentIncidents).where(eq(paymentIncidents.id, dispute?.id ?? 0));
    const coachUser = db
      .select({ id: coaches.userId })
      .from(coaches)
      .where(eq(coaches.id, coachId));
    const lock = (lockedAt: Date | null) =>
      db.update(users).set({ lockedAt }).where(inArray(users.id, coachUser));
    await lock(api().now());
    expect((await waits()).because).toBe('locked');
    await lock(null);
    expect((await pay(id, 85)).status).toBe(200);
    expect(await addUpAll()).toMatchObject({ paid_out: 0, pending: 0 });
    expect(await readIncidents(id)).toEqual([]);
  });

  test('end their incident once they are made or no longer due', async () => {
    const { ids, order, complete, own, refundPart, transferred } = await due(1);
    await order(0, 10_000);
    await complete(1);
    api().clock.offset += 60 * HOUR_MS;
    const [first = 0, second = 0] = [...ids, own[1]?.id ?? 0];
    const broken = replace('create', async () => {
      throw new Stripe.errors.StripeConnectionError({} as never);
    });
    await tryOften();
    for (const id of [first, second])
      expect(await readIncidents(id)).toMatchObject([{ type: 'transfer.waits' }]);
    await refundPart(1, 40); // its event is lost
    broken();
    await payOut(api());
    expect([await transferred(first), await transferred(second)]).toEqual([8500, 0]);
    expect([await readIncidents(first), await readIncidents(second)]).toEqual([[], []]);
  });

  test('are paid by hand together once Stripe refused them for good', async () => {
    const { ids, coachId, sums, transferred } = await due(2);
    const until = api().now();
    const sum = async () =>
      (await call('GET', `coaches/${coachId}/due/?until=${until.toISOString()}`)).body;
    const record = (amount: number) =>
      call('POST', `coaches/${coachId}/paid-out/`, { until, amount });
    let retried: object[] | null = null;
    const refused = replace('create', async (about) => {
      if (ids.some((id) => JSON.stringify(about).includes(`"booking-${id}"`)))
        retried?.push(await sum());
      throw new Stripe.errors.StripeInvalidRequestError({ message: 'no' } as never);
    });
    await payOut(api());
    for (const id of ids) expect(await readIncidents(id)).toHaveLength(1);
    expect(await sum()).toEqual({ amount: 170, bookings: 2 });
    retried = [];
    api().clock.offset += 25 * HOUR_MS;
    await payOut(api());
    expect(retried).toEqual([
      { amount: 85, bookings: 1 }, // the other one is being tried
      { amount: 85, bookings: 1 },
    ]);
    retried = null;
    expect((await record(170)).body.detail).toBe('$170.00 for 2 bookings recorded as paid out');
    expect(await sums()).toMatchObject([
      { paid_out: 8500, pending: 0 },
      { paid_out: 8500, pending: 0 },
    ]);
    for (const id of ids) expect(await readIncidents(id)).toEqual([]);
    refused();
    api().clock.offset += 25 * HOUR_MS;
    await payOut(api());
    for (const id of ids) expect(await transferred(id)).toBe(0);
  });

  test('are left out of a joint payment while a response is missing', async () => {
    const { coachId } = await due(1);
    replace('create', async () => {
      throw new Stripe.errors.StripeConnectionError({} as never);
    });
    await tryOften();
    const path = `coaches/${coachId}/due/?until=${api().now().toISOString()}`;
    expect((await call('GET', path)).body).toEqual({ amount: 0, bookings: 0 });
  });

  test('reject a negative amount paid by hand', async () => {
    const { id } = await due(1);
    const change = { paidByHandCents: -1 };
    await expect(
      api().db.update(bookings).set(change).where(eq(bookings.id, id)),
    ).rejects.toThrow();
  });
});
