import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, coaches, ledgerMonths } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { compactMonths } from '../src/features/earnings/compact';
import { type Harness, onEveryDatabaseAtNight, onPostgres } from './harness';
import { monthsOffLedger } from './ledger-world';
import { booking } from './matrix-row';

async function newCoach(api: Harness, name: string) {
  const [student] = await api.newCrowd(`${name}-student-`, 1);
  const coach = await api.newCoach(name);
  const owner = { ...coach, studentId: student?.id ?? 0, coachUserId: coach.userId };
  const token = await signAccess(api, coach.userId);
  const pay = (cents: number, paidAt: string, more: object = {}) =>
    booking(api, owner, 'completed', {
      ...{ amountCents: cents, commissionBps: 1500, paidAt: new Date(paidAt) },
      ...more,
    });
  const read = (path = '/api/coach/earnings/') => api.send('GET', path, undefined, token);
  return { ...coach, owner, pay, read };
}

onEveryDatabaseAtNight("a coach's earnings", (api) => {
  test('add up by month of payment in the coach’s zone', async () => {
    const { coachId, pay, read } = await newCoach(api(), 'earning');
    await api()
      .db.update(coaches)
      .set({ timeZone: 'America/New_York' })
      .where(eq(coaches.id, coachId));
    const { id } = await pay(10_000, '2026-10-15T12:00:00Z');
    await pay(3333, '2026-11-01T02:00:00Z'); // October in New York
    await pay(2000, '2026-11-20T12:00:00Z');
    await api().db.update(bookings).set({ refundedCents: 4000 }).where(eq(bookings.id, id));
    const { status, body } = await read();
    expect(status).toBe(200);
    const october = {
      ...{ paid: 13_333, commission: 900 + 499, refunded: 4000, paid_out: 0 },
      pending: 13_333 - 900 - 499 - 4000,
    };
    const november = { paid: 2000, commission: 300, refunded: 0, paid_out: 0, pending: 1700 };
    expect(body).toEqual({
      total: {
        ...{ paid: 15_333, commission: 1699, refunded: 4000, paid_out: 0 },
        pending: october.pending + november.pending,
      },
      months: [
        { month: '2026-11', bookings: 1, ...november },
        { month: '2026-10', bookings: 2, ...october },
      ],
      time_zone: 'America/New_York',
      commission_percent: 15,
    });
  });

  test('return the commission with a full refund', async () => {
    const { pay, read } = await newCoach(api(), 'refunding');
    const { id } = await pay(9999, '2026-11-20T12:00:00Z');
    await api().db.update(bookings).set({ refundedCents: 9999 }).where(eq(bookings.id, id));
    expect((await read()).body.total).toEqual({
      ...{ paid: 9999, commission: 0, refunded: 9999, paid_out: 0, pending: 0 },
    });
    // the refund failed after all
    await api().db.update(bookings).set({ refundedCents: 0 }).where(eq(bookings.id, id));
    expect((await read()).body.total).toMatchObject({ commission: 1499, pending: 8500 });
  });

  test('stay the same when a month is compacted', async () => {
    const { coachId, pay, read } = await newCoach(api(), 'compacting');
    const { id } = await pay(2500, '2026-10-20T12:00:00Z');
    const rows = () => api().db.$count(ledgerMonths, eq(ledgerMonths.coachId, coachId));
    for (const more of [1, 2]) {
      await pay(1000, '2026-10-21T12:00:00Z');
      await api()
        .db.update(bookings)
        .set({ refundedCents: 500 * more })
        .where(eq(bookings.id, id));
      const { body } = await read();
      expect(body.months).toMatchObject([{ bookings: 1 + more, refunded: 500 * more }]);
      expect(await rows()).toBeGreaterThan(1);
      await compactMonths(api().db);
      expect([(await read()).body, await rows()]).toEqual([body, 1]);
    }
  });

  test('keep their month when the coach changes the time zone', async () => {
    const { coachId, pay, read } = await newCoach(api(), 'moving');
    const setZone = (timeZone: string) =>
      api().db.update(coaches).set({ timeZone }).where(eq(coaches.id, coachId));
    await setZone('America/New_York');
    const { id } = await pay(3000, '2026-11-01T02:00:00Z'); // October in New York
    await setZone('Asia/Tokyo');
    await api().db.update(bookings).set({ refundedCents: 1000 }).where(eq(bookings.id, id));
    expect((await read()).body.months).toMatchObject([{ month: '2026-10', refunded: 1000 }]);
  });

  test('count in UTC if the database lacks the time zone', async () => {
    const { coachId, pay, read } = await newCoach(api(), 'far');
    await api().db.update(coaches).set({ timeZone: 'Mars/Base' }).where(eq(coaches.id, coachId));
    await pay(3000, '2026-11-01T02:00:00Z');
    expect((await read()).body.months).toMatchObject([{ month: '2026-11', paid: 3000 }]);
  });

  test('keep the commission of the order', async () => {
    const student = await api().newStudent('rated');
    const create = async (days: number) => {
      const slot = await api().slotIn(days);
      return (await api().send('POST', '/api/create-booking/', api().order(slot), student)).body
        .booking_id as number;
    };
    const first = await create(3);
    api().config.commissionPercent = 2.5;
    const second = await create(4);
    api().config.commissionPercent = 15;
    const readRate = async (id: number) =>
      (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0]?.commissionBps;
    expect([await readRate(first), await readRate(second)]).toEqual([1500, 250]);
  });

  test('export one line for each paid booking', async () => {
    const { coachId, pay, read, owner } = await newCoach(api(), 'exporting');
    await api()
      .db.update(coaches)
      .set({ timeZone: 'America/New_York' })
      .where(eq(coaches.id, coachId));
    const { id } = await pay(2500, '2026-11-01T02:00:00Z'); // October in New York
    await booking(api(), owner, 'pending_payment');
    const { status, body } = await read('/api/coach/earnings/export/');
    expect(status).toBe(200);
    expect(body).toBe(
      `booking,month,paid at,session at,service,status,currency,paid,commission,refunded,paid out,pending\r\n${id},2026-10,2026-11-01T02:00:00.000Z,,One-on-one coaching,completed,USD,25.00,3.75,0.00,0.00,21.25\r\n`,
    );
  });

  test('are append-only in the database', async () => {
    const { pay } = await newCoach(api(), 'fixed');
    await pay(2500, '2026-11-20T12:00:00Z');
    await expect(api().db.execute('UPDATE ledger_entries SET paid_cents = 0')).rejects.toThrow();
    await expect(api().db.execute('DELETE FROM ledger_entries')).rejects.toThrow();
  });
});

onPostgres('payments of one coach', (api) => {
  test('do not wait for each other', async () => {
    const { pay, read } = await newCoach(api(), 'waiting');
    const { id } = await pay(2000, '2026-11-20T12:00:00Z');
    await api().db.transaction(async (tx) => {
      await tx.update(bookings).set({ refundedCents: 500 }).where(eq(bookings.id, id));
      await pay(1000, '2026-11-20T12:00:00Z'); // on another connection
      await compactMonths(api().db);
      expect((await read()).body.total).toMatchObject({ paid: 3000, refunded: 0 });
    });
    expect((await read()).body.total).toMatchObject({ paid: 3000, refunded: 500 });
  });

  test('add up while months are compacted', async () => {
    const { pay, read } = await newCoach(api(), 'adding');
    const paid = await Promise.all(
      Array.from({ length: 12 }, () => pay(1000, '2026-11-20T12:00:00Z')),
    );
    const ids = paid.map(({ id }) => id);
    await Promise.all(
      [1, 2, 3, 4, 5, 6].flatMap((step) => [
        compactMonths(api().db),
        ...ids.map((id) =>
          api()
            .db.update(bookings)
            .set({ refundedCents: 10 * step })
            .where(eq(bookings.id, id)),
        ),
        compactMonths(api().db),
      ]),
    );
    expect(await monthsOffLedger(api())).toEqual([]);
    expect((await read()).body.months).toMatchObject([{ bookings: 12, paid: 12_000 }]);
  });
});
