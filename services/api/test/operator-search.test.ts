import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { bookings, chatAccounts, coaches, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

interface Found {
  id: number;
  student: string;
  email: string;
}

onEveryDatabaseAtNight("the operator's search", (api) => {
  const own = { id: 0, studentId: 0, coachId: 0, coachUserId: 0 };
  const send = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const find = async (list: string, q: string): Promise<Found[]> =>
    (await send('GET', `${list}/?q=${encodeURIComponent(q)}`)).body;
  const readIds = async (list: string, q: string) => (await find(list, q)).map(({ id }) => id);

  const setContact = (contactInfo: string) =>
    api().db.update(bookings).set({ contactInfo }).where(eq(bookings.id, own.id));
  const setName = (displayName: string) =>
    api().db.update(users).set({ displayName }).where(eq(users.id, own.studentId));

  beforeAll(async () => {
    const { db } = api();
    const [student, other] = await api().newCrowd('searched', 2);
    const coach = await api().newCoach('Iris Vale');
    const studentId = student?.id ?? 0;
    await db.update(users).set({ displayName: 'Quinn Oak' }).where(eq(users.id, studentId));
    await db.insert(chatAccounts).values({ userId: studentId, chatId: '77', username: 'q_oak.77' });
    const owner = { ...coach, coachUserId: coach.userId, studentId };
    const { id } = await booking(api(), owner, 'completed', {
      ...{ amountCents: 123_450, contactInfo: 'riot: Quinn#EUW', paymentIntent: 'pi_Search1' },
      checkoutSession: 'cs_test_Search10000000000000',
    });
    await booking(api(), { ...owner, studentId: other?.id ?? 0 }, 'completed', {
      contactInfo: 'someone 100%',
    });
    Object.assign(own, { id, studentId, coachId: coach.coachId, coachUserId: coach.userId });
  });

  test.each([
    ...['quinn oak', 'Q_OAK', 'quinn#euw', 'pi_Search1'],
    'cs_test_Search10000000000000',
    ...['$1234.5', '$1,234.50', '1234.50'],
  ])('finds a booking by "%s"', async (q) => {
    expect(await readIds('bookings', q)).toEqual([own.id]);
  });

  test('finds the bookings of a coach by name and email', async () => {
    const [{ email = '' } = {}] = await find('coaches', 'iris vale');
    for (const q of ['iris vale', email]) expect(await readIds('bookings', q)).toHaveLength(2);
  });

  test('finds the bookings of one member by number', async () => {
    for (const q of [`Member ${own.studentId}`, `member #${own.studentId}`])
      expect(await readIds('bookings', q)).toEqual([own.id]);
    expect(await readIds('bookings', `Member ${own.coachUserId}`)).toHaveLength(2);
    expect(await readIds('bookings', 'Member 9999999999')).toEqual([]);
  });

  test('finds numbers as people write them', async () => {
    for (const q of [`${own.id}`, `#${own.id}`, `Booking ${own.id}`, `booking #${own.id}`])
      expect(await readIds('bookings', q)).toEqual([own.id]);
    for (const q of [`#${own.studentId}`, `member ${own.studentId}`])
      expect(await readIds('members', q)).toEqual([own.studentId]);
    expect(await readIds('coaches', `Coach ${own.coachId}`)).toEqual([own.coachId]);
  });

  test('finds no record of another kind by its number', async () => {
    const { id, studentId, coachId } = own;
    expect(await readIds('members', `Booking ${studentId}`)).toEqual([]);
    expect(await readIds('coaches', `Member ${coachId}`)).toEqual([]);
    expect(await readIds('bookings', `Coach ${id}`)).toEqual([]);
  });

  test('finds long and padded numbers in the contact', async () => {
    expect(await readIds('bookings', `0${own.id}`)).toEqual([]);
    for (const number of ['0170123456', '170123456']) {
      await setContact(`phone ${number}`);
      expect(await readIds('bookings', number)).toEqual([own.id]);
    }
    await setContact('riot: Quinn#EUW');
  });

  test('finds texts that begin like a payment ID', async () => {
    await setContact('cs_pro@example.com');
    await setName('pi_rate');
    for (const q of ['cs_pro@example.com', 'pi_rate'])
      expect([q, await readIds('bookings', q)]).toEqual([q, [own.id]]);
    await setContact('riot: Quinn#EUW');
    await setName('Quinn Oak');
  });

  test('finds members by display name, Discord name and coach name', async () => {
    for (const q of ['quinn oak', 'q_oak'])
      expect(await readIds('members', q)).toEqual([own.studentId]);
    expect(await readIds('members', 'iris vale')).toEqual([own.coachUserId]);
  });

  test('finds nothing for other texts and too large numbers', async () => {
    const texts = ['pi_search1', '$1', '$99999999999', '99999999999', 'q%oak', '$,', 'booking'];
    for (const q of texts) expect([q, await readIds('bookings', q)]).toEqual([q, []]);
    expect(await readIds('bookings', '100%')).toHaveLength(1);
  });

  test('hides deleted coaches and the addresses of deleted students', async () => {
    const coach = await api().newCoach('Leaving Lee');
    const [student] = await api().newCrowd('leaving', 1);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const { id } = await booking(api(), owner, 'completed');
    for (const account of [coach.userId, owner.studentId])
      expect((await send('POST', `members/${account}/delete/`, {})).status).toBe(200);
    const [row] = await api().db.select().from(coaches).where(eq(coaches.id, coach.coachId));
    expect(row?.name).toBe('Former coach');
    expect(await readIds('coaches', 'Former coach')).toEqual([]);
    const path = `coaches/${coach.coachId}`;
    expect((await send('GET', `${path}/`)).status).toBe(404);
    expect((await send('GET', `${path}/availability/`)).status).toBe(404);
    expect((await send('PATCH', `${path}/`, { name: 'Back again' })).status).toBe(404);
    expect((await send('POST', `${path}/retire-payouts/`, {})).status).toBe(404);
    const [listed] = await find('bookings', `${id}`);
    expect(listed?.student).toBe('Deleted account');
    expect((await send('GET', `bookings/${id}/`)).body.student).toBe('Deleted account');
    await api()
      .db.update(bookings)
      .set({ startsAt: api().now(), endsAt: api().now() })
      .where(eq(bookings.id, id));
    const { sessions } = (await send('GET', 'overview/?zone=UTC')).body;
    const shown = sessions.find((one: { id: number }) => one.id === id);
    expect(shown.student).toBe('Deleted account');
  });
});
