import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';
import { member, PASSWORD } from './member';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

onEveryDatabaseAtNight('an account deletion with an outdated list', (api) => {
  async function newMember(name: string) {
    const { email, get, post } = await member(api(), name);
    const coach = await api().newCoach(`${name}-coach`);
    const [student] = await api().db.select().from(users).where(eq(users.email, email));
    const studentId = student?.id ?? 0;
    /** Books a session that can be cancelled for free for some more minutes. */
    const book = async (freeMinutes: number) => {
      const cancelUntil = new Date(api().now().getTime() + freeMinutes * MINUTE_MS);
      const startsAt = new Date(cancelUntil.getTime() + 12 * HOUR_MS);
      const endsAt = new Date(startsAt.getTime() + HOUR_MS);
      const owner = { ...coach, coachUserId: coach.userId, studentId };
      const times = { startsAt, endsAt, cancelUntil };
      return (await booking(api(), owner, 'confirmed', times)).id;
    };
    const row = async (id: number) =>
      (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
    return {
      ...{ email, book, row },
      read: async () => (await get()).body,
      remove: (seen: object) => post('delete/', { password: PASSWORD, seen }),
    };
  }
  const conflict = { status: 409, body: { detail: expect.stringContaining('have changed') } };

  test('fails once an announced refund no longer applies', async () => {
    const { email, book, row, read, remove } = await newMember('refund-gone');
    const id = await book(5);
    const seen = await read();
    expect(seen.ending).toMatchObject([{ id, refunded: true }]);
    api().clock.offset += 10 * MINUTE_MS;
    expect(await remove(seen)).toMatchObject(conflict);
    expect(await row(id)).toMatchObject({ status: 'confirmed', refund: 'none' });
    expect(await api().mailsTo(email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/is cancelled|is deleted/) }),
    );
    const latest = await read();
    expect(latest.ending).toMatchObject([{ id, refunded: false }]);
    expect((await remove(latest)).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'none' });
  });

  test('cancels no booking that was not announced', async () => {
    const { book, row, read, remove } = await newMember('other-tab');
    const first = await book(60);
    const seen = await read();
    const second = await book(180);
    expect(await remove(seen)).toMatchObject(conflict);
    for (const id of [first, second]) expect((await row(id))?.status).toBe('confirmed');
    expect((await remove(await read())).status).toBe(200);
  });

  test('compares a shortened list by its count', async () => {
    const { book, read, remove } = await newMember('shortened');
    await book(60);
    await book(180);
    const { ending } = await read();
    const shortened = ending.slice(0, 1);
    expect(await remove({ ending: shortened, ending_count: 3 })).toMatchObject(conflict);
    expect((await remove({ ending: shortened, ending_count: 2 })).status).toBe(200);
  });
});
