import { and, eq, inArray, isNull, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, outbox } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { completePastSessions } from '../src/features/bookings/complete';
import { holdMails, statusTopic } from '../src/features/mail/delayed-mails';
import { bookedMail, newBookingMail } from '../src/features/mail/messages';
import { queueMails } from '../src/features/mail/outbox';
import { readParties } from '../src/features/people/parties';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('superseded mails', (api) => {
  const wait = (ms: number) => {
    api().clock.offset += ms;
  };
  const fullHour = () => Math.floor(api().now().getTime() / HOUR_MS) * HOUR_MS;

  /** A session whose mails the mail server refuses for now. */
  async function session(more: Partial<typeof bookings.$inferInsert> = {}) {
    const start = fullHour() + 72 * HOUR_MS;
    const { id, path, owner, coachEmail, studentEmail } = await pair(api(), {
      startsAt: new Date(start),
      endsAt: new Date(start + HOUR_MS),
      cancelUntil: new Date(start - 12 * HOUR_MS),
      ...more,
    });
    const emails = [studentEmail, coachEmail];
    const isUnsent = and(inArray(outbox.recipient, emails), isNull(outbox.sentAt));
    /** The waiting mails were tried, and wait for their next attempt, which comes after later mails. */
    const delay = () =>
      api()
        .db.update(outbox)
        .set({
          attempts: 6,
          failure: 'ECONNECTION',
          nextAttemptAt: new Date(api().now().getTime() + 160_000),
        })
        .where(isUnsent);
    const as = (userId: number) => async (path: string, body: object, method: 'POST' | 'PATCH') => {
      const answer = await api().send(method, path, body, await signAccess(api(), userId));
      expect(answer.status).toBe(200);
    };
    const [byStudent, byCoach] = [as(owner.studentId), as(owner.coachUserId)];
    const mine = (call: string, body: object = {}) =>
      byStudent(`/api/my-sessions/${id}/${call}/`, body, 'POST');
    const at = (hours: number) => ({ session_time: new Date(start + hours * HOUR_MS) });
    const set = (status: string) => byCoach(`${path}status/`, { status }, 'PATCH');
    const read = async () => {
      const [booking] = await api().db.select().from(bookings).where(eq(bookings.id, id));
      if (!booking) throw new Error('no booking');
      return booking;
    };
    const book = async () => {
      const booking = await read();
      const parties = await readParties(api().db, booking);
      const about = { config: api().config, booking, parties };
      const mails = [bookedMail(about, api().now()), newBookingMail(about, api().now())];
      await queueMails(api().db, mails, api().now());
    };
    /** Subjects of the mails that arrive at each side, in their order. */
    const deliver = async () => {
      wait(HOUR_MS / 2);
      const stop = api().sendMails(20);
      const waiting = and(isUnsent, isNull(outbox.failedAt));
      await expect.poll(() => api().db.$count(outbox, waiting), { timeout: 15_000 }).toBe(0);
      await stop();
      return emails.map((email) =>
        api()
          .sandbox.mails.filter(({ to }) => to === email)
          .map(({ subject, text }) => `${subject}\n${text}`)
          .toReversed(),
      );
    };
    const withdraw = () => byCoach(`${path}withdraw/`, {}, 'POST');
    const suggest = (hours: number) => byCoach(`${path}suggest/`, at(hours), 'POST');
    return { id, read, start, delay, mine, at, set, book, deliver, suggest, withdraw, emails };
  }
  const only = (...patterns: string[]) => patterns.map((one) => expect.stringMatching(one));

  test('state no earlier time after a move', async () => {
    const { book, delay, mine, at, deliver } = await session();
    await book();
    await delay();
    await mine('move', at(1));
    await delay();
    await mine('move', at(2));
    expect(await deliver()).toEqual([only('has moved'), only('has moved')]);
  });

  test('never arrive after a cancellation', async () => {
    const { book, delay, mine, suggest, deliver } = await session();
    await book();
    await suggest(5);
    await delay();
    await mine('cancel');
    expect(await deliver()).toEqual([only('is cancelled'), only('is cancelled')]);
  });

  test('never arrive after a cancellation by an account deletion', async () => {
    const { book, delay, read, deliver } = await session();
    await book();
    await delay();
    const { studentId } = await read();
    const { operatorToken } = api().config;
    const path = `/api/operator/members/${studentId}/delete/`;
    expect((await api().send('POST', path, {}, operatorToken)).status).toBe(200);
    expect(await deliver()).toEqual([only('is cancelled', 'is deleted'), only('is cancelled')]);
  });

  test('wait for the end of Undo, and arrive if it is used', async () => {
    const { book, delay, set, deliver } = await session();
    await book();
    await delay();
    await set('cancelled');
    await set('confirmed');
    expect(await deliver()).toEqual([only('is booked'), only('New booking')]);
  });

  test('arrive after Undo even if they were never tried', async () => {
    const { book, set, deliver } = await session();
    await book();
    for (const status of ['cancelled', 'confirmed', 'cancelled', 'confirmed']) await set(status);
    expect(await deliver()).toEqual([only('is booked'), only('New booking')]);
  });

  test('ask for no review after the session is confirmed again', async () => {
    const startsAt = new Date(api().now().getTime() - 2 * HOUR_MS);
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    const { set, delay, deliver } = await session({ startsAt, endsAt });
    await set('completed');
    wait(11_000);
    await delay();
    await set('confirmed');
    expect(await deliver()).toEqual([only('is confirmed'), []]);
  });

  test('ask for no review after an automatic completion is taken back', async () => {
    const startsAt = new Date(api().now().getTime() - 50 * HOUR_MS);
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    const { set, delay, deliver } = await session({ startsAt, endsAt });
    await completePastSessions(api());
    await delay();
    await set('confirmed');
    expect(await deliver()).toEqual([only('is confirmed'), []]);
  });

  test("keep the other side's mail and an invite", async () => {
    const startsAt = new Date(api().now().getTime() - 2 * HOUR_MS);
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    const { book, set, delay, deliver } = await session({ startsAt, endsAt });
    await book();
    await delay();
    await set('completed');
    const [toStudent, toCoach] = await deliver();
    expect(toStudent).toHaveLength(2);
    expect(toCoach).toEqual(only('New booking'));
  });

  test('suggest only the newest time, and none that was withdrawn', async () => {
    const { book, suggest, withdraw, delay, deliver } = await session();
    await book();
    await suggest(5);
    await delay();
    await suggest(6);
    expect((await deliver())[0]).toEqual(only('suggests another time', 'is booked'));
    await suggest(7);
    await delay();
    await withdraw();
    expect((await deliver())[0]).toHaveLength(2);
  });

  test('suggest no time after Undo if the cancellation ended the suggestion', async () => {
    const { book, suggest, delay, set, deliver } = await session();
    await book();
    await suggest(5);
    await delay();
    await set('cancelled');
    await set('confirmed');
    expect((await deliver())[0]).toEqual(only('is booked'));
  });

  test('are not tried again after a move while they are being sent', async () => {
    const { id, read, emails } = await session();
    const mail = { to: emails[0] ?? '', subject: 'Now', body: 'Now.', topic: statusTopic(id) };
    await queueMails(api().db, [{ ...mail, subject: 'Leased' }], api().now());
    const lease = new Date(api().now().getTime() + 120_000);
    const isLeased = like(outbox.subject, 'Leased');
    await api().db.update(outbox).set({ attempts: 1, nextAttemptAt: lease }).where(isLeased);
    await holdMails(api().db, [mail], { topic: statusTopic((await read()).id), now: api().now() });
    const [leased] = await api().db.select().from(outbox).where(isLeased);
    expect(leased).toMatchObject({ nextAttemptAt: lease, attempts: 1, sentAt: null });
    expect(leased?.discardAfter?.getTime()).toBeLessThanOrEqual(api().now().getTime());
  });
});
