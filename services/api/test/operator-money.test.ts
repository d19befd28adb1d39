import { dateIn } from '@carry/contracts/format';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, reviewReports, reviews } from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { dashboardUrl } from '../src/features/operator/bookings';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const WEEK_MS = 7 * 24 * 3_600_000;

onEveryDatabaseAtNight("the operator's money", (api) => {
  const post = (path: string, body: object) =>
    api().send('POST', `/api/operator/${path}`, body, api().config.operatorToken);
  const get = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken)).body;
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const refunds = async () =>
    (
      (await (
        await fetch(`${api().sandbox.origin}/v1/refunds`, {
          headers: { authorization: `Bearer ${api().config.stripe.secretKey}` },
        })
      ).json()) as { data: { amount: number }[] }
    ).data;

  /** Pays a booking of 75 USD without a time. */
  async function paid(name: string): Promise<number> {
    const [student] = await api().newCrowd(name, 1);
    const order = api().order(null, { service_id: 4 });
    const booked = await api().send('POST', '/api/create-booking/', order, student?.token);
    const { booking_id: id } = booked.body;
    const opened = await api().send('POST', `/api/bookings/${id}/checkout/`, {}, student?.token);
    await api().pay(opened.body.sessionId);
    await webhook(api(), opened.body.sessionId);
    return id;
  }

  test('cancels no hold that was paid in the meantime', async () => {
    const id = await paid('just_paid');
    const cancel = (seen: object) => post(`bookings/${id}/cancel/`, seen);
    expect(await cancel({ paid: false })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^The student has paid by now/) },
    });
    expect(await row(id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    expect((await cancel({ paid: true })).body.detail).toMatch(/refunded in full$/);
  });

  test('refunds a part once and keeps the booking', async () => {
    const id = await paid('part');
    const before = (await refunds()).length;
    const part = { amount: 12.5, refunded: 0 };
    expect(await post(`bookings/${id}/refund/`, part)).toMatchObject({
      status: 200,
      body: { detail: '$12.50 of the payment is refunded' },
    });
    expect(await row(id)).toMatchObject({
      status: 'confirmed',
      refund: 'none',
      refundedCents: 1250,
    });
    expect((await post(`bookings/${id}/refund/`, part)).status).toBe(409); // repeated
    expect((await refunds()).slice(0, -before || undefined).map(({ amount }) => amount)).toEqual([
      1250,
    ]);
    const mails = await api().mailsTo('part0@example.com');
    expect(mails.filter(({ subject }) => /^Part of your payment/.test(subject))).toHaveLength(1);
    expect((await post(`bookings/${id}/refund/`, { amount: 62.5 })).status).toBe(409);
    expect((await post(`bookings/${id}/refund/`, { amount: 0.001 })).status).toBe(400);
    expect((await post(`bookings/${id}/refund/`, { amount: 2.5, refunded: 12.5 })).status).toBe(
      200,
    );
    expect((await row(id))?.refundedCents).toBe(1500);
  });

  test('refunds once for concurrent requests', async () => {
    const id = await paid('twice');
    const before = (await refunds()).length;
    const answers = await Promise.all(
      [5, 5, 7].map((amount) => post(`bookings/${id}/refund/`, { amount, refunded: 0 })),
    );
    const made = (await refunds()).slice(0, (await refunds()).length - before);
    expect(made).toHaveLength(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect((await row(id))?.refundedCents).toBe(made[0]?.amount);
  });

  test('returns the rest after a partial refund', async () => {
    const id = await paid('rest');
    await post(`bookings/${id}/refund/`, { amount: 10 });
    expect((await post(`bookings/${id}/cancel/`, {})).status).toBe(200);
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 7500 });
    expect((await post(`bookings/${id}/refund/`, { amount: 1 })).status).toBe(409);
  });

  test('records the amounts that operators give', async () => {
    const id = await paid('recorded');
    await post(`bookings/${id}/refund/`, { amount: 21 });
    await post(`bookings/${id}/settle/`, { amount: 7, refunded: 21 });
    await post(`bookings/${id}/paid-out/`, { amount: -3.5 });
    await post(`bookings/${id}/cancel/`, {});
    const entries: object[] = await get('audit/');
    expect(entries.slice(0, 4)).toMatchObject([
      { action: 'cancel booking', target: id, amount: null },
      { action: 'record payout of booking', target: id, amount: -3.5 },
      { action: 'settle refund of booking', target: id, amount: 7 },
      { action: 'refund booking', target: id, amount: 21, status: 200 },
    ]);
  });

  test('refuses a part of an unpaid booking', async () => {
    const [student] = await api().newCrowd('unpaid', 1);
    const order = api().order(null, { service_id: 4 });
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', order, student?.token)
    ).body;
    expect((await post(`bookings/${id}/refund/`, { amount: 1 })).status).toBe(409);
    expect(await get(`bookings/${id}/`)).toMatchObject({ id, amount: 75, paid_at: null });
  });

  test('links to the payment at Stripe', async () => {
    const id = await paid('linked');
    const { paymentIntent } = (await row(id)) ?? {};
    const url = `https://dashboard.stripe.com/test/payments/${paymentIntent}`;
    expect((await get(`bookings/${id}/`)).payment_url).toBe(url);
    expect(dashboardUrl({ stripe: { secretKey: 'rk_live_1' } } as never, 'pi_1')).toBe(
      'https://dashboard.stripe.com/payments/pi_1',
    );
  });

  test('adds up revenue by week and coach', async () => {
    const total = async () => {
      const period = 'zone=Europe/Berlin&weeks=2';
      const [, last] = (await get(`revenue/weeks/?${period}`)).weeks;
      const { weeks, rows } = await get(`revenue/?${period}`); // of earlier consoles
      const [row] = rows.filter(({ week }: { week: string }) => week === weeks[1]);
      const { paid, refunded } = row ?? { paid: 0, refunded: 0 };
      expect(last).toMatchObject({ week: weeks[1], paid, refunded });
      return { weeks, paid, refunded };
    };
    const before = await total();
    const id = await paid('revenue');
    await post(`bookings/${id}/refund/`, { amount: 20 });
    const old = await paid('last-week');
    const paidAt = new Date(api().now().getTime() - WEEK_MS);
    await api().db.update(bookings).set({ paidAt }).where(eq(bookings.id, old));
    const after = await total();
    expect(after.weeks).toHaveLength(2);
    for (const week of after.weeks) expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1);
    expect(after.paid - before.paid).toBe(75);
    expect(after.refunded - before.refunded).toBe(20);
    const { weeks } = await get('revenue/weeks/?zone=Europe/Berlin&weeks=1');
    expect(weeks).toMatchObject([{ week: after.weeks[1] }]);
    for (const list of ['', 'weeks/', 'coaches/', 'export/'])
      expect((await get(`revenue/${list}?zone=Mars/Olympus`)).detail).toBe(
        'Zone: is not a time zone',
      );
  });

  test('adds up revenue by month and year of payment', async () => {
    const sums = async (by: string) => {
      const { weeks, ...answer } = await get(`revenue/weeks/?zone=Asia/Tokyo&by=${by}`);
      expect(answer.by).toBe(by);
      return weeks as { week: string; paid: number }[];
    };
    const [year, month] = dateIn('Asia/Tokyo', api().now()).split('-').map(Number);
    const id = await paid('months');
    const months = await sums('month');
    expect(months).toHaveLength(24);
    const before = new Date(Date.UTC(year ?? 0, (month ?? 0) - 13, 1));
    const index = months.findIndex(({ week }) => week === before.toISOString().slice(0, 10));
    expect(index).toBe(11);
    const years = await sums('year');
    expect(years.map(({ week }) => week)).toEqual(
      [4, 3, 2, 1, 0].map((ago) => `${Number(year) - ago}-01-01`),
    );
    // the first day in Tokyo is the last one in UTC
    const paidAt = new Date(before.getTime() - 9 * 3_600_000);
    await api().db.update(bookings).set({ paidAt }).where(eq(bookings.id, id));
    const moved = await sums('month');
    expect((moved[index]?.paid ?? 0) - (months[index]?.paid ?? 0)).toBe(75);
    expect((months.at(-1)?.paid ?? 0) - (moved.at(-1)?.paid ?? 0)).toBe(75);
    expect(((await sums('year'))[3]?.paid ?? 0) - (years[3]?.paid ?? 0)).toBe(75);
    const rows: { paid: number }[] = await get('revenue/coaches/?zone=Asia/Tokyo&by=year');
    const cents = rows.reduce((sum, { paid }) => sum + Math.round(paid * 100), 0);
    expect(cents).toBe(years.reduce((sum, { paid }) => sum + Math.round(paid * 100), 0));
    const response = await api().app.request('/api/operator/revenue/export/?zone=UTC&by=month', {
      headers: { authorization: `Bearer ${api().config.operatorToken}` },
    });
    expect(await response.text()).toMatch(/^month,coach_id,/);
  });

  test('counts what waits today', async () => {
    const before = await get('overview/?zone=UTC');
    const [review] = await api()
      .db.insert(reviews)
      .values({ coachId: 1, reviewerName: 'Kim', comment: 'Spam.', rating: 1 })
      .returning();
    const [first, second] = await api().newCrowd('reports', 2);
    for (const user of [first, second])
      await api()
        .db.insert(reviewReports)
        .values({ reviewId: review?.id ?? 0, userId: user?.id ?? 0, reason: 'Spam.' });
    await paid('today');
    const after = await get('overview/?zone=UTC');
    expect(after.reported_reviews - before.reported_reviews).toBe(1);
    expect(after.revenue.paid - before.revenue.paid).toBe(75);
    expect(after.provider.last_event_at).toEqual(expect.any(String));
    await post(`reviews/${review?.id}/hide/`, { reason: 'Spam.' });
    expect((await get('overview/?zone=UTC')).reported_reviews).toBe(before.reported_reviews);
  });
});
