import { count, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, paymentEvents, users } from '../src/core/db/schema';
import { transact } from '../src/core/db/transact';
import { sweep } from '../src/features/bookings/sweep';
import { onEveryDatabaseAtNight, onPostgres } from './harness';
import { webhook } from './webhook';

onPostgres('transactions', (api) => {
  test('retries the victim of a deadlock', {
    tags: ['@fault-11.10'],
  }, async () => {
    const [one, other] = await api().newCrowd('locked', 2);
    let arrived = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    let tries = 0;
    const lock = (ids: number[]) =>
      transact(api().db, async (tx) => {
        tries++;
        for (const id of ids) {
          await tx.select().from(users).where(eq(users.id, id)).for('update');
          if (++arrived === 2) open();
          await both;
        }
        return 'done';
      });
    const [first, second] = [one?.id ?? 0, other?.id ?? 0];
    expect(await Promise.all([lock([first, second]), lock([second, first])])).toEqual([
      'done',
      'done',
    ]);
    expect(tries).toBe(3);
  });
});

onEveryDatabaseAtNight('guards of money', (api) => {
  const order = async (
    token: string,
    slot: { date: string; time: string } | null,
    more: Record<string, unknown> = {},
  ) => {
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(slot, more), token)
    ).body;
    const { sessionId } = (
      await api().send('POST', `/api/bookings/${booking_id}/checkout/`, {}, token)
    ).body;
    return { id: booking_id as number, sessionId: sessionId as string };
  };
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];

  /** Two students in turn order the same slot; returns the ids. The hold of the second one has ended, unswept. */
  async function inTurn(name: string, freeSlot: (first: Order) => Promise<unknown>) {
    const slot = await api().slotIn(4);
    const first = await order(await api().newStudent(`${name}-first`), slot);
    await freeSlot(first);
    const second = await order(await api().newStudent(`${name}-second`), slot);
    const ended = { holdExpiresAt: api().now() };
    await api().db.update(bookings).set(ended).where(eq(bookings.id, second.id));
    return { first, second };
  }
  type Order = Awaited<ReturnType<typeof order>>;

  test('confirms a late payment if the hold of another has ended', async () => {
    const { first, second } = await inTurn('unswept', ({ id }) =>
      api()
        .db.update(bookings)
        .set({ status: 'expired', holdExpiresAt: api().now() })
        .where(eq(bookings.id, id)),
    );
    await api().pay(first.sessionId);
    await webhook(api(), first.sessionId);
    expect(await row(first.id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    expect(await row(second.id)).toMatchObject({ status: 'expired' });
  });

  test('undoes a cancellation if the hold of another has ended', async () => {
    const { access } = await api().asCoach();
    const set = ({ id }: Order, status: string) =>
      api().send('PATCH', `/api/bookings/${id}/status/`, { status }, access);
    const { first, second } = await inTurn('unswept-undo', async (first) => {
      await api().pay(first.sessionId);
      await webhook(api(), first.sessionId);
      expect((await set(first, 'cancelled')).status).toBe(200);
    });
    expect((await set(first, 'confirmed')).status).toBe(200);
    expect(await row(second.id)).toMatchObject({ status: 'expired' });
  });

  test('does not confirm a booking with refunded money', {
    tags: ['@fault-11.1'],
  }, async () => {
    const token = await api().newStudent('clever');
    const slot = await api().slotIn(3);
    const a = await order(token, slot);
    await order(token, slot, { quantity: 2 });
    await api().pay(a.sessionId);
    await webhook(api(), a.sessionId);
    expect(await row(a.id)).toMatchObject({ status: 'expired', refund: 'due' });
    await order(token, await api().slotIn(4));
    for (const _ of [1, 2]) {
      const info = await api().send(
        'GET',
        `/api/stripe/success-info/?session_id=${a.sessionId}`,
        undefined,
        token,
      );
      expect(info).toMatchObject({
        status: 410,
        body: { error: expect.stringContaining("You'll get a full refund.") },
      });
      await webhook(api(), a.sessionId, { again: _ });
    }
    expect(await row(a.id)).toMatchObject({ status: 'expired', refund: 'due' });
    await expect(
      api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, a.id)),
    ).rejects.toThrow();
  });

  test('sends one mail for repeated late payment events', {
    tags: ['@fault-11.3'],
  }, async () => {
    const token = await api().newStudent('five');
    const slot = await api().slotIn(5);
    const { sessionId } = await order(token, slot);
    api().clock.offset += 31 * 60_000;
    const [other] = await api().newCrowd('faster', 1);
    expect(
      (await api().send('POST', '/api/create-booking/', api().order(slot), other?.token)).status,
    ).toBe(201);
    await api().pay(sessionId);
    await Promise.all([1, 2, 3].map((delivery) => webhook(api(), sessionId, { delivery })));
    for (const delivery of [4, 5]) await webhook(api(), sessionId, { delivery });
    const mails = (await api().mailsTo('five@example.com')).filter(({ subject }) =>
      subject.includes('is refunded'),
    );
    expect(mails).toHaveLength(1);
  });

  test('handles an event once, even a hundred concurrent copies', {
    tags: ['@fault-G4', '@fault-guards'],
  }, async () => {
    const token = await api().newStudent('evented');
    const { sessionId } = await order(token, null);
    await api().pay(sessionId);
    const asked: string[] = [];
    const note = ({ path }: { path: string }) => void asked.push(path);
    await Promise.all(Array.from({ length: 100 }, () => webhook(api(), sessionId)));
    api().stripe.on('request', note);
    await webhook(api(), sessionId);
    api().stripe.off('request', note);
    expect(asked).toHaveLength(1);
    const isOfSession = like(paymentEvents.id, `evt_${sessionId}_%`);
    expect(await api().db.select({ n: count() }).from(paymentEvents).where(isOfSession)).toEqual([
      { n: 1 },
    ]);
    const mails = (await api().mailsTo('evented@example.com')).filter(({ subject }) =>
      subject.startsWith("You've booked "),
    );
    expect(mails).toHaveLength(1);
  });

  test('refunds the second of two overlapping payments', {
    tags: ['@fault-guards'],
  }, async () => {
    const { coachId, serviceId } = await api().newCoach('beside');
    const token = await api().newStudent('twofold');
    const slot = await api().slotIn(6);
    const here = await order(token, slot);
    const there = await order(token, slot, { coach_id: coachId, service_id: serviceId });
    await Promise.all([here, there].map(({ sessionId }) => api().pay(sessionId)));
    await Promise.all([here, there].map(({ sessionId }) => webhook(api(), sessionId)));
    const rows = [await row(here.id), await row(there.id)].map(
      (found) => `${found?.status} ${found?.refund}`,
    );
    expect(rows.sort()).toEqual(['confirmed none', 'expired due']);
  });

  test('opens one payment page per booking', {
    tags: ['@fault-G9', '@fault-G10', '@fault-H6', '@fault-guards'],
  }, async () => {
    const token = await api().newStudent('clicker');
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), token)
    ).body;
    const sessions = api().stripe.checkout.sessions;
    const { create } = sessions;
    let lost = true;
    sessions.create = (async (...args: Parameters<typeof create>) => {
      const made = await create.apply(sessions, args);
      if (lost) throw new Error('the answer was lost');
      return made;
    }) as typeof create;
    const open = () => api().send('POST', `/api/bookings/${booking_id}/checkout/`, {}, token);
    expect((await open()).status).toBe(500);
    lost = false;
    const answers = await Promise.all([1, 2, 3, 4, 5].map(open));
    sessions.create = create;
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    const pages = (await sessions.list()).data.filter(
      ({ client_reference_id }) => client_reference_id === String(booking_id),
    );
    expect(pages.filter(({ status }) => status === 'open')).toHaveLength(1);
    expect(pages).toHaveLength(1);
  });

  test('finds an unreported payment when its hold expires', {
    tags: ['@fault-G6'],
  }, async () => {
    const token = await api().newStudent('untold');
    const { id, sessionId } = await order(token, await api().slotIn(6, 5));
    await api().pay(sessionId);
    const [other] = await api().newCrowd('lost-page', 1);
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), other?.token)
    ).body;
    await api()
      .db.update(bookings)
      .set({ checkoutSession: 'cs_test_unknown' })
      .where(eq(bookings.id, booking_id));
    api().clock.offset += 31 * 60_000;
    await sweep(api());
    expect(await row(id)).toMatchObject({ status: 'confirmed', checkoutClosed: true });
    expect(await row(booking_id)).toMatchObject({ status: 'expired', checkoutClosed: true });
  });

  test('refunds a payment made after the start', {
    tags: ['@fault-G7'],
  }, async () => {
    const token = await api().newStudent('after');
    const slot = await api().slotIn(7);
    const { id, sessionId } = await order(token, slot);
    await api().pay(sessionId);
    api().clock.offset +=
      Date.parse(`${slot.date}T${slot.time}:00Z`) - api().now().getTime() + 1000;
    await webhook(api(), sessionId);
    expect(await row(id)).toMatchObject({ status: 'expired', refund: 'due' });
  });
});
