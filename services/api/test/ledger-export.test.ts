import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { bookings, coaches } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

onEveryDatabaseAtNight('the exported ledger', (api) => {
  const own = { id: 0, coachId: 0 };

  async function readLines(query = ''): Promise<string[][]> {
    const response = await api().app.request(`/api/operator/ledger/export/${query}`, {
      headers: { authorization: `Bearer ${api().config.operatorToken}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n').slice(0, -1);
    return lines.map((line) => line.split(','));
  }
  const refuse = (query: string) => {
    const path = `/api/operator/ledger/export/?${query}`;
    return api().send('GET', path, undefined, api().config.operatorToken);
  };
  const readOwn = async (query?: string) =>
    (await readLines(query)).filter((cells) => cells[4] === String(own.id));

  beforeAll(async () => {
    const coach = await api().newCoach('=Booked');
    const [student] = await api().newCrowd('booked', 1);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const { id } = await booking(api(), owner, 'completed', {
      ...{ amountCents: 1999, commissionBps: 1500, taxBasisPoints: 1900 },
      ...{ paymentIntent: 'pi_ledger', paidAt: new Date('2025-12-31T23:30:00Z') },
    });
    Object.assign(own, { id, coachId: coach.coachId });
    await api().db.update(coaches).set({ name: '=Booked' }).where(eq(coaches.id, coach.coachId));
    for (const refundedCents of [333, 1000])
      await api().db.update(bookings).set({ refundedCents }).where(eq(bookings.id, id));
  });

  test('has a line for each entry, without formulas', async () => {
    const [head] = await readLines();
    expect(head?.join()).toBe(
      'entry,date,at,kind,booking,coach_id,coach,currency,paid,refunded,commission,paid_out,pending,tax,payment',
    );
    const [payment, ...refunds] = await readOwn();
    expect(payment?.slice(1)).toEqual([
      ...['2026-01-01', '2025-12-31T23:30:00.000Z', 'payment', `${own.id}`, `${own.coachId}`],
      ...["'=Booked", 'USD', '19.99', '0.00', '2.99', '0.00', '17.00', '3.19', 'pi_ledger'],
    ]);
    expect(refunds.map((cells) => [cells[3], cells[9]])).toEqual([
      ['refund', '3.33'],
      ['refund', '6.67'],
    ]);
    const sum = (column: number) =>
      Math.round(
        [payment, ...refunds].reduce((total, cells) => total + 100 * Number(cells?.[column]), 0),
      );
    expect(sum(8)).toBe([9, 10, 11, 12].reduce((total, column) => total + sum(column), 0));
    expect(sum(13)).toBe(Math.round((999 * 1900) / 11_900)); // as on the receipt
  });

  test("takes days of the site's time zone", async () => {
    expect(await readOwn('?from=2026-01-01&to=2026-01-01')).toHaveLength(1);
    expect(await readOwn('?to=2025-12-31')).toEqual([]);
    expect(await readOwn('?from=2026-01-02')).toHaveLength(2);
    expect((await refuse('from=2026')).status).toBe(400);
  });

  test.each(['from=0001-01-01', 'to=0099-12-31', 'from=1899-12-31'])(
    'refuses days before 1900: %s',
    async (query) => {
      const { status, body } = await refuse(query);
      expect([status, body.detail]).toEqual([400, expect.stringContaining('must be after 1899')]);
    },
  );

  test('accepts the earliest and the latest day', async () => {
    expect(await readOwn('?from=1900-01-01&to=9999-12-31')).toHaveLength(3);
  });

  test("has the years since the first payment, in the site's time zone", async () => {
    const years = async () => {
      const path = '/api/operator/revenue/weeks/?zone=UTC&weeks=1';
      const { body } = await api().send('GET', path, undefined, api().config.operatorToken);
      return body.ledger_years;
    };
    const { offset } = api().clock;
    const moveTo = (at: string) => {
      api().clock.offset += Date.parse(at) - api().now().getTime();
    };
    moveTo('2026-12-31T22:30:00Z');
    expect(await years()).toEqual([2026]); // in UTC, the first payment was in 2025
    moveTo('2026-12-31T23:30:00Z');
    expect(await years()).toEqual([2027, 2026]);
    await api()
      .db.update(bookings)
      .set({ paidAt: new Date('2024-06-01') })
      .where(eq(bookings.id, own.id));
    expect(await years()).toEqual([2027, 2026, 2025, 2024]);
    api().clock.offset = offset;
  });
});
