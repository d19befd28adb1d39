import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { lockPeople } from '../src/features/people/lock-people';
import { type Harness, onEveryDatabaseAtNight, onPostgres } from './harness';
import { webhook } from './webhook';

/** A coach who can buy a session at the same time as selling one. */
async function newCoachAndStudent(api: Harness, name: string) {
  const coach = await api.newCoach(name);
  const other = await api.newCoach(`${name}-other`);
  const [student] = await api.newCrowd(name, 1);
  const slot = await api.slotIn(9, 0);
  const send = async (method: string, path: string, body: unknown, userId = coach.userId) =>
    api.send(method, path, body, await signAccess(api, userId));
  const order = async ({ coachId, serviceId }: typeof coach, userId?: number) => {
    const body = api.order(slot, { coach_id: coachId, service_id: serviceId });
    const id = (await send('POST', '/api/create-booking/', body, userId)).body.booking_id;
    const page = await send('POST', `/api/bookings/${id}/checkout/`, {}, userId);
    return { id: id as number, page: page.body.sessionId as string };
  };
  type Order = Awaited<ReturnType<typeof order>>;
  const set = (change: Partial<typeof bookings.$inferInsert>, { id }: Order) =>
    api.db.update(bookings).set(change).where(eq(bookings.id, id));
  return {
    ...{ coach, student, send, set },
    buy: () => order(other),
    sell: () => order(coach, student?.id),
    expire: (hold: Order) => set({ status: 'expired', holdExpiresAt: api.now() }, hold),
    async pay({ page }: Order) {
      await api.pay(page);
      await webhook(api, page);
    },
    row: async ({ id }: Order) =>
      (await api.db.select().from(bookings).where(eq(bookings.id, id)))[0],
  };
}

onEveryDatabaseAtNight('a coach who booked the time of a session', (api) => {
  test('gets a late payment back', async () => {
    const { row, pay, buy, sell, expire } = await newCoachAndStudent(api(), 'late-payer');
    const bought = await buy();
    await expire(bought);
    const sold = await sell();
    await pay(sold);
    await pay(bought);
    expect(await row(sold)).toMatchObject({ status: 'confirmed', refund: 'none' });
    expect(await row(bought)).toMatchObject({ status: 'expired', refund: 'due' });
  });

  test('returns a late payment of a student', async () => {
    const { row, pay, buy, sell, expire } = await newCoachAndStudent(api(), 'late-student');
    const sold = await sell();
    await expire(sold);
    const bought = await buy();
    await pay(sold);
    expect(await row(sold)).toMatchObject({ status: 'expired', refund: 'due' });
    expect(await row(bought)).toMatchObject({ status: 'pending_payment' });
  });

  test('keeps a late payment if the other hold expired', async () => {
    const { row, pay, buy, sell, expire, set } = await newCoachAndStudent(api(), 'expired-hold');
    const bought = await buy();
    await expire(bought);
    await set({ holdExpiresAt: api().now() }, await sell());
    await pay(bought);
    expect(await row(bought)).toMatchObject({ status: 'confirmed', refund: 'none' });
  });

  test('cannot undo a cancellation', async () => {
    const { send, row, pay, buy, sell } = await newCoachAndStudent(api(), 'undo-taken');
    const sold = await sell();
    await pay(sold);
    const change = (status: string) =>
      send('PATCH', `/api/bookings/${sold.id}/status/`, { status });
    expect((await change('cancelled')).status).toBe(200);
    expect(await row(await buy())).toMatchObject({ status: 'pending_payment' });
    expect(await change('confirmed')).toMatchObject({
      status: 409,
      body: { detail: 'Someone else has booked this time slot.' },
    });
    expect((await row(sold))?.status).toBe('cancelled');
  });
});

onPostgres('a late payment of a coach', (api) => {
  test('waits for an order of the same time', async () => {
    const { coach, student, row, pay, buy, expire } = await newCoachAndStudent(api(), 'waiting');
    const bought = await buy();
    await expire(bought);
    const { id: _, checkoutSession: __, ...values } = (await row(bought)) ?? { id: 0 };
    const waiting = sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const list = async () => (await api().db.execute(waiting)) as unknown as { rows: unknown[] };
    const payments: Promise<void>[] = [];
    await api().db.transaction(async (tx) => {
      await lockPeople(tx, [coach.userId]);
      payments.push(pay(bought));
      await expect.poll(async () => (await list()).rows).toHaveLength(1);
      await tx.insert(bookings).values({
        ...(values as typeof bookings.$inferInsert),
        ...{ coachId: coach.coachId, serviceId: coach.serviceId, studentId: student?.id ?? 0 },
        ...{ status: 'confirmed' },
      });
    });
    await Promise.all(payments);
    expect(await row(bought)).toMatchObject({ status: 'expired', refund: 'due' });
  });
});
