import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, outbox } from '../src/core/db/schema';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('a cancellation taken back', (api) => {
  const wait = (ms: number) => {
    api().clock.offset += ms;
  };

  async function session(more: Partial<typeof bookings.$inferInsert> = {}) {
    const { id, owner, path, coach, student, coachEmail, studentEmail } = await pair(api(), {
      cancelUntil: new Date(api().now().getTime() + 60 * HOUR_MS),
      ...more,
    });
    const set = async (status: string) =>
      (await api().send('PATCH', `${path}status/`, { status }, coach.token)).status;
    const setAll = async (...all: string[]) => {
      for (const status of all) expect(await set(status)).toBe(200);
    };
    const row = async () => (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
    const emails = [studentEmail, coachEmail];
    /** Subjects and calendar methods of the mails that arrived at both sides, the newest first. */
    const deliver = async () => {
      const stop = api().sendMails(20);
      const due = async () =>
        (await api().db.select().from(outbox).where(isNull(outbox.sentAt))).filter(
          ({ failedAt, nextAttemptAt }) => !failedAt && nextAttemptAt <= api().now(),
        );
      await expect.poll(async () => (await due()).length, { timeout: 15_000 }).toBe(0);
      await stop();
      return emails.map((email) =>
        api()
          .sandbox.mails.filter(({ to }) => to === email)
          .map(({ subject, text, attachments }) => {
            const file = attachments[0]?.content ?? '';
            const [method, sequence] = [/METHOD:(\w+)/, /SEQUENCE:(\d+)/].map(
              (pattern) => pattern.exec(file)?.[1],
            );
            const state = /is (\w+) \(booking/.exec(subject)?.[1];
            return { state, method, sequence: Number(sequence), text };
          }),
      );
    };
    return { id, owner, student, set, setAll, row, deliver };
  }

  const cancelled = { state: 'cancelled', method: 'CANCEL', sequence: 1 };
  const restored = { state: 'confirmed', method: 'PUBLISH', sequence: 2 };

  test('returns to both calendars once both were emailed', async () => {
    const { setAll, row, deliver } = await session();
    await setAll('cancelled');
    wait(11_000);
    expect(await deliver()).toMatchObject([[cancelled], [cancelled]]);
    await setAll('confirmed');
    wait(11_000);
    const [toStudent, toCoach] = await deliver();
    expect([toStudent, toCoach]).toMatchObject([
      [restored, cancelled],
      [restored, cancelled],
    ]);
    expect(await row()).toMatchObject({ status: 'confirmed', refund: 'none', sequence: 2 });
    for (const text of [toStudent?.[0]?.text, toCoach?.[0]?.text]) {
      expect(text).toContain('no refund');
      expect(text).not.toContain('Refund due');
    }
  });

  test('is emailed once if it is toggled within ten seconds', async () => {
    const { setAll, deliver } = await session();
    await setAll('cancelled');
    wait(11_000);
    await deliver();
    await setAll('confirmed', 'cancelled');
    wait(11_000);
    expect(await deliver()).toMatchObject([[cancelled], [cancelled]]);
    await setAll('confirmed', 'cancelled', 'confirmed');
    wait(11_000);
    const again = { ...restored, sequence: 6 };
    expect(await deliver()).toMatchObject([
      [again, cancelled],
      [again, cancelled],
    ]);
  });

  test('sends no cancellation that was due but still waits', async () => {
    const { setAll, deliver } = await session();
    await setAll('cancelled');
    wait(11_000);
    await setAll('confirmed');
    expect(await deliver()).toEqual([[], []]);
    wait(11_000);
    expect(await deliver()).toMatchObject([[restored], [restored]]);
  });

  test('sends a waiting cancellation after all if it is cancelled again', async () => {
    const { setAll, deliver } = await session();
    await setAll('cancelled');
    wait(11_000);
    await setAll('confirmed', 'cancelled');
    wait(11_000);
    expect(await deliver()).toMatchObject([[cancelled], [cancelled]]);
  });

  test('returns to both calendars as completed', async () => {
    const startsAt = new Date(api().now().getTime() - HOUR_MS);
    const endsAt = api().now();
    const { setAll, deliver } = await session({ startsAt, endsAt });
    await setAll('cancelled');
    wait(11_000);
    await deliver();
    await setAll('completed');
    wait(11_000);
    const completed = { ...restored, state: 'completed' };
    expect(await deliver()).toMatchObject([
      [completed, cancelled],
      [completed, cancelled],
    ]);
  });

  test('cannot be undone after the student moved the session', async () => {
    const { id, student, setAll, row, deliver } = await session();
    await setAll('cancelled');
    wait(11_000);
    await deliver();
    await setAll('confirmed');
    const startsAt = (await row())?.startsAt?.getTime() ?? 0;
    const to = new Date(Math.ceil(startsAt / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString();
    const path = `/api/my-sessions/${id}/move/`;
    const moved = await api().send('POST', path, { session_time: to }, student.token);
    expect(moved.status).toBe(200);
    await setAll('cancelled');
    wait(11_000);
    expect(await deliver()).toMatchObject([
      [{ ...cancelled, sequence: 4 }, cancelled],
      [{ ...cancelled, sequence: 4 }, cancelled],
    ]);
  });
});
