import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { completePastSessions } from '../src/features/bookings/complete';
import { lockTopic } from '../src/features/mail/delayed-mails';
import { when } from '../src/features/mail/format';
import { queueMail } from '../src/features/mail/outbox';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

const DAY_MS = 86_400_000;

onEveryDatabaseAtNight('the result of a reopened booking', (api) => {
  const deliveredPair = async () => {
    const sides = await pair(api(), { startsAt: null, endsAt: null });
    const { owner, path, id } = sides;
    const { offset } = api().clock;
    onTestFinished(() => {
      api().clock.offset = offset;
    });
    const send = async (userId: number, method: string, rest: string, body?: object) =>
      api().send(method, path + rest, body, await signAccess(api(), userId));
    const deliver = () =>
      send(owner.coachUserId, 'POST', 'deliver/', {
        key: randomUUID(),
        text: 'Done.',
        files: [],
      });
    const row = async () =>
      (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0] ?? null;
    await deliver();
    return {
      ...sides,
      deliver,
      row,
      first: await row(),
      set: (status: string) => send(owner.coachUserId, 'PATCH', 'status/', { status }),
      page: async () => (await send(owner.studentId, 'GET', '')).body,
      wait: (ms: number) => {
        api().clock.offset += ms;
      },
      mail: async () => (await api().mailsTo(sides.studentEmail))[0],
    };
  };
  const parseUntil = (from: Date | null | undefined) =>
    new Date((from?.getTime() ?? 0) + 48 * 3_600_000).toISOString();

  test('starts the guarantee anew', async () => {
    const { set, page, wait, deliver, row, mail } = await deliveredPair();
    wait(3_600_000);
    await set('confirmed');
    expect(await page()).toMatchObject({ delivered_at: null, refund_until: null });
    wait(3 * DAY_MS);
    expect((await deliver()).status).toBe(201);
    const second = await row();
    const now = api().now().getTime();
    for (const at of [second?.deliveredAt, second?.completedAt])
      expect(Math.abs(now - (at?.getTime() ?? 0))).toBeLessThan(60_000);
    const { refund_until: until } = await page();
    expect(until).toBe(parseUntil(second?.deliveredAt));
    expect((await mail())?.body).toContain(when(new Date(until), null));
  });

  test('names no guarantee that is over with another result', async () => {
    const { wait, deliver, mail } = await deliveredPair();
    expect(await mail()).toMatchObject({
      subject: expect.stringMatching(/has sent your result$/),
      body: expect.stringMatching(/leave a review\. Not satisfied\? You can ask/),
    });
    wait(3_600_000);
    await deliver();
    const early = await mail();
    expect(early?.subject).toMatch(/has sent another result$/);
    expect(early?.body).toContain('Not satisfied?');
    wait(3 * DAY_MS);
    await deliver();
    const late = await mail();
    expect(late?.id).not.toBe(early?.id);
    expect(late?.body).toContain('has sent another result for your');
    expect(late?.body).not.toMatch(/Not satisfied|review\./);
  });

  test('counts no more when it is completed without another', async () => {
    const { set, page, wait, row } = await deliveredPair();
    await set('confirmed');
    wait(3 * DAY_MS);
    await set('completed');
    expect(await page()).toMatchObject({
      delivered_at: null,
      refund_until: parseUntil((await row())?.completedAt),
    });
  });

  test('stays when reopening is undone', async () => {
    const { set, page, wait, row, first } = await deliveredPair();
    wait(3_600_000);
    await set('confirmed');
    wait(5000);
    await set('completed');
    const { deliveredAt, completedAt } = (await row()) ?? {};
    expect([deliveredAt, completedAt]).toEqual([first?.deliveredAt, first?.completedAt]);
    expect((await page()).refund_until).toBe(parseUntil(first?.deliveredAt));
  });

  test('stays when a reopening that is long due is undone', async () => {
    const { set, page, wait, row, first, id } = await deliveredPair();
    const { db, now } = api();
    wait(31 * DAY_MS);
    const paidAt = new Date(now().getTime() - 31 * DAY_MS);
    await db.update(bookings).set({ paidAt }).where(eq(bookings.id, id));
    await set('confirmed');
    wait(5000);
    await completePastSessions(api());
    expect((await page()).status).toBe('confirmed');
    await set('completed');
    expect((await row())?.deliveredAt).toEqual(first?.deliveredAt);
  });

  test('drops a held mail about a lock on automatic completion', async () => {
    const { set, wait, id, studentEmail, mail } = await deliveredPair();
    const { db, now } = api();
    await set('confirmed');
    wait(31 * DAY_MS);
    const paidAt = new Date(now().getTime() - 31 * DAY_MS);
    await db.update(bookings).set({ paidAt }).where(eq(bookings.id, id));
    const sendAt = new Date(now().getTime() + 60_000);
    const locked = { to: studentEmail, subject: 'Locked', body: '', topic: lockTopic(id), sendAt };
    await queueMail(db, locked, now());
    await completePastSessions(api());
    const subjects = (await api().mailsTo(studentEmail)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Locked');
    expect((await mail())?.subject).toMatch(/completed/);
  });

  test('counts no more after automatic completion', async () => {
    const { set, page, wait, row, id } = await deliveredPair();
    const { db, now } = api();
    await set('confirmed');
    wait(31 * DAY_MS);
    const paidAt = new Date(now().getTime() - 31 * DAY_MS);
    await db.update(bookings).set({ paidAt }).where(eq(bookings.id, id));
    await completePastSessions(api());
    expect(await page()).toMatchObject({
      status: 'completed',
      delivered_at: null,
      refund_until: parseUntil((await row())?.completedAt),
    });
  });
});
