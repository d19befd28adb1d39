import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { bookings, coaches, ledgerEntries, paymentIncidents, users } from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { returnDuePayments } from '../src/features/payments/refunds';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent } from './ledger-world';
import { refundWorld } from './refund-world';

onEveryDatabaseAtNight('failed refunds', (api) => {
  const { post, get, row, readIncidents, readRefunds, paid, returnByBank, tellFailure, failLast } =
    refundWorld(api);

  test('of a part at once leave the booking as it was', async () => {
    const { id, mails } = await paid('at-once', 'failed');
    for (const amount of [5, 7]) {
      const answer = await post(`bookings/${id}/refund/`, { amount, refunded: 0 });
      expect(answer).toMatchObject({
        status: 409,
        body: {
          detail: `The payment provider couldn't refund $${amount}.00 (expired_or_canceled_card).`,
        },
      });
      expect(await row(id)).toMatchObject({ refund: 'none', refundedCents: 0 });
    }
    expect(await readIncidents(id)).toMatchObject([{ amount_cents: 700 }, { amount_cents: 500 }]);
    const [object = {}] = await readRefunds(id);
    await deliverEvent(api(), 'refund.failed', { object });
    expect(await readIncidents(id)).toHaveLength(2);
    expect((await mails()).join()).not.toMatch(/refund/);
  });

  test('of a part are emailed with their amount and repeatable', async () => {
    const { id, mails } = await paid('later', 'pending');
    const part = { amount: 5, refunded: 0 };
    expect((await post(`bookings/${id}/refund/`, part)).status).toBe(200);
    expect(await row(id)).toMatchObject({ refundedCents: 500 });
    await failLast(id);
    expect(await row(id)).toMatchObject({ refund: 'none', refundedCents: 0 });
    expect(await readIncidents(id)).toMatchObject([{ type: 'refund.failed', amount_cents: 500 }]);
    const delayed = (await mails()).filter((body) => body.includes("We couldn't refund $5.00"));
    expect(delayed).toHaveLength(1);
    expect((await post(`bookings/${id}/refund/`, part)).status).toBe(200);
    expect((await readRefunds(id)).map(({ status }) => status)).toEqual(['pending', 'failed']);
    await failLast(id);
    expect((await post(`bookings/${id}/refund/`, { amount: 7, refunded: 0 })).status).toBe(200);
    expect(await row(id)).toMatchObject({ refundedCents: 700 });
  });

  test('of a payment without a booking link to that payment', async () => {
    const startsAt = new Date(api().now().getTime() - 1000);
    const begun = { startsAt, endsAt: api().now() };
    const { id, mails } = await paid('unbooked', 'failed', begun);
    await sweep(api());
    expect(await row(id)).toMatchObject({ status: 'expired', refund: 'failed' });
    await post(`bookings/${id}/refund/`);
    await sweep(api());
    expect((await post(`bookings/${id}/settle/`)).status).toBe(200);
    const [paidBack, delayed, retried] = (await mails()).map(
      (body) => /^View your \w+: (\S+)$/m.exec(body)?.[1],
    );
    const { checkoutSession } = (await row(id)) ?? {};
    const page = `http://site.test/booking-success?session_id=${checkoutSession}`;
    expect([paidBack, delayed, retried]).toEqual([page, page, page]);
  });

  test('are shown to both sides until they are settled', async () => {
    const { id, token } = await paid('shown', 'failed');
    const { access } = await api().asCoach();
    const find = (rows: { id: number }[]) => rows.find((one) => one.id === id);
    const read = async () => {
      const get = (path: string, as: string) => api().send('GET', path, undefined, as);
      return [
        find((await get('/api/my-sessions/', token)).body),
        find((await get('/api/bookings/', access)).body),
        (await get(`/api/bookings/${id}/`, token)).body,
        (await get(`/api/bookings/${id}/`, access)).body,
      ];
    };
    await post(`bookings/${id}/cancel/`);
    const waits = { refund: 'due', refund_failed: false };
    expect(await read()).toMatchObject([waits, waits, waits, waits]);
    await sweep(api());
    const failed = { refund: 'due', refund_failed: true };
    expect(await read()).toMatchObject([failed, failed, failed, failed]);
    await post(`bookings/${id}/settle/`);
    const settled = { refund: 'returned', refund_failed: false };
    expect(await read()).toMatchObject([settled, settled, settled, settled]);
  });

  test('of the rest have the amount of the rest', async () => {
    const { id, mails } = await paid('rest', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 10 });
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    await failLast(id);
    expect(await row(id)).toMatchObject({ refund: 'failed', refundedCents: 1000 });
    expect(await readIncidents(id)).toMatchObject([{ amount_cents: 6500 }]);
    expect((await mails())[0]).toContain("We couldn't refund $65.00");
  });

  test('end when an operator pays them another way', async () => {
    const { id, token, mails } = await paid('settled', 'pending');
    expect((await post(`bookings/${id}/settle/`)).status).toBe(409);
    await post(`bookings/${id}/refund/`, { amount: 10 });
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    await failLast(id);
    const before = (await get('overview/?zone=UTC')).refunds_failed;
    expect((await post(`bookings/${id}/settle/`)).body.detail).toBe(
      'Recorded as refunded another way',
    );
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    expect((await get('overview/?zone=UTC')).refunds_failed).toBe(before - 1);
    expect(await readIncidents(id)).toEqual([]);
    expect((await mails())[0]).toContain("couldn't refund $65.00");
    expect((await mails())[0]).toContain('another way');
    const sums = await api().db.select().from(ledgerEntries).where(eq(ledgerEntries.bookingId, id));
    expect(sums.reduce((sum, { pendingCents }) => sum + pendingCents, 0)).toBe(0);
    const { body } = await api().send('GET', '/api/my-sessions/', undefined, token);
    expect(body[0]).toMatchObject({ refunded: 75, refund: 'returned' });
    const [object = {}] = await readRefunds(id);
    await deliverEvent(api(), 'refund.failed', { object }); // late
    expect((await post(`bookings/${id}/settle/`)).status).toBe(200);
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    expect((await get('audit/'))[0]).toMatchObject({
      action: 'settle refund of booking',
      target: id,
    });
  });

  test.each([undefined, 40])('are not settled during a dispute (part: %s)', async (amount) => {
    const { id } = await paid(`disputed-${amount}`, 'pending');
    if (amount) await post(`bookings/${id}/refund/`, { amount });
    else {
      await post(`bookings/${id}/cancel/`);
      await sweep(api());
    }
    await failLast(id);
    const incident = { key: `dispute ${id}`, type: 'charge.dispute.created', summary: 'Open' };
    const [dispute] = await api()
      .db.insert(paymentIncidents)
      .values({ ...incident, bookingId: id, occurredAt: api().now() })
      .returning();
    expect(await post(`bookings/${id}/settle/`, { amount })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^This payment is disputed/) },
    });
    await api()
      .db.update(paymentIncidents)
      .set({ resolvedAt: api().now() })
      .where(eq(paymentIncidents.id, dispute?.id ?? 0));
    expect((await post(`bookings/${id}/settle/`, { amount })).status).toBe(200);
  });

  test('of a part end when an operator pays the part another way', async () => {
    const { id, mails } = await paid('part-settled', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 40, refunded: 0 });
    const settle = (body: object) => post(`bookings/${id}/settle/`, body);
    expect((await settle({ amount: 40 })).body.detail).toBe(
      'No refund of this booking has failed.',
    );
    await failLast(id);
    expect(await get(`bookings/${id}/`)).toMatchObject({ refunded: 0, failed_refund: 40 });
    expect((await settle({})).body.detail).toBe('Enter the amount that you paid back.');
    expect((await settle({ amount: 76 })).status).toBe(409);
    expect((await settle({ amount: 40, refunded: 0 })).status).toBe(200);
    expect(await row(id)).toMatchObject({
      refund: 'none',
      refundedCents: 4000,
      settledCents: 4000,
    });
    expect(await get(`bookings/${id}/`)).toMatchObject({ refunded: 40, failed_refund: 0 });
    expect(await readIncidents(id)).toEqual([]);
    expect((await mails())[0]).toMatch(/couldn't refund \$40\.00[^.]*another way/);
    expect((await settle({ amount: 40, refunded: 0 })).body.detail).toMatch(
      /^\$40\.00 is refunded/,
    );
    await tellFailure(id); // late
    expect(await row(id)).toMatchObject({ refundedCents: 4000 });
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    expect((await readRefunds(id)).map(({ amount }) => amount)).toEqual([3500, 4000]);
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
  });

  test('of a last part cancel the booking once paid another way', async () => {
    const { id } = await paid('last-part', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 40, refunded: 0 });
    await failLast(id);
    await post(`bookings/${id}/refund/`, { amount: 35, refunded: 0 });
    await post(`bookings/${id}/settle/`, { amount: 40 });
    expect(await row(id)).toMatchObject({
      ...{ status: 'cancelled', refund: 'returned', refundedCents: 7500 },
    });
  });

  test('keep what was paid another way when an earlier part fails, too', async () => {
    const { id } = await paid('twice', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 10 });
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    await failLast(id);
    expect((await post(`bookings/${id}/settle/`, { amount: 10 })).status).toBe(409);
    await post(`bookings/${id}/settle/`, { refunded: 10 });
    await returnByBank(id, 1);
    await tellFailure(id, 1);
    expect(await row(id)).toMatchObject({ refund: 'failed', refundedCents: 6500 });
    await post(`bookings/${id}/refund/`);
    expect((await post(`bookings/${id}/settle/`)).body.detail).toBe(
      "This refund is being tried right now. Don't pay it another way.",
    );
    await sweep(api());
    expect((await readRefunds(id)).map(({ amount }) => amount)).toEqual([1000, 6500, 1000]);
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
  });

  test('leave a refund alone that is complete at the provider', async () => {
    const { id, mails } = await paid('complete', 'pending');
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    await returnByBank(id);
    const { paymentIntent } = (await row(id)) ?? {};
    await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '' });
    await tellFailure(id, 1);
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    expect(await readIncidents(id)).toEqual([]);
    expect((await mails()).join()).not.toContain("couldn't refund");
  });

  test('of a part that was not announced are not emailed', async () => {
    const { id, mails } = await paid('unannounced', 'pending');
    const { paymentIntent } = (await row(id)) ?? {};
    await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '', amount: 500 });
    await failLast(id);
    expect(await readIncidents(id)).toMatchObject([{ type: 'refund.failed', amount_cents: 500 }]);
    expect((await mails()).join()).not.toContain("couldn't refund");
  });

  test('are not resolved by a decision on the incident that they replaced', async () => {
    const { id } = await paid('replaced', 'failed');
    await post(`bookings/${id}/refund/`, { amount: 5 });
    const { db, config } = api();
    const setType = (type: string) =>
      db.update(paymentIncidents).set({ type }).where(eq(paymentIncidents.bookingId, id));
    await setType('refund.waits');
    const transaction: typeof db.transaction = async (work) => {
      await setType('refund.failed');
      return db.transaction(work);
    };
    const app = createApp({ ...api(), db: Object.assign(Object.create(db), { transaction }) });
    const [incident] = await readIncidents(id);
    const url = `http://api.test/api/operator/incidents/${incident?.id}/resolve/`;
    const headers = {
      authorization: `Bearer ${config.operatorToken}`,
      'content-type': 'application/json',
    };
    const answer = await app.request(url, { method: 'POST', headers, body: '{}' });
    expect([answer.status, (await readIncidents(id)).length]).toEqual([409, 1]);
  });

  test('that are refunded at the provider are emailed to the student once', async () => {
    const { id, mails } = await paid('at-provider', 'pending');
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    await failLast(id);
    const { paymentIntent, coachId } = (await row(id)) ?? {};
    const object = await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '' });
    for (const type of ['refund.created', 'refund.updated'])
      await deliverEvent(api(), type, { object });
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    const refunded = (await mails()).filter((body) => body.includes('is refunding this booking'));
    expect(refunded).toHaveLength(1);
    expect(refunded[0]).toContain('a full refund of $75.00');
    const [coach] = await api()
      .db.select({ email: users.email })
      .from(coaches)
      .innerJoin(users, eq(users.id, coaches.userId))
      .where(eq(coaches.id, coachId ?? 0));
    const subjects = (await api().mailsTo(coach?.email ?? '')).map(({ subject }) => subject);
    expect(subjects.join()).toContain(`(booking ${id})`);
    expect(subjects.join()).not.toMatch(new RegExp(`Refund for .*booking ${id}`));
  });

  test('open no incident for an attempt that another process took over', async () => {
    const { id } = await paid('taken-over');
    await post(`bookings/${id}/cancel/`);
    const set = (change: Partial<typeof bookings.$inferInsert>) =>
      api().db.update(bookings).set(change).where(eq(bookings.id, id));
    await set({ refundAttempts: 10 });
    const create = async () => {
      await set({ refund: 'returned', refundedCents: 7500 });
      throw new Error('connection lost');
    };
    const stripe = Object.assign(Object.create(api().stripe), { refunds: { create } });
    await returnDuePayments({ ...api(), stripe });
    expect(await row(id)).toMatchObject({ refund: 'returned', refundAttempts: 11 });
    expect(await readIncidents(id)).toEqual([]);
  });

  test('wait as an incident even if the tenth attempt left no trace', async () => {
    const { id } = await paid('skipped');
    await post(`bookings/${id}/cancel/`);
    await api().db.update(bookings).set({ refundAttempts: 10 }).where(eq(bookings.id, id));
    const create = () => Promise.reject(new Error('connection lost'));
    const stripe = Object.assign(Object.create(api().stripe), { refunds: { create } });
    await returnDuePayments({ ...api(), stripe });
    expect(await readIncidents(id)).toMatchObject([{ type: 'refund.waits' }]);
  });

  test('replace the incident of a refund whose responses were lost', async () => {
    const { id } = await paid('unanswered', 'failed');
    await post(`bookings/${id}/cancel/`);
    await api().db.update(bookings).set({ refundAttempts: 9 }).where(eq(bookings.id, id));
    const { refunds } = api().stripe;
    const create = async (...about: Parameters<typeof refunds.create>) => {
      await refunds.create(...about);
      throw new Error('connection lost');
    };
    const stripe = Object.assign(Object.create(api().stripe), { refunds: { create } });
    await returnDuePayments({ ...api(), stripe });
    expect(await readIncidents(id)).toMatchObject([{ type: 'refund.waits' }]);
    await tellFailure(id);
    expect(await readIncidents(id)).toMatchObject([{ type: 'refund.failed' }]);
  });

  test('have no currency if the payment had another one', async () => {
    const { id } = await paid('in-euros', 'failed');
    await api().db.update(bookings).set({ paidCents: 2000 }).where(eq(bookings.id, id));
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    expect(await readIncidents(id)).toMatchObject([{ amount_cents: 2000, currency: null }]);
  });

  test('include cancelled ones', async () => {
    const { id } = await paid('cancelled', 'pending');
    await post(`bookings/${id}/cancel/`);
    await sweep(api());
    const [refund] = await readRefunds(id);
    await fetch(`${api().sandbox.origin}/refunds/${refund?.id}/fail`, { method: 'POST' });
    const object = { ...refund, status: 'canceled' };
    await deliverEvent(api(), 'refund.updated', { object });
    expect(await row(id)).toMatchObject({ refund: 'failed', refundedCents: 0 });
  });
});
