import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  bookings,
  paymentIncidents,
  payoutAccounts,
  reviews,
  transfers,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('the share of a booking', (api) => {
  const operate = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);

  async function paidBooking(name: string, status: 'confirmed' | 'completed') {
    const coach = await api().newCoach(name);
    const [student] = await api().newCrowd(name, 1);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const { id } = await booking(api(), owner, status, {
      ...{ amountCents: 10_000, commissionBps: 1500 },
      completedAt: status === 'completed' ? api().now() : null,
    });
    const set = (values: Partial<typeof bookings.$inferInsert>) =>
      api().db.update(bookings).set(values).where(eq(bookings.id, id));
    const shown = async () => (await operate('GET', `bookings/${id}/`)).body;
    const reason = async () => (await shown()).share.waits?.because;
    return { id, owner, set, shown, reason };
  }

  test('is shown to operators and the coach only', async () => {
    const { id, owner, shown } = await paidBooking('shared', 'confirmed');
    const share = {
      ...{ paid: 100, commission: 15, refunded: 0, paid_out: 0, pending: 85 },
      waits: { because: 'session', until: null },
    };
    expect(await shown()).toMatchObject({ share, review: null });
    const read = async (userId: number) =>
      (await api().send('GET', `/api/bookings/${id}/`, undefined, await signAccess(api(), userId)))
        .body;
    expect((await read(owner.coachUserId)).share).toEqual(share);
    expect(await read(owner.studentId)).not.toHaveProperty('share');
  });

  test("comes with the student's reason for a refund, for the coach", async () => {
    const { id, owner, set } = await paidBooking('reasoned', 'completed');
    const read = async (userId: number) =>
      (await api().send('GET', `/api/bookings/${id}/`, undefined, await signAccess(api(), userId)))
        .body;
    expect((await read(owner.coachUserId)).refund_reason).toBeNull();
    await set({ refundReason: 'No sound.' });
    expect((await read(owner.coachUserId)).refund_reason).toBe('No sound.');
    expect(await read(owner.studentId)).not.toHaveProperty('refund_reason');
    await set({ refundReason: '' }); // of a deleted account
    expect((await read(owner.coachUserId)).refund_reason).toBeNull();
  });

  test('waits for each of its reasons', async () => {
    const { config, db, clock } = api();
    const { stripe } = config;
    const { id, owner, set, shown, reason } = await paidBooking('waiting', 'completed');
    const until = new Date(api().now().getTime() + 48 * HOUR_MS);
    const { waits } = (await shown()).share;
    expect(waits.because).toBe('guarantee');
    expect(Math.abs(Date.parse(waits.until) - until.getTime())).toBeLessThan(HOUR_MS);
    clock.offset += 49 * HOUR_MS;
    Object.assign(config, { stripe: { ...stripe, connectSecret: '' } });
    expect(await reason()).toBe('by_hand');
    Object.assign(config, { stripe: { ...stripe, connectSecret: 'whsec_connect' } });
    expect(await reason()).toBe('account');
    const account = { coachId: owner.coachId, account: 'acct_share', enabled: true };
    await db.insert(payoutAccounts).values({ ...account, updatedAt: api().now() });
    expect(await reason()).toBe('transfer');
    await operate('POST', `members/${owner.coachUserId}/lock/`, {});
    expect(await reason()).toBe('locked');
    const incident = { key: `share-${id}`, type: 'charge.dispute.created', summary: 'Dispute' };
    await db
      .insert(paymentIncidents)
      .values({ ...incident, bookingId: id, occurredAt: api().now() });
    expect(await reason()).toBe('incident');
    await set({ refund: 'begun', refundAfter: api().now() });
    expect(await reason()).toBe('refund');
    await set({ refundedCents: 10_000, refund: 'returned' });
    expect((await shown()).share).toMatchObject({ refunded: 100, pending: 0, waits: null });
    Object.assign(config, { stripe });
    clock.offset -= 49 * HOUR_MS;
  });

  test('is paid by hand only if no transfer follows', async () => {
    const { config, db, clock, now } = api();
    const { stripe } = config;
    const { id, owner, set, reason } = await paidBooking('retried', 'completed');
    clock.offset += 49 * HOUR_MS;
    Object.assign(config, { stripe: { ...stripe, connectSecret: 'whsec_connect' } });
    const account = { coachId: owner.coachId, account: 'acct_retried', enabled: true };
    await db.insert(payoutAccounts).values({ ...account, updatedAt: now() });
    const due = { retryAt: now(), createdAt: now() };
    const row = { bookingId: id, account: account.account, amountCents: 8500, ...due };
    await db.insert(transfers).values(row);
    expect(await reason()).toBe('transfer');
    const made = { transfer: 'tr_retried', reversedCents: 8500 };
    await db.update(transfers).set(made).where(eq(transfers.bookingId, id));
    expect(await reason()).toBe('by_hand');
    await db.delete(transfers).where(eq(transfers.bookingId, id));
    await set({ paidByHandCents: 5000 });
    expect(await reason()).toBe('by_hand');
    Object.assign(config, { stripe });
    clock.offset -= 49 * HOUR_MS;
  });

  test('waits for its guarantee if the coach paid a smaller part back', async () => {
    const { id, set, shown } = await paidBooking('partly returned', 'completed');
    await api()
      .db.insert(transfers)
      .values({
        ...{ bookingId: id, account: 'acct_partly', transfer: 'tr_partly', amountCents: 8500 },
        ...{ reversedCents: 8500, retryAt: api().now(), createdAt: api().now() },
      });
    await set({ paidByHandCents: -3400 });
    expect((await shown()).share).toMatchObject({ pending: 119, waits: { because: 'guarantee' } });
  });

  test('comes with the history and the review of the booking', async () => {
    const { id, owner, set, shown } = await paidBooking('told', 'completed');
    await set({ refundedCents: 1000 });
    await api()
      .db.insert(reviews)
      .values({
        ...{ coachId: owner.coachId, bookingId: id, reviewerName: 'Kim', comment: 'Late.' },
        ...{ rating: 2, hiddenBecause: 'Spam', reply: 'Sorry.' },
      });
    const { history, review } = await shown();
    expect(review).toEqual({
      rating: 2,
      comment: 'Late.',
      hidden_because: 'Spam',
      reply: 'Sorry.',
    });
    const whats = history.map(({ what }: { what: string }) => what);
    expect(whats).toEqual(expect.arrayContaining(['booked', 'part_refunded', 'reviewed']));
    expect(history.find(({ what }: { what: string }) => what === 'part_refunded').amount).toBe(10);
  });
});
