import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, reviews } from '../src/core/db/schema';
import { openSession } from '../src/features/accounts/refresh-token';
import { follow, pair } from './conversation';
import { onEveryDatabase } from './harness';

onEveryDatabase('the history of a booking', (api) => {
  const change = (id: number, values: Partial<typeof bookings.$inferInsert>) =>
    api().db.update(bookings).set(values).where(eq(bookings.id, id));

  test('has partial refunds with their amounts, once each', async () => {
    const { student, coach, id } = await pair(api());
    await change(id, { refundedCents: 1250 });
    await change(id, { refundedCents: 1250 });
    await change(id, { refundedCents: 1750 });
    await change(id, { refundedCents: 1250 });
    for (const side of [student, coach]) {
      const { history } = (await side.get()).body;
      const refunds = history.filter(({ what }: { what: string }) => what !== 'booked');
      expect(refunds).toMatchObject([
        { what: 'part_refunded', amount: 12.5, from: null, to: null },
        { what: 'part_refunded', amount: 5 },
        { what: 'refund_reversed', amount: 5 },
      ]);
    }
  });

  test('has only the steps of a full refund', async () => {
    const { student, id } = await pair(api());
    const at = api().now();
    await change(id, { status: 'cancelled', refund: 'begun', refundAfter: at });
    await change(id, { refund: 'returned', refundedCents: 2500 });
    const { history } = (await student.get()).body;
    expect(history.map(({ what }: { what: string }) => what)).toEqual([
      ...['booked', 'cancelled', 'refunding', 'refunded'],
    ]);
  });

  test('announces partial refunds, reviews and replies', async () => {
    const { owner, path, id } = await pair(api());
    const { access } = await openSession(api(), owner.studentId);
    const { next, end } = await follow(api().app, path, access);
    expect(await next()).toContain('event: open');
    await change(id, { refundedCents: 1250 });
    expect(await next()).toContain('event: change');
    const review = { coachId: owner.coachId, bookingId: id, reviewerName: 'Kim' };
    await api()
      .db.insert(reviews)
      .values({ ...review, comment: 'Calm.', rating: 5 });
    expect(await next()).toContain('event: change');
    const written = eq(reviews.bookingId, id);
    await api().db.update(reviews).set({ reply: 'Thanks!' }).where(written);
    expect(await next()).toContain('event: change');
    await api().db.update(reviews).set({ hiddenBecause: 'Rude' }).where(written);
    expect(await next()).toContain('event: change');
    await end();
  });
});
