import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { bookings, coaches, payoutAccounts, transfers, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { refreshAccount } from '../src/features/payouts/accounts';
import { listPayable } from '../src/features/payouts/due';
import { payOut } from '../src/features/payouts/run';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { deliverEvent, ledgerWorld, submitForm } from './ledger-world';

const HOUR_MS = 3_600_000;
const OPERATOR = { authorization: 'Bearer the operator of the tests' };

async function newCoach(api: Harness, name: string) {
  const coach = await api.newCoach(name);
  const token = await signAccess(api, coach.userId);
  const payouts = async () =>
    (await api.send('GET', '/api/coach/payouts/', undefined, token)).body as {
      state: string;
      failure: string | null;
    };
  const link = (body: object = {}) => api.send('POST', '/api/coach/payouts/link/', body, token);
  const account = async () =>
    (await api.db.select().from(payoutAccounts).where(eq(payoutAccounts.coachId, coach.coachId)))[0]
      ?.account ?? '';
  return { ...coach, token, payouts, link, account };
}

onEveryDatabaseAtNight('payouts', (api) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });
  const incidents = async () =>
    (await api().send('GET', '/api/operator/incidents/', undefined, undefined, OPERATOR)).body as {
      type: string;
      summary: string;
    }[];

  test('lead a coach through the form to an active account', async () => {
    const { coachId, payouts, link, account } = await newCoach(api(), 'onboarding');
    await api().db.update(coaches).set({ country: 'DE' }).where(eq(coaches.id, coachId));
    expect(await payouts()).toMatchObject({ state: 'none', country: 'DE', failure: null });
    expect((await link()).body.detail).toMatch(/country/);
    expect((await link({ country: 'KP' })).body.detail).toMatch(/can't pay out to this country/);
    const { status, body } = await link({ country: 'DE' });
    expect([status, body.url]).toEqual([200, expect.stringContaining('/connect/setup/')]);
    expect((await payouts()).state).toBe('unfinished');
    await submitForm(api(), body.url);
    expect((await payouts()).state).toBe('active');
    await link({ country: 'FR' }); // the account stays
    expect((await api().stripe.accounts.retrieve(await account())).country).toBe('DE');
    expect((await link()).body.url).toContain(`/connect/accounts/${await account()}`);
  });

  test('keep the newer state of an account when an older response is late', async () => {
    const { payouts, link, account } = await newCoach(api(), 'late-response');
    const { accounts } = api().stripe;
    const { retrieve } = accounts;
    const { body } = await link({ country: 'DE' });
    const before = await retrieve.call(accounts, await account());
    await submitForm(api(), body.url);
    accounts.retrieve = (async () => {
      accounts.retrieve = retrieve;
      api().clock.offset += 1000;
      await refreshAccount(api(), await account());
      return before;
    }) as unknown as typeof retrieve;
    expect(await refreshAccount(api(), await account())).toMatchObject({ enabled: true });
    expect((await payouts()).state).toBe('active');
  });

  test('start over with another country until the form is submitted', async () => {
    const { payouts, link, account } = await newCoach(api(), 'moved');
    const readCountry = async () => (await api().stripe.accounts.retrieve(await account())).country;
    await link({ country: 'DE' });
    const first = await account();
    await link({ country: 'DE' });
    expect(await account()).toBe(first);
    const { body } = await link({ country: 'FR' });
    expect(await readCountry()).toBe('FR');
    expect(await payouts()).toMatchObject({ state: 'unfinished', country: 'FR' });
    const event = { object: { id: first, object: 'account' }, account: first };
    expect((await deliverEvent(api(), 'account.updated', event)).status).toBe(200);
    expect((await incidents()).filter(({ type }) => type === 'account.updated')).toEqual([]);
    await submitForm(api(), body.url);
    expect((await payouts()).state).toBe('active');
  });

  test('go to another account after an operator gave up the first one', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    const [{ id } = { id: 0 }] = world.own;
    const coachId = (await world.readRow(id))?.coachId ?? 0;
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    const send = async (method: string, path: string, body?: object) =>
      api().send(method, path, body, await signAccess(api(), coach?.userId ?? 0));
    const { transfers: calls } = api().stripe;
    const create = calls.create.bind(calls);
    calls.create = () => Promise.reject(new Stripe.errors.StripeInvalidRequestError({} as never));
    await payOut(api()); // the account is closed at the provider
    calls.create = create;
    const path = `/api/operator/coaches/${coachId}/retire-payouts/`;
    const retire = () => api().send('POST', path, {}, undefined, OPERATOR);
    await api().db.update(coaches).set({ country: 'KR' }).where(eq(coaches.id, coachId));
    await api()
      .db.update(payoutAccounts)
      .set({ country: 'DE' })
      .where(eq(payoutAccounts.coachId, coachId));
    expect((await retire()).status).toBe(200);
    expect((await retire()).status).toBe(409);
    const late = { object: { id: world.account }, account: world.account };
    await deliverEvent(api(), 'account.updated', late);
    // A process of the version before does not know that the account is given up.
    await api()
      .db.update(payoutAccounts)
      .set({ submitted: true, enabled: true })
      .where(eq(payoutAccounts.coachId, coachId));
    const payable = await listPayable(api().db, { now: api().now(), limit: 1000 });
    expect(payable.filter(({ account }) => account === world.account)).toEqual([]);
    const payouts = async () => (await send('GET', '/api/coach/payouts/')).body;
    const state = async () => (await payouts()).state;
    expect(await state()).toBe('none');
    expect((await payouts()).country).toBe('KR'); // the coach's, not that of the account
    const [user] = await api()
      .db.select()
      .from(users)
      .where(eq(users.id, coach?.userId ?? 0));
    const mails = await api().mailsTo(user?.email ?? '');
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Please set up your payouts again']),
    );
    api().clock.offset += 25 * HOUR_MS;
    await payOut(api());
    expect(await world.transferred(id)).toBe(0);
    const { body } = await send('POST', '/api/coach/payouts/link/', { country: 'FR' });
    await submitForm(api(), body.url);
    expect(await state()).toBe('active');
    await payOut(api());
    expect(await world.transferred(id)).toBe(8500);
    const [row] = await api().db.select().from(transfers).where(eq(transfers.bookingId, id));
    expect(row?.account).not.toBe(world.account);
  });

  test('keep a newer account than the one an operator gives up', async () => {
    const { coachId, link, account } = await newCoach(api(), 'renewed');
    const path = `/api/operator/coaches/${coachId}/`;
    const read = async () => (await api().send('GET', path, undefined, undefined, OPERATOR)).body;
    const retire = (seen: object) =>
      api().send('POST', `${path}retire-payouts/`, seen, undefined, OPERATOR);
    await link({ country: 'DE' });
    const { account: seen } = (await read()).payouts;
    expect((await account()).endsWith(seen)).toBe(true);
    await link({ country: 'FR' });
    expect((await retire({ account: seen })).status).toBe(409);
    const { payouts } = await read();
    expect(payouts.state).toBe('unfinished');
    expect((await retire({ account: payouts.account })).status).toBe(200);
    expect((await read()).payouts).toMatchObject({ state: 'none', account: null });
  });

  test('learn the state of an account from its events', async () => {
    const { payouts, link, account } = await newCoach(api(), 'told');
    const { body } = await link({ country: 'DE' });
    await submitForm(api(), body.url);
    const id = await account();
    const object = { id, object: 'account' };
    expect((await deliverEvent(api(), 'account.updated', { object, account: id })).status).toBe(
      200,
    );
    const [stored] = await api()
      .db.select()
      .from(payoutAccounts)
      .where(eq(payoutAccounts.account, id));
    expect(stored).toMatchObject({ submitted: true, enabled: true });
    const failed = { id: 'po_1', failure_message: 'The bank account has been closed' };
    await deliverEvent(api(), 'payout.failed', { object: failed, account: id });
    expect((await payouts()).failure).toBe('The bank account has been closed');
    await deliverEvent(api(), 'payout.paid', { object: { id: 'po_2' }, account: id });
    expect((await payouts()).failure).toBeNull();
    expect((await incidents()).filter(({ type }) => type.startsWith('payout'))).toEqual([]);
  });

  test('show the stored state while the provider hangs', async () => {
    const { payouts, link } = await newCoach(api(), 'hanging');
    await link({ country: 'DE' });
    const server = createServer(() => {}).listen(0);
    const slow = new Stripe('sk_test_slow', {
      host: 'localhost',
      port: (server.address() as AddressInfo).port,
      protocol: 'http',
      timeout: 10_000,
      maxNetworkRetries: 2,
    });
    const { accounts } = api().stripe;
    const { retrieve } = accounts;
    accounts.retrieve = slow.accounts.retrieve.bind(slow.accounts) as typeof retrieve;
    undo.push(() => {
      accounts.retrieve = retrieve;
      server.closeAllConnections();
      server.close();
    });
    const start = performance.now();
    expect((await payouts()).state).toBe('unfinished');
    expect(performance.now() - start).toBeLessThan(9000);
  });

  test('say so without Stripe Connect, and do nothing', async () => {
    const { payouts, link } = await newCoach(api(), 'without');
    const { connectSecret } = api().config.stripe;
    api().config.stripe.connectSecret = '';
    undo.push(() => {
      api().config.stripe.connectSecret = connectSecret;
    });
    expect((await payouts()).state).toBe('off');
    expect((await link({ country: 'DE' })).status).toBe(409);
    await payOut(api());
  });

  test('wait for the guarantee and for a finished session', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.order(1, 10_000); // a coach without an account
    const [first] = world.own;
    const addUpAll = async (id: number) =>
      (await world.sums()).find(({ booking }) => booking === id);
    await world.complete(0);
    await world.complete(1);
    await world.work();
    expect(await addUpAll(first?.id ?? 0)).toMatchObject({ paid_out: 0, pending: 8500 });
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    await world.work();
    expect(await addUpAll(first?.id ?? 0)).toMatchObject({ paid_out: 8500, pending: 0 });
    expect(await world.transferred(first?.id ?? 0)).toBe(8500);
    expect(await addUpAll(world.own[1]?.id ?? 0)).toMatchObject({ paid_out: 0, pending: 8500 });
  });

  test('are not held up by many bookings that have to wait', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 5000);
    const first = world.own[0]?.id ?? 0;
    await api().db.execute(
      sql`INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes, contact_info, details,
          status, hold_expires_at, paid_at, completed_at, student_nth)
        SELECT student_id, coach_id, service_id, 1, 2500, 60, '', '', 'completed', now(), now(), ${api().now().toISOString()}::timestamptz
          + interval '3 days', n
        FROM bookings, generate_series(1, 60) n WHERE id = ${first}`,
    );
    await world.order(0, 5000);
    const last = world.own[1]?.id ?? 0;
    await world.complete(0);
    await world.complete(1);
    api().clock.offset += 60 * HOUR_MS;
    await payOut(api());
    for (const id of [first, last]) expect(await world.transferred(id)).toBe(4250);
  });

  test('find a transfer whose response was lost', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 5000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    const { transfers: calls } = api().stripe;
    const create = calls.create.bind(calls);
    calls.create = async (...args: Parameters<typeof create>) => {
      calls.create = create;
      await create(...args);
      throw new Error('no way back');
    };
    await payOut(api());
    const id = world.own[0]?.id ?? 0;
    expect((await world.sums())[0]).toMatchObject({ paid_out: 0 });
    api().clock.offset += HOUR_MS;
    await payOut(api());
    expect((await world.sums())[0]).toMatchObject({ paid_out: 4250 });
    expect(await world.transferred(id)).toBe(4250);
  });

  test('take back the share of a later refund', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    await world.refundPart(0, 40);
    await world.deliverWebhook(0);
    expect((await world.sums())[0]).toMatchObject({ refunded: 4000, pending: -3400 });
    await world.work();
    expect((await world.sums())[0]).toMatchObject({ paid_out: 5100, pending: 0, commission: 900 });
    expect(await world.transferred(world.own[0]?.id ?? 0)).toBe(5100);
  });

  test('report a transfer that the site did not make', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    const transfer = await world.provider.transfers.create({
      ...{ amount: 700, currency: 'usd', destination: world.account },
      metadata: { transfer_id: '1' },
    });
    await deliverEvent(api(), 'transfer.created', { object: transfer });
    expect(await incidents()).toContainEqual(
      expect.objectContaining({
        type: 'transfer.created',
        summary: expect.stringContaining(transfer.id),
      }),
    );
  });

  test('are not repeated when a person takes them back', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    await world.takeBack(0);
    await world.deliverTransfer(0);
    await world.work();
    expect((await world.sums())[0]).toMatchObject({ paid_out: 0, pending: 8500 });
    const id = world.own[0]?.id ?? 0;
    expect(await incidents()).toContainEqual(
      expect.objectContaining({
        summary: `the payout for booking ${id} was taken back at the payment provider; it is not repeated`,
      }),
    );
  });

  test('wait while a dispute is open', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    const id = world.own[0]?.id ?? 0;
    const row = await world.readRow(id);
    const dispute = {
      ...{ id: 'dp_1', amount: 10_000, currency: 'usd', reason: 'general' },
      ...{ status: 'needs_response', payment_intent: row?.paymentIntent },
    };
    await deliverEvent(api(), 'charge.dispute.created', { object: dispute });
    api().clock.offset += 60 * HOUR_MS;
    await world.work();
    expect(await api().db.select().from(transfers).where(eq(transfers.bookingId, id))).toEqual([]);
    const won = { ...dispute, status: 'won' };
    await deliverEvent(api(), 'charge.dispute.closed', { object: won });
    await world.work();
    expect(await world.transferred(id)).toBe(8500);
  });

  test('leave a refund that begins before the transfer alone', async () => {
    const world = await ledgerWorld(api());
    undo.push(world.faults.restore);
    await world.order(0, 10_000);
    await world.complete(0);
    api().clock.offset += 60 * HOUR_MS;
    const id = world.own[0]?.id ?? 0;
    await api()
      .db.insert(transfers)
      .values({
        ...{ bookingId: id, account: world.account, amountCents: 8500 },
        ...{ retryAt: api().now(), createdAt: api().now() },
      });
    await api()
      .db.update(bookings)
      .set({ refund: 'begun', refundAfter: new Date(api().now().getTime() + HOUR_MS) })
      .where(eq(bookings.id, id));
    await payOut(api());
    expect(await api().db.select().from(transfers).where(eq(transfers.bookingId, id))).toEqual([]);
    expect(await world.transferred(id)).toBe(0);
  });
});
