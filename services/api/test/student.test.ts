import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;

const cancelledSubject = (id: number) => new RegExp(`is cancelled \\(booking ${id}\\)$`);
const refundSubject = (id: number) => new RegExp(`^Refund for .* \\(booking ${id}\\)$`);

onEveryDatabaseAtNight('changes by students', (api) => {
  async function paidSession(name: string) {
    const [student] = await api().newCrowd(name, 1);
    const coach = await api().newCoach(`${name}-coach`);
    const token = () => signAccess(api(), student?.id ?? 0);
    const start = (Math.floor(api().now().getTime() / HOUR_MS) + 72) * HOUR_MS;
    const at = new Date(start).toISOString();
    const order = api().order(
      { date: at.slice(0, 10), time: at.slice(11, 16) },
      { coach_id: coach.coachId, service_id: coach.serviceId },
    );
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', order, await token())
    ).body;
    const { sessionId } = (
      await api().send('POST', `/api/bookings/${id}/checkout/`, {}, await token())
    ).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const set = async (status: string) =>
      api().send(
        'PATCH',
        `/api/bookings/${id}/status/`,
        { status },
        await signAccess(api(), coach.userId),
      );
    const cancel = async () =>
      api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, await token());
    const askBack = async (body: object = {}) =>
      api().send('POST', `/api/my-sessions/${id}/refund/`, body, await token());
    const listed = async () =>
      (await api().send('GET', '/api/my-sessions/', undefined, await token())).body[0];
    const mails = async (to: 'student' | 'coach', subject: RegExp) =>
      (await api().mailsTo(to === 'student' ? `${name}0@example.com` : coach.email)).filter(
        (mail) => subject.test(mail.subject),
      );
    const move = async () =>
      api().send(
        'GET',
        `/api/my-sessions/${id}/times/?from=${api().now().toISOString()}`,
        undefined,
        await token(),
      );
    const lock = () =>
      api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.id, coach.userId));
    return { id, order, start, sessionId, set, cancel, askBack, listed, mails, move, lock };
  }
  const turnTo = (moment: number) => {
    api().clock.offset += moment - api().now().getTime();
  };
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const refunds = async (id: number) =>
    (await api().stripe.refunds.list({ payment_intent: (await row(id))?.paymentIntent ?? '' }))
      .data;

  test('cancels in time with one refund and one mail each', {
    tags: ['@fault-student-cancel', '@extra-11'],
  }, async () => {
    const { id, order, sessionId, set, cancel, listed, mails } = await paidSession('in-time');
    expect((await Promise.all([cancel(), cancel(), cancel()])).map(({ status }) => status)).toEqual(
      [200, 200, 200],
    );
    expect(await listed()).toMatchObject({
      status: 'cancelled',
      refund: 'due',
      amount: 25,
      cancel_until: null,
      refund_until: null,
    });
    for (const status of ['confirmed', 'completed']) expect((await set(status)).status).toBe(409);
    await Promise.all([sweep(api()), sweep(api())]);
    await webhook(api(), sessionId, { again: true });
    expect((await cancel()).status).toBe(200);
    expect(await row(id)).toMatchObject({ refund: 'returned' });
    await sweep(api());
    expect(await refunds(id)).toMatchObject([{ amount: 2500, status: 'succeeded' }]);
    expect(await listed()).toMatchObject({ status: 'cancelled', refund: 'returned' });
    const subject = cancelledSubject(id);
    expect((await mails('student', subject)).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^You cancelled this booking\. You'll get a full refund of \$25\.00\./),
    ]);
    expect((await mails('coach', subject)).map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^Student \d+ cancelled this booking\. The student gets a full refund of \$25\.00\./,
      ),
    ]);
    const [other] = await api().newCrowd('next-one', 1);
    expect((await api().send('POST', '/api/create-booking/', order, other?.token)).status).toBe(
      201,
    );
  });

  test('allows cancellation until the exact deadline', {
    tags: ['@fault-student-cancel', '@extra-11'],
  }, async () => {
    const { id, start, cancel, listed } = await paidSession('too-late');
    expect((await listed()).cancel_until).toBe(new Date(start - 12 * HOUR_MS).toISOString());
    turnTo(start - 12 * HOUR_MS);
    expect(await cancel()).toEqual({
      status: 409,
      body: {
        detail:
          "It's too late to cancel this session for free. Your coach can still cancel it with a full refund.",
      },
    });
    await sweep(api());
    expect(await row(id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    const other = await paidSession('just-in-time');
    turnTo(other.start - 12 * HOUR_MS - 1000);
    expect((await other.cancel()).status).toBe(200);
  });

  test('keeps the policy shown before payment', {
    tags: ['@fault-student-policy-before-paying', '@extra-11'],
  }, async () => {
    const { start, cancel } = await paidSession('old-policy');
    api().config.cancelHours = 100;
    turnTo(start - 24 * HOUR_MS);
    const answer = await cancel();
    api().config.cancelHours = 12;
    expect(answer.status).toBe(200);
  });

  test('does not cancel past, untimed or unpaid sessions', {
    tags: ['@fault-student-cancel'],
  }, async () => {
    const { start, set, cancel } = await paidSession('over');
    turnTo(start + HOUR_MS);
    await set('completed');
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { detail: 'This session is over and can no longer be cancelled.' },
    });
    const [student] = await api().newCrowd('untimed', 1);
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), student?.token)
    ).body;
    const path = `/api/my-sessions/${booking_id}/cancel/`;
    expect((await api().send('POST', path, {}, student?.token)).status).toBe(404);
    await api()
      .db.update(bookings)
      .set({ status: 'confirmed', paidAt: api().now() })
      .where(eq(bookings.id, booking_id));
    expect(await api().send('POST', path, {}, student?.token)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('no set time') },
    });
  });

  test('cancels late sessions and open orders while their coach is locked', async () => {
    const { id, start, cancel, listed, move, lock } = await paidSession('stranded');
    turnTo(start - HOUR_MS);
    expect((await cancel()).status).toBe(409);
    await lock();
    expect(await listed()).toMatchObject({
      cancel_until: new Date(start).toISOString(),
      move_until: null,
    });
    expect((await move()).body.detail).toContain('You can cancel this booking for a full refund');
    turnTo(start);
    expect((await cancel()).status).toBe(409);
    turnTo(start - HOUR_MS);
    expect((await cancel()).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'begun' });

    const order = await paidSession('stranded-order');
    await order.lock();
    const untimed = { startsAt: null, endsAt: null, cancelUntil: null };
    const set = (change: object) =>
      api()
        .db.update(bookings)
        .set({ ...untimed, ...change })
        .where(eq(bookings.id, order.id));
    await set({ status: 'completed', deliveredAt: api().now() });
    expect((await order.cancel()).status).toBe(409);
    await set({ status: 'confirmed' }); // reopened
    expect(Date.parse((await order.listed()).cancel_until)).toBeGreaterThan(api().now().getTime());
    expect((await order.cancel()).status).toBe(200);
    expect(await row(order.id)).toMatchObject({ status: 'cancelled', refund: 'begun' });
  });

  test('refunds once when coach and student cancel concurrently', {
    tags: ['@fault-student-cancel'],
  }, async () => {
    const { id, set, cancel, mails } = await paidSession('both');
    await Promise.all([set('cancelled'), cancel()]);
    expect((await set('confirmed')).status).toBe(409);
    api().clock.offset += 11_000;
    await Promise.all([sweep(api()), sweep(api())]);
    expect(await refunds(id)).toHaveLength(1);
    for (const to of ['student', 'coach'] as const)
      expect(await mails(to, cancelledSubject(id))).toHaveLength(1);
  });

  test('refunds a completed session once under the guarantee', {
    tags: ['@fault-student-guarantee', '@extra-12'],
  }, async () => {
    const { id, start, set, askBack, listed, mails } = await paidSession('guarantee');
    expect(await askBack()).toMatchObject({
      status: 409,
      body: { detail: 'Only a completed session can be refunded.' },
    });
    turnTo(start + 10 * 60_000);
    await set('completed');
    expect((await listed()).refund_until).toBe(new Date(start + 49 * HOUR_MS).toISOString());
    const reason = 'No sound.\nBcc: all@example.com <img src=x>';
    expect(
      (await Promise.all([askBack({ reason }), askBack(), askBack()])).map(({ status }) => status),
    ).toEqual([200, 200, 200]);
    expect((await set('confirmed')).status).toBe(409);
    await Promise.all([sweep(api()), sweep(api())]);
    expect((await askBack()).status).toBe(200);
    await sweep(api());
    expect(await refunds(id)).toMatchObject([{ amount: 2500, status: 'succeeded' }]);
    expect(await listed()).toMatchObject({
      status: 'completed',
      refund: 'returned',
      refund_until: null,
    });
    for (const status of ['confirmed', 'cancelled']) expect((await set(status)).status).toBe(409);
    expect((await mails('student', refundSubject(id))).map(({ body }) => body)).toEqual([
      expect.stringContaining("You'll get a full refund of $25.00."),
    ]);
    expect(await mails('coach', refundSubject(id))).toHaveLength(1);
  });

  test('grants the guarantee for 48 hours after completion', {
    tags: ['@fault-student-guarantee', '@extra-12'],
  }, async () => {
    const { id, start, set, askBack, listed } = await paidSession('window');
    turnTo(start + 100 * HOUR_MS);
    await set('completed');
    const until = Date.parse((await listed()).refund_until);
    expect(until - api().now().getTime()).toBeGreaterThan(47 * HOUR_MS);
    expect((await askBack({ reason: 'x'.repeat(1001) })).status).toBe(400);
    turnTo(until);
    expect(await askBack()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('within 48 hours') },
    });
    expect(await row(id)).toMatchObject({
      status: 'completed',
      refund: 'none',
      refundReason: null,
    });
  });
});
