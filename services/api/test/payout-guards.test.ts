import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { bookings, coaches, outbox } from '../src/core/db/schema';
import { payOut } from '../src/features/payouts/run';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent, type LedgerWorld, ledgerWorld } from './ledger-world';
import { rejectRows } from './reject-rows';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('guards of payouts', (api) => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const restore of undo.splice(0)) await restore();
  });

  /** Completed bookings of $100.00 whose guarantee is over. */
  async function dueBookings(number: number) {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    for (let which = 0; which < number; which++) {
      await world.order(0, 10_000);
      await world.complete(which);
    }
    api().clock.offset += 60 * HOUR_MS;
    return world;
  }
  /** Runs `work` before the next call of this method arrives, as if the provider were slow. */
  function beforeNext<Owner extends object>(
    owner: Owner,
    method: keyof Owner,
    work: () => Promise<unknown>,
  ): void {
    const real = owner[method] as (...about: unknown[]) => Promise<unknown>;
    owner[method] = (async (...about: unknown[]) => {
      owner[method] = real as Owner[keyof Owner];
      await work();
      return real.apply(owner, about);
    }) as Owner[keyof Owner];
  }
  const readIncidents = async (id: number) => {
    const { operatorToken } = api().config;
    const { body } = await api().send('GET', '/api/operator/incidents/', undefined, operatorToken);
    return body.filter(({ booking_id }: { booking_id: number }) => booking_id === id);
  };

  test('pay once if the provider is slow for one of two workers', async () => {
    const world = await dueBookings(2);
    for (const which of [0, 1]) {
      await world.refundPart(which, 60); // a charge that could pay the share twice
      await world.deliverWebhook(which);
    }
    const { checkout, transfers } = api().stripe;
    beforeNext(checkout.sessions, 'retrieve', async () => {
      api().clock.offset += 59_000;
      beforeNext(transfers, 'create', async () =>
        beforeNext(transfers, 'create', async () => {
          api().clock.offset += 2000;
          await payOut(api());
        }),
      );
    });
    await payOut(api());
    for (const { id } of world.own) {
      expect(await world.transferred(id)).toBe(3400);
      expect(await readIncidents(id)).toEqual([]);
    }
  });

  test.each([
    ['the same refund', 40, 40, 5100],
    ['another refund', 20, 60, 3400],
  ])('reverse once if the provider is slow: %s', async (_, percent, then, kept) => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await payOut(api());
    expect(await world.transferred(id)).toBe(8500);
    await world.refundPart(0, percent);
    await world.deliverWebhook(0);
    beforeNext(api().stripe.transfers, 'createReversal', async () => {
      if (then > percent) await world.refundPart(0, 50);
      await world.deliverWebhook(0);
      api().clock.offset += 61_000;
      await payOut(api());
    });
    await payOut(api());
    for (const _ of ['retries', 'finds nothing']) {
      api().clock.offset += HOUR_MS;
      await payOut(api());
    }
    expect(await world.transferred(id)).toBe(kept);
    expect(await world.sums()).toMatchObject([{ paid_out: kept, pending: 0 }]);
    expect(await readIncidents(id)).toEqual([]);
  });

  const reject = async (table: string, condition: string) =>
    undo.push(await rejectRows(api(), table, condition));

  test('pay the other bookings if one cannot begin', async () => {
    const world = await dueBookings(2);
    const [first = 0, second = 0] = world.own.map(({ id }) => id);
    await reject('transfers', `TG_OP = 'INSERT' AND row.booking_id = ${first}`);
    await payOut(api());
    expect([await world.transferred(first), await world.transferred(second)]).toEqual([0, 8500]);
  });

  test('pay the other bookings if one cannot be claimed', async () => {
    const world = await dueBookings(2);
    const [first = 0, second = 0] = world.own.map(({ id }) => id);
    await reject('transfers', `TG_OP = 'UPDATE' AND row.booking_id = ${first}`);
    await payOut(api());
    expect([await world.transferred(first), await world.transferred(second)]).toEqual([0, 8500]);
  });

  test('reverse the other payouts if one cannot be claimed', async () => {
    const world = await dueBookings(2);
    const [first = 0, second = 0] = world.own.map(({ id }) => id);
    await payOut(api());
    for (const which of [0, 1]) {
      await world.refundPart(which, 40);
      await world.deliverWebhook(which);
    }
    await reject('transfers', `row.booking_id = ${first}`);
    await payOut(api());
    expect([await world.transferred(first), await world.transferred(second)]).toEqual([8500, 5100]);
  });

  test('pay out while an overpaid share cannot be reported', async () => {
    const world = await dueBookings(3);
    const [first = 0, second = 0, third = 0] = world.own.map(({ id }) => id);
    for (const which of [0, 1]) await world.payByHand(which);
    for (const which of [0, 1]) {
      await world.refundPart(which, 40);
      await world.deliverWebhook(which);
    }
    await reject('payment_incidents', `row.booking_id = ${first}`);
    await payOut(api());
    expect(await readIncidents(second)).toMatchObject([{ type: 'transfer.overpaid_by_hand' }]);
    expect(await world.transferred(third)).toBe(8500);
  });

  /** The first transfer fails and waits for its next attempt. */
  async function failFirst({ faults }: LedgerWorld): Promise<void> {
    beforeNext(api().stripe.transfers, 'create', async () => faults.breakNext('before'));
    await payOut(api());
    api().clock.offset += HOUR_MS;
  }

  test('wait for a dispute that begins after a failed attempt', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await failFirst(world);
    const object = world.disputes.open((await world.readRow(id))?.paymentIntent ?? '', 10_000);
    await deliverEvent(api(), 'charge.dispute.created', { object });
    await payOut(api());
    expect(await world.transferred(id)).toBe(0);
    object.status = 'won';
    await deliverEvent(api(), 'charge.dispute.closed', { object });
    await payOut(api());
    expect(await world.transferred(id)).toBe(8500);
  });

  test('wait until an operator paid a failed partial refund', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    await world.failRefund(0);
    expect(await world.readRow(id)).toMatchObject({ refund: 'none', refundedCents: 0 });
    await payOut(api());
    expect(await world.transferred(id)).toBe(0);
    await world.settle(0);
    await payOut(api());
    await payOut(api());
    expect(await world.transferred(id)).toBe(5100);
    expect(await world.readRow(id)).toMatchObject({ refundedCents: 4000 });
  });

  test('wait for a failed partial refund that an operator closes', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    await world.failRefund(0);
    const [incident] = await readIncidents(id);
    const resolve = (body: object) =>
      api().send(
        'POST',
        `/api/operator/incidents/${incident.id}/resolve/`,
        body,
        api().config.operatorToken,
      );
    expect((await resolve({})).status).toBe(409);
    await payOut(api());
    expect(await world.transferred(id)).toBe(0);
    const setRefund = (refund: 'failed' | 'none') =>
      api().db.update(bookings).set({ refund }).where(eq(bookings.id, id));
    expect(incident).toMatchObject({ refund: 'none' });
    await setRefund('failed'); // of the full amount
    expect(await readIncidents(id)).toMatchObject([{ refund: 'failed' }]);
    expect((await resolve({ release_payout: true })).status).toBe(409);
    await setRefund('none');
    expect((await resolve({ release_payout: true })).status).toBe(200);
    await payOut(api());
    expect(await world.transferred(id)).toBe(8500);
  });

  test('go out after a failed partial refund worked', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    await world.failRefund(0);
    const refund = (amount: number) =>
      api().send(
        'POST',
        `/api/operator/bookings/${id}/refund/`,
        { amount },
        api().config.operatorToken,
      );
    expect((await refund(30)).status).toBe(200);
    expect(await readIncidents(id)).toHaveLength(1);
    expect((await refund(40)).status).toBe(200);
    expect(await readIncidents(id)).toEqual([]);
    await payOut(api());
    expect(await world.transferred(id)).toBe(2550);
  });

  test('go out after the second retry of a partial refund', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    await world.failRefund(0);
    const { operatorToken } = api().config;
    const refund = () =>
      api().send(
        'POST',
        `/api/operator/bookings/${id}/refund/`,
        { amount: 40, refunded: 0 },
        operatorToken,
      );
    const { refunds } = api().stripe;
    const create = refunds.create;
    const failed = { id: `re_retry_${id}`, status: 'failed', amount: 4000, currency: 'usd' };
    refunds.create = (async () => failed) as unknown as typeof create;
    expect((await refund()).status).toBe(409);
    refunds.create = create;
    expect(await readIncidents(id)).toHaveLength(1);
    expect((await refund()).status).toBe(200);
    expect(await readIncidents(id)).toEqual([]);
    await payOut(api());
    expect(await world.transferred(id)).toBe(5100);
  });

  /** Returns a function that locks, unlocks or deletes the coach of these bookings. */
  async function actOnCoach({ own, readRow }: LedgerWorld) {
    const coachId = (await readRow(own[0]?.id ?? 0))?.coachId ?? 0;
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    return (action: 'lock' | 'unlock' | 'delete') =>
      api().send(
        'POST',
        `/api/operator/members/${coach?.userId}/${action}/`,
        {},
        api().config.operatorToken,
      );
  }

  const openAgain = (id = 0) =>
    api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, id));

  test('keep a locked coach until all shares are paid', async () => {
    const world = await dueBookings(3);
    const [, second, refunded] = world.own.map(({ id }) => id);
    const act = await actOnCoach(world);
    await openAgain(second);
    await world.refund(2);
    await failFirst(world);
    await act('lock');
    await world.complete(1);
    expect(await world.readRow(refunded ?? 0)).toMatchObject({ refund: 'begun' });
    for (const [which, pending] of [170, 85].entries()) {
      const detail = `This coach has $${pending}.00 pending. Unlock the account, or record on each booking what you paid.`;
      expect(await act('delete')).toMatchObject({ status: 409, body: { detail } });
      await world.payByHand(which);
    }
    expect((await act('delete')).status).toBe(200);
  });

  test('go out to a coach who was unlocked and deleted', async () => {
    const world = await dueBookings(1);
    const act = await actOnCoach(world);
    for (const action of ['lock', 'unlock', 'delete'] as const)
      expect((await act(action)).status).toBe(200);
    await payOut(api());
    expect(await world.transferred(world.own[0]?.id ?? 0)).toBe(8500);
  });

  test('wait while the coach is locked, also after a failed attempt', async () => {
    const world = await dueBookings(2);
    const second = world.own[1]?.id;
    const setLock = await actOnCoach(world);
    await openAgain(second);
    await failFirst(world);
    await setLock('lock');
    await world.complete(1);
    api().clock.offset += 60 * HOUR_MS;
    await payOut(api());
    await payOut(api());
    for (const { id } of world.own) expect(await world.transferred(id)).toBe(0);
    expect(await world.sums()).toMatchObject([{ pending: 8500 }, { pending: 8500 }]);
    await setLock('unlock');
    await payOut(api());
    for (const { id } of world.own) expect(await world.transferred(id)).toBe(8500);
  });

  test.each([
    [40, { paid_out: 5100, refunded: 4000, pending: 0 }],
    [100, { paid_out: 0, refunded: 10_000, pending: 0 }],
  ])('subtract a refund of %i percent whose event is lost', async (percent, sums) => {
    const world = await dueBookings(1);
    await world.refundPart(0, percent);
    for (const _ of ['notices the refund', 'pays out']) await payOut(api());
    expect((await world.sums())[0]).toMatchObject(sums);
    expect(await world.transferred(world.own[0]?.id ?? 0)).toBe(sums.paid_out);
  });

  test('subtract a lost dispute whose event is lost, without a mail', async () => {
    const world = await dueBookings(1);
    const [{ id } = { id: 0 }] = world.own;
    await world.loseDispute(0, 40);
    for (const _ of ['notices the loss', 'pays out']) await payOut(api());
    expect(await world.transferred(id)).toBe(5100);
    const mails = await api().db.select({ subject: outbox.subject }).from(outbox);
    const about = `the payment for booking ${id} is refunded`;
    expect(mails.filter(({ subject }) => subject.endsWith(about))).toEqual([]);
  });
});
