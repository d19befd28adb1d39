import { expect, test } from 'vitest';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent } from './ledger-world';
import { refundWorld } from './refund-world';

onEveryDatabaseAtNight('failed refunds of parts', (api) => {
  const world = refundWorld(api);
  const { post, get, row, readRefunds, openCents, paid, returnByBank, tellFailure, failLast } =
    world;

  const shownTo = async (id: number, token: string) =>
    (await api().send('GET', `/api/bookings/${id}/`, undefined, token)).body.failed_refund;

  test('are shown to operator and student while open', async () => {
    const { id, token } = await paid('part-shown', 'pending');
    const read = async () => {
      const listed = await get('bookings/?refund=failed&q=part-shown0');
      const { refunds_failed: number } = await get('overview/?zone=UTC');
      const page = await api().send('GET', `/api/bookings/${id}/`, undefined, token);
      const metrics = await api().app.request('http://api.test/metrics', {
        headers: { authorization: `Bearer ${api().config.operatorToken}` },
      });
      const metric = /^carry_api_refunds_failed (\d+)$/m.exec(await metrics.text())?.[1];
      expect(Number(metric)).toBe(number);
      return { listed, number, student: page.body.failed_refund };
    };
    const before = await read();
    expect(before).toMatchObject({ listed: [], student: 0 });
    await post(`bookings/${id}/refund/`, { amount: 5, refunded: 0 });
    await failLast(id);
    const number = before.number + 1;
    const open = { listed: [{ id, refund: 'none', failed_refund: 5 }], number, student: 5 };
    expect(await read()).toMatchObject(open);
    await post(`bookings/${id}/settle/`, { amount: 5 });
    expect(await read()).toEqual(before);
  });

  /** A booking with failed refunds of $5 and $10. */
  async function twoFailed(name: string) {
    const { id, ...student } = await paid(name, 'pending');
    for (const amount of [10, 5]) await post(`bookings/${id}/refund/`, { amount });
    for (const nth of [0, 1]) await returnByBank(id, nth);
    for (const nth of [0, 1]) await tellFailure(id, nth);
    return { id, ...student };
  }

  test('are each announced to the student if both fail at once', async () => {
    const { id, token, mails } = await twoFailed('both-told');
    expect(await shownTo(id, token)).toBe(15);
    const amounts = (await mails()).flatMap(
      (mail) => /couldn't refund (\S+) for/.exec(mail)?.[1] ?? [],
    );
    expect(amounts.sort()).toEqual(['$10.00', '$5.00']);
  });

  test('of the provider are each announced if both fail at once', async () => {
    const { id, token } = await paid('both-at-provider', 'pending');
    const { paymentIntent } = (await row(id)) ?? {};
    for (const amount of [1000, 500]) {
      await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '', amount });
      const [object = {}] = await readRefunds(id);
      expect((await deliverEvent(api(), 'refund.created', { object })).status).toBe(200);
    }
    for (const nth of [0, 1]) await returnByBank(id, nth);
    for (const nth of [0, 1]) await tellFailure(id, nth);
    expect(await shownTo(id, token)).toBe(15);
  });

  test('end one by one as each is refunded again', async () => {
    const { id } = await twoFailed('two-parts');
    expect(await openCents(id)).toEqual([1000, 500]);
    const lastEvent = async () => (await get('overview/?zone=UTC')).provider.last_event_at;
    const before = await lastEvent();
    expect((await post(`bookings/${id}/refund/`, { amount: 5 })).status).toBe(200);
    expect(await lastEvent()).toBe(before);
    expect(await openCents(id)).toEqual([1000]);
    expect((await post(`bookings/${id}/refund/`, { amount: 10 })).status).toBe(200);
    expect(await openCents(id)).toEqual([]);
  });

  test.each([
    [5, [1000]],
    [10, [500]],
    [7, [800]],
    [3, [1000, 200]],
    [15, []],
  ])('stay open beyond $%d paid another way', async (amount, open) => {
    const { id } = await twoFailed(`parts-settled-${amount}-`);
    expect((await post(`bookings/${id}/settle/`, { amount })).status).toBe(200);
    expect(await openCents(id)).toEqual(open);
  });

  test('count as a part of a larger refund that fails, too', async () => {
    const { id } = await paid('larger', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 5 });
    await failLast(id);
    await post(`bookings/${id}/refund/`, { amount: 10 });
    expect(await openCents(id)).toEqual([]);
    await failLast(id);
    expect(await openCents(id)).toEqual([1000]);
  });

  test('end once if a refund is recorded twice', async () => {
    const { id } = await twoFailed('recorded-twice');
    await post(`bookings/${id}/refund/`, { amount: 5 });
    const [refund] = await readRefunds(id);
    const { refunds } = api().stripe;
    const { create } = refunds;
    refunds.create = (async () => refund) as unknown as typeof create; // a replayed response
    await post(`bookings/${id}/refund/`, { amount: 5 });
    refunds.create = create;
    expect(await openCents(id)).toEqual([1000]);
  });

  test('are shown to operators only if not announced', async () => {
    const { id, token } = await paid('part-hidden', 'failed');
    expect((await post(`bookings/${id}/refund/`, { amount: 5 })).status).toBe(409);
    expect(await get('bookings/?refund=failed&q=part-hidden0')).toMatchObject([
      { id, failed_refund: 5 },
    ]);
    const { body } = await api().send('GET', `/api/bookings/${id}/`, undefined, token);
    expect(body.failed_refund).toBe(0);
  });

  test('show the announced amount', async () => {
    const { id, token } = await paid('part-mixed', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 5 });
    await failLast(id);
    const { create } = api().stripe.refunds;
    const failAtOnce = async (amount: number) => {
      api().stripe.refunds.create = (async (...args: Parameters<typeof create>) => ({
        ...(await create.apply(api().stripe.refunds, args)),
        status: 'failed',
      })) as unknown as typeof create;
      const answer = await post(`bookings/${id}/refund/`, { amount });
      api().stripe.refunds.create = create;
      expect(answer.status).toBe(409);
      await returnByBank(id);
    };
    await failAtOnce(7);
    expect(await get(`bookings/${id}/`)).toMatchObject({ failed_refund: 12 });
    expect(await shownTo(id, token)).toBe(5);
    await failAtOnce(5); // the failed retry stays announced
    expect(await get(`bookings/${id}/`)).toMatchObject({ failed_refund: 12 });
    expect(await shownTo(id, token)).toBe(5);
    await failAtOnce(5);
    await post(`bookings/${id}/settle/`, { amount: 5 });
    expect(await get(`bookings/${id}/`)).toMatchObject({ failed_refund: 7 });
    expect(await shownTo(id, token)).toBe(0);
  });

  test('end the announced one first', async () => {
    const { id, token } = await paid('part-equal', 'pending');
    await post(`bookings/${id}/refund/`, { amount: 5 });
    await failLast(id);
    const { paymentIntent } = (await row(id)) ?? {};
    await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '', amount: 500 });
    await failLast(id);
    expect(await get(`bookings/${id}/`)).toMatchObject({ failed_refund: 10 });
    expect(await shownTo(id, token)).toBe(5);
    await post(`bookings/${id}/settle/`, { amount: 5 });
    expect(await get(`bookings/${id}/`)).toMatchObject({ failed_refund: 5 });
    expect(await shownTo(id, token)).toBe(0);
  });

  test('replace one failure if a retry is recorded twice', async () => {
    const { id } = await paid('replayed-failure', 'pending');
    for (const _ of [0, 1]) {
      const { paymentIntent } = (await row(id)) ?? {};
      await api().stripe.refunds.create({ payment_intent: paymentIntent ?? '', amount: 500 });
      await failLast(id);
    }
    expect(await openCents(id)).toEqual([500, 500]);
    const { refunds } = api().stripe;
    const { create } = refunds;
    const [last] = await readRefunds(id);
    refunds.create = (async () => ({
      ...{ ...last, id: 're_replayed', status: 'failed' },
    })) as unknown as typeof create;
    for (const _ of [0, 1])
      expect((await post(`bookings/${id}/refund/`, { amount: 5 })).status).toBe(409);
    refunds.create = create;
    expect(await openCents(id)).toEqual([500, 500]);
  });
});
