import { setTimeout as sleep } from 'node:timers/promises';
import { and, count, eq, inArray } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { bookings, outbox, services, weeklyHours } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Coach = Awaited<ReturnType<Harness['newCoach']>>;

const slotAt = (start: number) => {
  const at = new Date(start).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
};

onEveryDatabaseAtNight('a checkout', (api) => {
  const noonIn = (days: number) =>
    (Math.floor(api().now().getTime() / DAY_MS) + days + 0.5) * DAY_MS;
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const order = (token: string | undefined, coach: Coach, start: number) =>
    api().send(
      'POST',
      '/api/create-booking/',
      api().order(slotAt(start), { coach_id: coach.coachId, service_id: coach.serviceId }),
      token,
    );
  const checkout = (id: number, token: string | undefined) =>
    api().send('POST', `/api/bookings/${id}/checkout/`, {}, token);
  const repeat = ({ id, coachId, serviceId }: { id: number; coachId: number; serviceId: number }) =>
    api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(id, { coachId, serviceId, contactInfo: 'private contact' }),
    );
  async function paid(coach: Coach, student: { id: number } | undefined, start: number) {
    const token = () => signAccess(api(), student?.id ?? 0);
    const { booking_id: id } = (await order(await token(), coach, start)).body;
    const { sessionId } = (await checkout(id, await token())).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    return { id: id as number, sessionId: sessionId as string, token };
  }

  test("opens no payment page for others' or unpayable bookings", {
    tags: ['@fault-G2'],
  }, async () => {
    const coach = await api().newCoach('unpayable');
    const [student, stranger] = await api().newCrowd('unpayable', 2);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const opened = async () => (await api().stripe.checkout.sessions.list()).data.length;
    const before = await opened();

    const open = await booking(api(), owner, 'pending_payment');
    for (const token of [stranger?.token, await signAccess(api(), coach.userId)])
      expect((await checkout(open.id, token)).status).toBe(404);
    expect((await repeat({ ...open, coachId: coach.coachId + 1 })).status).toBe(404);
    expect((await checkout(open.id, undefined)).status).toBe(401);

    const ended = { holdExpiresAt: new Date(api().now().getTime() - 1) };
    const closed = [
      await booking(api(), owner, 'confirmed'),
      await booking(api(), owner, 'completed'),
      await booking(api(), owner, 'cancelled'),
      await booking(api(), owner, 'expired', { paidAt: null, checkoutSession: null }),
      await booking(api(), owner, 'pending_payment', ended),
    ];
    for (const one of closed)
      for (const answer of [await checkout(one.id, student?.token), await repeat(one)])
        expect([one.status, answer]).toMatchObject([
          one.status,
          { status: 409, body: { detail: 'This booking can no longer be paid.' } },
        ]);

    const own = await order(await signAccess(api(), coach.userId), coach, noonIn(3));
    expect(own).toMatchObject({ status: 400, body: { detail: "You can't book yourself." } });
    expect(await opened()).toBe(before);
  });

  const changes: [string, string, 'confirmed' | 'refunded', (coach: Coach) => Promise<unknown>][] =
    [
      [
        'the hours are removed',
        'This time slot is no longer available.',
        'confirmed',
        ({ coachId }) => api().db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId)),
      ],
      [
        'the notice period grows',
        'This time slot is no longer available.',
        'confirmed',
        async ({ userId }) => {
          const token = await signAccess(api(), userId);
          const path = '/api/coach/availability/';
          const { body } = await api().send('GET', path, undefined, token);
          const changed = { ...body, notice_minutes: 10_080 };
          expect((await api().send('PATCH', path, changed, token)).status).toBe(200);
        },
      ],
      [
        'the price changes',
        'This service has changed. Please reload the page.',
        'confirmed',
        async ({ userId }) => {
          const token = await signAccess(api(), userId);
          const { body } = await api().send('GET', '/api/coach/profile/', undefined, token);
          const { description, image_url, special_offer, rank_images } = body;
          const services = body.services.map((one: object) => ({ ...one, rate: 90 }));
          const changed = { description, image_url, special_offer, rank_images, services };
          expect((await api().send('PATCH', '/api/coach/profile/', changed, token)).status).toBe(
            200,
          );
        },
      ],
      [
        "the coach's account is closed after the hold",
        "You can't book this coach right now.",
        'refunded',
        async ({ coachId, userId }) => {
          const held = eq(bookings.coachId, coachId);
          await api().db.update(bookings).set({ status: 'expired' }).where(held);
          const path = `/api/operator/members/${userId}/delete/`;
          const answer = await api().send('POST', path, {}, api().config.operatorToken);
          expect(answer.status).toBe(200);
        },
      ],
      [
        'the coach is locked',
        "You can't book this coach right now.",
        'refunded',
        ({ userId }) =>
          api().send(
            'POST',
            `/api/operator/members/${userId}/lock/`,
            {},
            api().config.operatorToken,
          ),
      ],
    ];
  test.each(changes)('keeps the money safe when %s', { tags: ['@fault-H8'] }, async (...one) => {
    const [name, message, outcome, change] = one;
    const coach = await api().newCoach(`changing-${name}`);
    const names = `during-${name.replaceAll(/\W/g, '-')}`;
    const [student, next] = await api().newCrowd(names, 2);
    const start = noonIn(4);
    const { booking_id: id } = (await order(student?.token, coach, start)).body;
    const { sessionId } = (await checkout(id, student?.token)).body;
    await change(coach);
    expect(await order(next?.token, coach, start + HOUR_MS)).toEqual({
      status: message.startsWith('This time') ? 409 : 410,
      body: { detail: message },
    });
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    await sweep(api());
    const info = await api().send(
      'GET',
      `/api/stripe/success-info/?session_id=${sessionId}`,
      undefined,
      student?.token,
    );
    const { amount_total, payment_intent } =
      await api().stripe.checkout.sessions.retrieve(sessionId);
    const refunds = (await api().stripe.refunds.list({ payment_intent: String(payment_intent) }))
      .data;
    if (outcome === 'confirmed') {
      expect(await row(id)).toMatchObject({ status: 'confirmed', amountCents: amount_total });
      expect([amount_total, info.status, refunds]).toEqual([2500, 200, []]);
    } else {
      expect(await row(id)).toMatchObject({ status: 'expired', refund: 'returned' });
      expect(refunds).toMatchObject([{ amount: amount_total }]);
      expect(info).toMatchObject({
        status: 410,
        body: {
          error:
            "Your payment came in, but this session can't be booked anymore. Your payment was refunded in full.",
        },
      });
      const mails = await api().mailsTo(`${names}0@example.com`);
      expect(mails.find(({ subject }) => subject.endsWith('is refunded'))?.body).toMatch(
        /^Your payment came in, but this session can't be booked anymore\./,
      );
    }
  });

  test('has one outcome when moves, cancellations, statuses and orders race', {
    tags: ['@fault-H7'],
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 10; round++) {
      const coach = await api().newCoach(`race-${round}`);
      const [student, left, right] = await api().newCrowd(`race-${round}-`, 3);
      const start = noonIn(5);
      const { id, token } = await paid(coach, student, start);
      const own = async (path: string, body: object) =>
        api().send('POST', `/api/my-sessions/${id}/${path}/`, body, await token());
      const move = (hours: number) =>
        own('move', { session_time: new Date(start + hours * HOUR_MS).toISOString() });
      const set = async (status: string) =>
        api().send(
          'PATCH',
          `/api/bookings/${id}/status/`,
          { status },
          await signAccess(api(), coach.userId),
        );
      const racing = [
        () => move(1),
        () => own('cancel', {}),
        () => set('cancelled'),
        () => set('confirmed'),
        () => move(2),
        () => order(left?.token, coach, start),
        () => order(right?.token, coach, start + HOUR_MS),
        () => order(right?.token, coach, start + 2 * HOUR_MS),
      ];
      const answers = await Promise.all(
        racing.map(async (act, index) => {
          await sleep(((index * 3 + round) % racing.length) * 4);
          return act();
        }),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);

      api().clock.offset += 11_000;
      await sweep(api());
      await sweep(api());
      const held = (
        await api()
          .db.select()
          .from(bookings)
          .where(
            and(
              eq(bookings.coachId, coach.coachId),
              inArray(bookings.status, ['confirmed', 'pending_payment']),
            ),
          )
      ).map(({ startsAt }) => startsAt?.getTime());
      expect(new Set(held).size).toBe(held.length);
      const end = await row(id);
      const refunds = (
        await api().stripe.refunds.list({ payment_intent: end?.paymentIntent ?? '' })
      ).data;
      const outcome = [end?.status, end?.refund, refunds.length];
      expect([
        ['confirmed', 'none', 0],
        ['cancelled', 'returned', 1],
      ]).toContainEqual(outcome);
      const mails = await api()
        .db.select()
        .from(outbox)
        .where(eq(outbox.recipient, `race-${round}-0@example.com`));
      const about = mails.filter(({ subject }) => subject.includes(`is cancelled (booking ${id})`));
      expect(about).toHaveLength(end?.status === 'cancelled' ? 1 : 0);
    }
  });

  test('is confirmed once in a burst of a thousand events', {
    tags: ['@fault-G11'],
    timeout: 180_000,
  }, async () => {
    const coach = await api().newCoach('burst');
    await api()
      .db.update(services)
      .set({ isHourly: false })
      .where(eq(services.id, coach.serviceId));
    const students = await api().newCrowd('burst', 20);
    const sessions: { id: number; sessionId: string }[] = [];
    for (const { token } of students) {
      const { booking_id: id } = (
        await api().send(
          'POST',
          '/api/create-booking/',
          api().order(null, { coach_id: coach.coachId, service_id: coach.serviceId }),
          token,
        )
      ).body;
      const { sessionId } = (await checkout(id, token)).body;
      await api().pay(sessionId);
      sessions.push({ id, sessionId });
    }
    const deliver = async (id: string, type: string, object: object) => {
      const payload = JSON.stringify({ id, type, data: { object } });
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: api().config.stripe.webhookSecret,
        timestamp: Math.floor(api().now().getTime() / 1000),
      });
      return (
        await api().send('POST', '/api/stripe/webhook/', payload, undefined, {
          'stripe-signature': signature,
        })
      ).status;
    };
    const events = Array.from({ length: 1000 }, (_, index) => {
      const { sessionId } = sessions[index % sessions.length] ?? { sessionId: '' };
      return Math.floor(index / sessions.length) % 5 === 4
        ? () => deliver(`evt_burst_${index}`, 'product.created', { id: 'prod_1' })
        : () => deliver(`evt_burst_${index}`, 'checkout.session.completed', { id: sessionId });
    });
    // the provider sends an event again that a busy database refused
    for (let waiting = events; waiting.length > 0; ) {
      const answers = await Promise.all(waiting.map((send) => send()));
      expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      waiting = waiting.filter((_, index) => answers[index] === 503);
    }
    const confirmed = await api()
      .db.select({ n: count() })
      .from(bookings)
      .where(and(eq(bookings.coachId, coach.coachId), eq(bookings.status, 'confirmed')));
    expect(confirmed).toEqual([{ n: 20 }]);
    for (const index of students.keys())
      expect(
        (await api().mailsTo(`burst${index}@example.com`)).filter(({ subject }) =>
          subject.startsWith("You've booked "),
        ),
      ).toHaveLength(1);
    const times: number[] = [];
    for (const type of ['checkout.session.completed', 'product.created', 'made.up']) {
      const began = performance.now();
      expect(await deliver(`evt_alone_${type}`, type, { id: sessions[0]?.sessionId })).toBe(200);
      times.push(performance.now() - began);
    }
    expect(Math.max(...times)).toBeLessThan(1000);
  });
});
