import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { bookings, coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { createReceipt } from '../src/features/payments/receipt';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { ledgerWorld } from './ledger-world';

const SUMS = ['paid', 'commission', 'refunded', 'paid_out', 'pending'] as const;
type Sums = Record<(typeof SUMS)[number], number>;

const operatorCall = (api: Harness, method: string, path: string, body?: object) =>
  api.send(method, `/api/operator/${path}`, body, api.config.operatorToken);

/** Sums of a coach in the operator's revenue, in cents. */
async function readRevenue(api: Harness, coachId: number): Promise<Sums> {
  const { body } = await operatorCall(api, 'GET', 'revenue/coaches/?zone=Europe/Berlin&weeks=53');
  const rows: (Sums & { coach_id: number })[] = body;
  const own = rows.find(({ coach_id }) => coach_id === coachId);
  return Object.fromEntries(
    SUMS.map((name) => [name, Math.round((own?.[name] ?? 0) * 100)]),
  ) as Sums;
}

async function readEarnings(api: Harness, coachId: number): Promise<Sums> {
  const [coach] = await api.db.select().from(coaches).where(eq(coaches.id, coachId));
  const token = await signAccess(api, coach?.userId ?? 0);
  return (await api.send('GET', '/api/coach/earnings/', undefined, token)).body.total;
}

onEveryDatabaseAtNight('revenue and earnings', (api) => {
  test('agree after a payout, a partial refund and its reversal', async () => {
    const world = await ledgerWorld(api());
    try {
      await world.order(0, 7501);
      await world.order(0, 3333);
      const [{ id = 0 } = {}] = world.own;
      const coachId = (await world.readRow(id))?.coachId ?? 0;
      await world.complete(0);
      api().clock.offset += 52 * 3_600_000;
      await world.work();
      const paidOut = await readRevenue(api(), coachId);
      expect(paidOut).toMatchObject({ paid: 10_834, paid_out: 7501 - 1125 });
      expect(paidOut).toEqual(await readEarnings(api(), coachId));

      const refund = { amount: 20.01, refunded: 0 };
      const { status } = await operatorCall(api(), 'POST', `bookings/${id}/refund/`, refund);
      expect(status).toBe(200);
      const refunded = await readRevenue(api(), coachId);
      expect(refunded).toEqual({
        ...{ paid: 10_834, refunded: 2001, commission: 825 + 499, paid_out: 6376 },
        pending: 10_834 - 2001 - 825 - 499 - 6376,
      });
      expect(refunded).toEqual(await readEarnings(api(), coachId));

      await world.work();
      const reversed = await readRevenue(api(), coachId);
      expect(reversed).toMatchObject({ paid_out: 5500 - 825, pending: 3333 - 499 });
      expect(reversed).toEqual(await readEarnings(api(), coachId));
    } finally {
      world.faults.restore();
    }
  });

  test('sum each year in a statement of its own', async () => {
    const { db, config } = api();
    const countSelects = async (by: 'month' | 'year') => {
      let selects = 0;
      const counting = new Proxy(db, {
        get(target, name) {
          if (name === 'select') selects++;
          return Reflect.get(target, name);
        },
      });
      const headers = { authorization: `Bearer ${config.operatorToken}` };
      const path = `/api/operator/revenue/weeks/?zone=UTC&by=${by}`;
      const answer = await createApp({ ...api(), db: counting }).request(path, { headers });
      expect(answer.status).toBe(200);
      return selects;
    };
    // each statement selects from another
    expect((await countSelects('year')) - (await countSelects('month'))).toBe(4 * 2);
  });

  test('contain the tax of the receipts, without refunded parts', async () => {
    const world = await ledgerWorld(api());
    try {
      for (const cents of [2500, 1999, 1999, 3333]) await world.order(0, cents);
      const ids = world.own.map(({ id }) => id);
      const coachId = (await world.readRow(ids[0] ?? 0))?.coachId ?? 0;
      const readTax = async () => {
        const path = 'revenue/coaches/?zone=Europe/Berlin&weeks=53';
        const rows: { coach_id: number; tax: number | null }[] = (
          await operatorCall(api(), 'GET', path)
        ).body;
        return rows.filter(({ coach_id }) => coach_id === coachId).map(({ tax }) => tax);
      };
      expect(await readTax()).toEqual([null]);
      const taxed = ids.slice(0, 3); // the last one was booked without a rate
      await api()
        .db.update(bookings)
        .set({ taxBasisPoints: 1900 })
        .where(inArray(bookings.id, taxed));
      const receipts = [2500, 1999, 1999].map(
        (amountCents) =>
          createReceipt(api().config, { amountCents, taxBasisPoints: 1900 }).tax?.amount,
      );
      expect(receipts).toEqual([3.99, 3.19, 3.19]);
      expect(await readTax()).toEqual([10.37]);
      const refund = { amount: 15, refunded: 0 };
      await operatorCall(api(), 'POST', `bookings/${ids[0]}/refund/`, refund);
      expect(await readTax()).toEqual([1.6 + 6.38]);
    } finally {
      world.faults.restore();
    }
  });

  test('agree if a dispute takes more than was left', async () => {
    const world = await ledgerWorld(api());
    try {
      await world.order(1, 5000);
      const [{ id = 0 } = {}] = world.own;
      const coachId = (await world.readRow(id))?.coachId ?? 0;
      await api().db.update(bookings).set({ refundedCents: 6500 }).where(eq(bookings.id, id));
      const revenue = await readRevenue(api(), coachId);
      expect(revenue).toMatchObject({ paid: 5000, refunded: 5000, pending: 0 });
      expect(revenue).toEqual(await readEarnings(api(), coachId));
    } finally {
      world.faults.restore();
    }
  });
});
