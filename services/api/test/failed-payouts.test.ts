import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches, payoutAccounts, users } from '../src/core/db/schema';
import { recordPayout } from '../src/features/payouts/accounts';
import { payOut } from '../src/features/payouts/run';
import { onEveryDatabaseAtNight } from './harness';
import { deliverEvent, ledgerWorld } from './ledger-world';

onEveryDatabaseAtNight("the operator's failed payouts", (api) => {
  const failed = async () => {
    const path = '/api/operator/revenue/weeks/?zone=UTC&weeks=1';
    const { body } = await api().send('GET', path, undefined, api().config.operatorToken);
    return body.failed_payouts;
  };

  test('list a transfer from its second attempt to its success', async () => {
    const world = await ledgerWorld(api());
    try {
      await world.order(0, 7501);
      const [{ id = 0 } = {}] = world.own;
      const coachId = (await world.readRow(id))?.coachId ?? 0;
      const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
      await world.complete(0);
      api().clock.offset += 52 * 3_600_000;
      for (let attempts = 0; attempts < 2; attempts++) {
        expect(await failed()).toEqual([]); // perhaps the first is still being made
        world.faults.breakNext('before');
        await payOut(api());
        api().clock.offset += 61_000;
      }
      expect(await failed()).toEqual([
        {
          ...{ coach_id: coachId, coach: coach?.name },
          ...{ booking_id: id, amount: 63.76, reason: null },
        },
      ]);
      api().clock.offset += 3_600_000;
      await payOut(api());
      expect(await failed()).toEqual([]);
    } finally {
      world.faults.restore();
    }
  });

  test('list what a bank returned until the next payout arrives', async () => {
    const { coachId, userId } = await api().newCoach('returned');
    const [user] = await api().db.select().from(users).where(eq(users.id, userId));
    const mails = () => api().mailsTo(user?.email ?? '');
    const counted = async () =>
      (
        await api().send(
          'GET',
          '/api/operator/overview/?zone=UTC',
          undefined,
          api().config.operatorToken,
        )
      ).body.failed_payouts;
    expect(await counted()).toBe(0);
    const account = 'acct_returned';
    await api().db.insert(payoutAccounts).values({ coachId, account, updatedAt: api().now() });
    const object = { id: 'po_1', failure_message: 'The bank account has been closed' };
    await deliverEvent(api(), 'payout.failed', { object, account });
    expect(await failed()).toEqual([
      {
        ...{ coach_id: coachId, coach: 'returned', booking_id: null, amount: null },
        reason: 'The bank account has been closed',
      },
    ]);
    expect(await counted()).toBe(1);
    expect((await mails())[0]).toMatchObject({
      subject: 'Your bank returned your payout',
      body: expect.stringContaining('returned it: The bank account has been closed.'),
    });
    const about = { type: 'payout.failed', account, failure: 'Closed' };
    const repeated = { ...about, id: 'evt_again', occurredAt: api().now() };
    for (const event of [repeated, repeated]) await recordPayout(api(), event);
    await deliverEvent(api(), 'payout.canceled', { object, account });
    await deliverEvent(api(), 'payout.paid', { object: { id: 'po_2' }, account });
    expect(await mails()).toHaveLength(2);
    expect(await counted()).toBe(0);
    expect(await failed()).toEqual([]);
  });

  test('ignore an event of a bank that arrives late', async () => {
    const { coachId, userId } = await api().newCoach('disordered');
    const [user] = await api().db.select().from(users).where(eq(users.id, userId));
    const account = 'acct_disordered';
    await api().db.insert(payoutAccounts).values({ coachId, account, updatedAt: api().now() });
    const hours = (number: number) => new Date(api().now().getTime() + number * 3_600_000);
    const object = { id: 'po_1', failure_message: 'Closed' };
    await deliverEvent(api(), 'payout.paid', { object: { id: 'po_2' }, account, at: hours(-1) });
    await deliverEvent(api(), 'payout.failed', { object, account, at: hours(-2) });
    const ofCoach = async () =>
      (await failed()).filter(({ coach_id }: { coach_id: number }) => coach_id === coachId);
    expect(await ofCoach()).toEqual([]);
    expect(await api().mailsTo(user?.email ?? '')).toEqual([]);
    await deliverEvent(api(), 'payout.failed', { object, account, at: hours(0) });
    expect(await ofCoach()).toMatchObject([{ reason: 'Closed' }]);
    await deliverEvent(api(), 'payout.paid', { object: { id: 'po_2' }, account, at: hours(-1) });
    expect(await ofCoach()).toHaveLength(1);
  });
});
