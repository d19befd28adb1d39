import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { runSweep, sweep } from '../src/features/bookings/sweep';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('sessions that a coach leaves open', (api) => {
  async function booked(name: string, more: Record<string, unknown> = {}, timed = true) {
    const token = await api().newStudent(name);
    const slot = timed ? await api().slotIn(2) : null;
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(slot, more), token)
    ).body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const row = async () => (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
    const { endsAt } = (await row()) ?? {};
    const passTo = (ms: number) => {
      api().clock.offset += ms - api().now().getTime();
    };
    const user = (await row())?.studentId ?? 0;
    const { signAccess } = await import('../src/features/accounts/access-token');
    const ask = async () =>
      api().send(
        'POST',
        `/api/my-sessions/${id}/refund/`,
        { reason: 'No show.' },
        await signAccess(api(), user),
      );
    const listed = async () =>
      (await api().send('GET', '/api/my-sessions/', undefined, await signAccess(api(), user)))
        .body[0];
    const info = async () =>
      (
        await api().send(
          'GET',
          `/api/stripe/success-info/?session_id=${sessionId}`,
          undefined,
          await signAccess(api(), user),
        )
      ).body;
    return {
      id,
      row,
      info,
      passTo,
      ask,
      listed,
      end: endsAt?.getTime() ?? 0,
      email: `${name}@example.com`,
    };
  }

  test('grants the guarantee from the booked end on', async () => {
    const { id, row, passTo, ask, listed, info, end } = await booked('no-show');
    passTo(end - 60_000);
    expect((await listed()).refund_until).toBeNull();
    expect((await ask()).status).toBe(409);
    passTo(end + 1000);
    expect((await listed()).refund_until).not.toBeNull();
    expect((await ask()).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'completed', refund: 'begun' });
    expect(await info()).toMatchObject({
      booking_id: id,
      notice: "You'll get a full refund.",
    });
    await sweep(api());
    expect(await info()).toMatchObject({
      notice: 'Your payment was refunded in full.',
      purchase: { amount: 25, refunded: 25 },
    });
  });

  test('names the start of the guarantee of a session without an end', async () => {
    const long = await booked('long', { quantity: 3 });
    const order = await booked('long-order', {}, false);
    const { startsAt } = (await long.row()) ?? {};
    const monthAfter = (from: Date | null | undefined) =>
      new Date((from?.getTime() ?? 0) + 30 * 24 * HOUR_MS).toISOString();
    const from = monthAfter(startsAt);
    expect(await long.listed()).toMatchObject({ refund_from: from, refund_until: null });
    expect(await order.listed()).toMatchObject({
      refund_from: monthAfter((await order.row())?.paidAt),
      refund_until: null,
    });
    const hour = await booked('short');
    expect(await hour.listed()).toMatchObject({ refund_from: new Date(hour.end).toISOString() });
    long.passTo(Date.parse(from) - 60_000);
    expect((await long.ask()).status).toBe(409);
    long.passTo(Date.parse(from) + 1000);
    await sweep(api());
    expect(await long.listed()).toMatchObject({ status: 'completed', refund_from: null });
    expect((await long.ask()).status).toBe(200);
  });

  test('completes a session a day after its end, once', async () => {
    const { id, row, passTo, ask, end, email } = await booked('forgotten');
    passTo(end + 23 * HOUR_MS);
    await sweep(api());
    expect((await row())?.status).toBe('confirmed');
    passTo(end + 25 * HOUR_MS);
    await Promise.all([sweep(api()), sweep(api())]);
    expect((await row())?.status).toBe('completed');
    const mails = (await api().mailsTo(email)).filter(({ subject }) =>
      subject.endsWith(`is completed (booking ${id})`),
    );
    expect(mails).toHaveLength(1);
    passTo(end + (25 + 49) * HOUR_MS);
    expect((await ask()).status).toBe(409);
  });

  test('completes the others if one session cannot be completed', async () => {
    const broken = await booked('broken');
    const other = await booked('not-broken');
    const { db } = api();
    await db.execute(`CREATE FUNCTION refuse_booking() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN IF NEW.id = ${broken.id} THEN RAISE 'broken row'; END IF; RETURN NEW; END $$`);
    await db.execute(
      'CREATE TRIGGER refuse_booking BEFORE UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION refuse_booking()',
    );
    other.passTo(other.end + 25 * HOUR_MS);
    await sweep(api());
    await db.execute('DROP TRIGGER refuse_booking ON bookings');
    expect((await broken.row())?.status).toBe('confirmed');
    expect((await other.row())?.status).toBe('completed');
    await sweep(api());
    expect((await broken.row())?.status).toBe('completed');
  });

  test('completes sessions while the payment provider hangs', async () => {
    const { db, stripe } = api();
    const session = await booked('waits');
    const unpaid = await booked('abandoned');
    session.passTo(session.end + 25 * HOUR_MS);
    await db
      .update(bookings)
      .set({ status: 'expired', checkoutClosed: false })
      .where(eq(bookings.id, unpaid.id));
    const hanging = vi
      .spyOn(stripe.checkout.sessions, 'retrieve')
      .mockReturnValue(new Promise(() => {}) as never);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      void runSweep(api());
      vi.advanceTimersByTime(5000);
      await vi.waitFor(() => expect(hanging).toHaveBeenCalled());
      await expect.poll(async () => (await session.row())?.status).toBe('completed');
    } finally {
      vi.useRealTimers();
      hanging.mockRestore();
    }
  });

  test('leaves open orders alone for a month', async () => {
    const { id, row, passTo, ask, email } = await booked('units', { quantity: 3 }, false);
    const paidAt = (await row())?.paidAt?.getTime() ?? 0;
    passTo(paidAt + 29 * 24 * HOUR_MS);
    await sweep(api());
    expect((await row())?.status).toBe('confirmed');
    passTo(paidAt + 31 * 24 * HOUR_MS);
    await sweep(api());
    expect((await row())?.status).toBe('completed');
    const mail = (await api().mailsTo(email)).find(({ subject }) =>
      subject.endsWith(`is completed (booking ${id})`),
    );
    expect(mail?.body).toMatch(
      /^Your order has been open for a month, so we marked it as completed\. Not satisfied\? You can ask/,
    );
    expect(mail?.body).not.toContain('review.');
    expect((await ask()).status).toBe(200);
  });
});
