import { readFileSync } from 'node:fs';
import path from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import {
  bookings,
  coaches,
  paymentIncidents,
  payoutAccounts,
  transfers,
} from '../src/core/db/schema';
import { payOut } from '../src/features/payouts/run';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent, ledgerWorld } from './ledger-world';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('payouts made by hand', (api) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });
  const call = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const pay = (id: number, amount: number) => call('POST', `bookings/${id}/paid-out/`, { amount });

  /** Completed bookings of $100.00 with a share of $85.00. */
  async function completed(number: number) {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    for (let which = 0; which < number; which++) {
      await world.order(0, 10_000);
      await world.complete(which);
    }
    api().clock.offset += 60 * HOUR_MS;
    const ids = world.own.map(({ id }) => id);
    const coachId = (await world.readRow(ids[0] ?? 0))?.coachId ?? 0;
    const setAccount = (enabled: boolean) =>
      api().db.update(payoutAccounts).set({ enabled }).where(eq(payoutAccounts.coachId, coachId));
    const due = async (until = api().now()) =>
      (await call('GET', `coaches/${coachId}/due/?until=${until.toISOString()}`)).body;
    return { ...world, ids, id: ids[0] ?? 0, coachId, setAccount, due };
  }

  test('are not paid again once the coach has an account', async () => {
    const { id, setAccount, sums, transferred } = await completed(1);
    await setAccount(false);
    expect((await pay(id, 84.99)).body.detail).toMatch(/^\$85\.00 is pending by now/);
    expect(await pay(id, 85)).toMatchObject({ body: { detail: 'Recorded as paid out' } });
    expect(await pay(id, 85)).toMatchObject({
      status: 409,
      body: { detail: 'Nothing is pending for this booking.' },
    });
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0, commission: 1500 }]);
    await setAccount(true);
    await payOut(api());
    expect(await transferred(id)).toBe(0);
  });

  test('wait for the end of the session', async () => {
    const { id, readRow } = await completed(1);
    await api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, id));
    expect((await pay(id, 85)).status).toBe(409);
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
    expect((await pay(2 ** 30, 85)).status).toBe(404);
  });

  test('record the due shares of a coach until a date', async () => {
    const { ids, coachId, setAccount, sums, due, readRow } = await completed(3);
    await setAccount(false);
    const [, second] = await Promise.all(ids.map(readRow));
    const until = second?.completedAt ?? new Date();
    const path = `coaches/${coachId}/paid-out/`;
    const record = (amount: number) => call('POST', path, { until, amount });
    expect(await due(until)).toEqual({ amount: 170, bookings: 2 });
    expect((await record(255)).body.detail).toMatch(/^\$170\.00 is due until then/);
    expect(await record(170)).toMatchObject({
      body: { detail: '$170.00 for 2 bookings recorded as paid out' },
    });
    expect((await record(170)).status).toBe(409);
    expect((await sums()).map(({ paid_out }) => paid_out).sort()).toEqual([0, 8500, 8500]);
    expect(await due()).toEqual({ amount: 85, bookings: 1 });
    await setAccount(true);
    await payOut(api());
    expect(await due()).toEqual({ amount: 0, bookings: 0 });
  });

  test('leave shares out whose guarantee still runs', async () => {
    const { id, coachId, setAccount, due } = await completed(2);
    await setAccount(false);
    const startsAt = new Date(api().now().getTime() - HOUR_MS); // after its completion
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    await api().db.update(bookings).set({ startsAt, endsAt }).where(eq(bookings.id, id));
    expect(await due()).toEqual({ amount: 85, bookings: 1 });
    const body = { until: api().now(), amount: 170 };
    const answer = await call('POST', `coaches/${coachId}/paid-out/`, body);
    expect(answer.body.detail).toMatch(/^\$85\.00 is due until then/);
  });

  test('are due behind many shares whose guarantee still runs', async () => {
    const { id, order, complete, own, due, transferred } = await completed(1);
    const columns = `student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
      contact_info, details, status, hold_expires_at, paid_at, commission_bps`;
    await api().db.execute(
      sql.raw(`INSERT INTO bookings (${columns}, completed_at, starts_at, ends_at)
        SELECT ${columns}, completed_at - interval '1 day', start, start + interval '1 hour'
        FROM bookings, generate_series(1, 1000) n, LATERAL (SELECT completed_at + interval '1 year' + n * interval '1 hour' AS start) at
        WHERE id = ${id}`),
    );
    await order(0, 10_000);
    await complete(1);
    api().clock.offset += 60 * HOUR_MS;
    expect(await due()).toEqual({ amount: 170, bookings: 2 });
    await payOut(api());
    for (const { id } of own) expect(await transferred(id)).toBe(8500);
  });

  test('leave disputed shares out', async () => {
    const { id, readRow, disputes, due } = await completed(1);
    const intent = (await readRow(id))?.paymentIntent ?? '';
    const object = disputes.open(intent, 10_000);
    await deliverEvent(api(), 'charge.dispute.created', { object });
    expect(await due()).toEqual({ amount: 0, bookings: 0 });
  });

  test.each(['charge.dispute.created', 'refund.failed'])('wait for an open %s', async (type) => {
    const { id, readRow } = await completed(1);
    const incident = { key: `${type} ${id}`, type, summary: 'Open', occurredAt: api().now() };
    await api()
      .db.insert(paymentIncidents)
      .values({ ...incident, bookingId: id });
    expect(await pay(id, 85)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^A dispute or failed refund .* is open/) },
    });
    expect(await readRow(id)).toMatchObject({ paidByHandCents: 0 });
    const resolved = { resolvedAt: api().now() };
    await api().db.update(paymentIncidents).set(resolved).where(eq(paymentIncidents.bookingId, id));
    expect((await pay(id, 85)).status).toBe(200);
  });

  test('of a locked coach are recorded booking by booking', async () => {
    const { id, coachId, due } = await completed(2);
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    await call('POST', `members/${coach?.userId}/lock/`, {});
    const why = { detail: expect.stringMatching(/^This coach is locked/) };
    expect(await due()).toEqual(why);
    const body = { until: api().now(), amount: 170 };
    const answer = await call('POST', `coaches/${coachId}/paid-out/`, body);
    expect(answer).toMatchObject({ status: 409, body: why });
    expect((await pay(id, 85)).status).toBe(200);
    await call('POST', `members/${coach?.userId}/unlock/`, {});
    expect(await due()).toEqual({ amount: 85, bookings: 1 });
    const rest = await call('POST', `coaches/${coachId}/paid-out/`, { ...body, amount: 85 });
    expect(rest.status).toBe(200);
  });

  test('of a locked coach show the session or a running guarantee', async () => {
    const { order, complete, own, coachId } = await completed(1);
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    await order(0, 10_000);
    const booked = own[1]?.id ?? 0;
    const waits = async () => (await call('GET', `bookings/${booked}/`)).body.share.waits;
    await call('POST', `members/${coach?.userId}/lock/`, {});
    expect(await waits()).toEqual({ because: 'session', until: null });
    await complete(1);
    const { because, until } = await waits();
    expect([because, Date.parse(until) > api().now().getTime()]).toEqual(['locked', true]);
    api().clock.offset += 60 * HOUR_MS;
    expect(await waits()).toEqual({ because: 'locked', until: null });
  });

  test('replace a transfer that keeps failing, but not one that arrived', async () => {
    const { ids, transferred, readRow } = await completed(2);
    const [first = 0, second = 0] = ids;
    const { transfers: calls } = api().stripe;
    const create = calls.create.bind(calls);
    let made = 0;
    calls.create = async (...args: Parameters<typeof create>) => {
      if (made++ === 0) throw new Stripe.errors.StripeInvalidRequestError({} as never);
      await create(...args);
      throw new Error('no way back');
    };
    await payOut(api());
    calls.create = create;
    expect((await pay(first, 85)).status).toBe(200); // its next attempt is a day away
    expect((await pay(second, 85)).body.detail).toMatch(/^This payout is being tried right now/);
    api().clock.offset += 61_000;
    expect((await pay(second, 85)).body.detail).toMatch(/^Stripe has made this payout/);
    await payOut(api());
    expect([await transferred(first), await transferred(second)]).toEqual([0, 8500]);
    expect((await readRow(second))?.paidByHandCents).toBe(0);
    const rows = await api().db.select().from(transfers).where(eq(transfers.bookingId, first));
    expect(rows).toEqual([]);
  });

  test('leave a failed transfer waiting after an error', async () => {
    const { id, transferred } = await completed(1);
    const { transfers: calls } = api().stripe;
    const { create, list } = calls;
    undo.push(() => Object.assign(calls, { create, list }));
    calls.create = async () => {
      throw new Stripe.errors.StripeInvalidRequestError({} as never);
    };
    await payOut(api());
    calls.create = create;
    const row = async () =>
      (await api().db.select().from(transfers).where(eq(transfers.bookingId, id)))[0];
    const before = await row();
    const claimed = { ...before, attempts: (before?.attempts ?? 0) + 1 };
    expect((await pay(id, 84.99)).status).toBe(409);
    expect(await row()).toEqual(before);
    calls.list = () => {
      throw new Stripe.errors.StripeConnectionError({} as never);
    };
    expect((await pay(id, 85)).status).toBe(502);
    expect(await row()).toEqual(claimed);
    calls.list = list;
    api().clock.offset += 61_000;
    await payOut(api());
    expect(await transferred(id)).toBe(0);
    expect((await pay(id, 85)).status).toBe(200);
  });

  test('clear a share whose transfer was taken back', async () => {
    const { id, work, takeBack, deliverTransfer, sums } = await completed(1);
    await work();
    await takeBack(0);
    await deliverTransfer(0);
    const open = async () =>
      (await call('GET', 'incidents/')).body.filter(
        ({ booking_id }: { booking_id: number }) => booking_id === id,
      );
    expect(await open()).toHaveLength(1);
    expect((await pay(id, 85)).status).toBe(200);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: 0 }]);
    expect(await open()).toEqual([]);
  });

  test('come back from the coach after a refund', async () => {
    const { id, refundPart, deliverWebhook, sums, setAccount } = await completed(1);
    await setAccount(false);
    await pay(id, 85);
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: -3400 }]);
    expect((await pay(id, -34)).body.detail).toBe('Recorded as paid back by the coach');
    expect(await sums()).toMatchObject([{ paid_out: 5100, pending: 0 }]);
  });

  test('before a lost dispute are recorded after it', async () => {
    const { id, readRow, disputes, sums, setAccount, transferred } = await completed(1);
    await setAccount(false);
    const earlier = (amount: number) =>
      call('POST', `bookings/${id}/paid-out/`, { amount, earlier: true });
    const shown = async () => (await call('GET', `bookings/${id}/`)).body.earlier_share;
    expect(await shown()).toBe(0);
    expect((await earlier(85)).body.detail).toMatch(/^No share of this booking can/);
    const object = disputes.open((await readRow(id))?.paymentIntent ?? '', 10_000);
    await deliverEvent(api(), 'charge.dispute.created', { object });
    disputes.lose(object);
    await deliverEvent(api(), 'charge.dispute.closed', { object });
    expect(await sums()).toMatchObject([{ paid_out: 0, pending: 0, refunded: 10_000 }]);
    expect((await pay(id, 85)).body.detail).toBe('Nothing is pending for this booking.');
    expect(await shown()).toBe(85);
    expect((await earlier(84)).body.detail).toMatch(/^\$85\.00 was the share before/);
    expect((await earlier(85)).status).toBe(200);
    expect(await shown()).toBe(0);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: -8500, refunded: 10_000 }]);
    await payOut(api());
    const { body: incidents } = await call('GET', 'incidents/');
    expect(incidents).toContainEqual(
      expect.objectContaining({
        ...{ type: 'transfer.overpaid_by_hand', booking_id: id, amount_cents: 8500 },
      }),
    );
    expect((await earlier(85)).status).toBe(409);
    expect((await pay(id, -85)).status).toBe(200);
    expect(await sums()).toMatchObject([{ paid_out: 0, pending: 0 }]);
    expect(await shown()).toBe(0);
    await setAccount(true);
    await payOut(api());
    expect(await transferred(id)).toBe(0);
  });

  test('before a part was refunded are recorded in full', async () => {
    const { id, refundPart, deliverWebhook, sums, setAccount, work, transferred } =
      await completed(1);
    await setAccount(false);
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect((await call('GET', `bookings/${id}/`)).body.earlier_share).toBe(85);
    const body = { amount: 85, earlier: true };
    expect((await call('POST', `bookings/${id}/paid-out/`, body)).status).toBe(200);
    expect(await sums()).toMatchObject([{ paid_out: 8500, pending: -3400 }]);
    await setAccount(true);
    await work();
    expect(await transferred(id)).toBe(0);
  });

  test('are requested only once', async () => {
    const { id, refundPart, deliverWebhook, setAccount } = await completed(1);
    await setAccount(false);
    await refundPart(0, 40);
    await deliverWebhook(0);
    await pay(id, 51);
    expect((await call('GET', `bookings/${id}/`)).body.earlier_share).toBe(0);
  });

  test('before a refund of a late cancellation are recorded', async () => {
    const { id, refundPart, deliverWebhook, setAccount } = await completed(1);
    await setAccount(false);
    await api().db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, id));
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect((await call('GET', `bookings/${id}/`)).body.earlier_share).toBe(85);
  });

  test('report once what a refund overpaid', async () => {
    const { id, refundPart, deliverWebhook, setAccount } = await completed(1);
    await setAccount(false);
    await pay(id, 85);
    await refundPart(0, 40);
    await deliverWebhook(0);
    const open = async () =>
      (await call('GET', 'incidents/')).body.filter(
        ({ booking_id }: { booking_id: number }) => booking_id === id,
      );
    await payOut(api());
    const [incident] = await open();
    expect(incident).toMatchObject({ type: 'transfer.overpaid_by_hand', amount_cents: 3400 });
    await call('POST', `incidents/${incident.id}/resolve/`, {});
    await payOut(api());
    expect(await open()).toEqual([]);
    await refundPart(0, 50);
    await deliverWebhook(0);
    await payOut(api());
    expect(await open()).toMatchObject([{ amount_cents: 5950 }]);
    expect((await pay(id, -59.5)).status).toBe(200);
    await payOut(api());
    expect(await open()).toEqual([]);
  });

  test('stay resolved after an upgrade renames the keys of incidents', async () => {
    const { id, refundPart, deliverWebhook, readRow, setAccount } = await completed(1);
    await setAccount(false);
    await pay(id, 85);
    await refundPart(0, 40);
    await deliverWebhook(0);
    await payOut(api());
    const key = `overpaid booking ${id}, refunded ${(await readRow(id))?.refundedCents}`;
    const ofBooking = eq(paymentIncidents.bookingId, id);
    await api().db.update(paymentIncidents).set({ key, resolvedAt: api().now() }).where(ofBooking);
    const migration = '../src/core/db/migrations/0063_overpaid-incidents.sql';
    await api().db.execute(
      sql.raw(readFileSync(path.join(import.meta.dirname, migration), 'utf8')),
    );
    await payOut(api());
    const open = and(ofBooking, isNull(paymentIncidents.resolvedAt));
    expect(await api().db.$count(paymentIncidents, open)).toBe(0);
  });

  test('report a refund of the same amount again after the first one failed', async () => {
    const { id, refundPart, deliverWebhook, failRefund, setAccount } = await completed(1);
    await setAccount(false);
    await pay(id, 85);
    const reported = async () => {
      await payOut(api());
      return (await call('GET', 'incidents/')).body.filter(
        (one: { booking_id: number; type: string }) =>
          one.booking_id === id && one.type === 'transfer.overpaid_by_hand',
      );
    };
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect(await reported()).toMatchObject([{ amount_cents: 3400 }]);
    await failRefund(0);
    expect(await reported()).toEqual([]);
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect(await reported()).toMatchObject([{ amount_cents: 3400 }]);
  });

  test('leave to Stripe what a transfer paid too much', async () => {
    const { id, work, refundPart, deliverWebhook } = await completed(1);
    await work();
    await refundPart(0, 40);
    await deliverWebhook(0);
    expect((await pay(id, -34)).body.detail).toMatch(/^We take this back/);
  });
});
