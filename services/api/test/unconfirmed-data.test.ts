import { randomUUID } from 'node:crypto';
import { inArray, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { bookings, coachApplications, coaches, operators, users } from '../src/core/db/schema';
import { issueMailToken } from '../src/features/accounts/mail-token';
import { openSession } from '../src/features/accounts/refresh-token';
import { deleteUnverified } from '../src/features/accounts/unverified';
import { onEveryDatabaseAtNight } from './harness';
import { application, booking } from './matrix-row';

const DAY_MS = 86_400_000;

onEveryDatabaseAtNight('data that was never confirmed', (api) => {
  const ago = (days: number) => new Date(api().now().getTime() - days * DAY_MS);

  async function newOwner(name: string) {
    const { userId, ...coach } = await api().newCoach(name);
    const [student] = await api().newCrowd(name, 1);
    return { ...coach, coachUserId: userId, studentId: student?.id ?? 0 };
  }

  test('loses the texts of orders that were never paid', async () => {
    const owner = await newOwner('unpaid');
    const unpaid = {
      ...{ paidAt: null, checkoutClosed: true, timeZone: 'Europe/Berlin' },
      holdExpiresAt: ago(61),
    };
    const add = async (status: 'expired' | 'confirmed', more = {}) =>
      (await booking(api(), owner, status, { ...unpaid, ...more })).id;
    const cleared = [
      await add('expired'),
      await add('expired', { checkoutSession: null, checkoutClosed: false, contactInfo: '' }),
    ];
    const kept = [
      await add('expired', { holdExpiresAt: ago(59) }),
      await add('expired', { checkoutClosed: false }),
      await add('expired', { paidAt: ago(61) }),
      await add('confirmed'),
    ];
    const { coachUserId: _, ...parties } = owner;
    const many = {
      ...{ ...parties, ...unpaid, quantity: 1, amountCents: 2500, durationMinutes: 60 },
      ...{ contactInfo: 'kim#1', details: 'Aim.', status: 'expired' as const },
    };
    await api()
      .db.insert(bookings)
      .values(Array.from({ length: 1001 }, () => many));
    await deleteExpired(api());
    const read = (ids: number[]) =>
      api()
        .db.select({
          contact: bookings.contactInfo,
          details: bookings.details,
          zone: bookings.timeZone,
        })
        .from(bookings)
        .where(inArray(bookings.id, ids));
    const none = { contact: '', details: '', zone: null };
    expect(await read(cleared)).toEqual([none, none]);
    const texts = { contact: 'private contact', details: 'Aim.', zone: 'Europe/Berlin' };
    expect(await read(kept)).toEqual(kept.map(() => texts));
    expect(await api().db.$count(bookings, inArray(bookings.contactInfo, ['kim#1']))).toBe(0);
  });

  const add = async (more: Partial<typeof users.$inferInsert> = {}) => {
    const email = `${randomUUID()}@example.com`;
    const values = { email, passwordHash: 'x', createdAt: ago(31), ...more };
    const [user] = await api().db.insert(users).values(values).returning();
    return user?.id ?? 0;
  };
  const left = (of: number[]) => api().db.$count(users, inArray(users.id, of));

  test('loses accounts whose address was never verified', async () => {
    const booked = await add();
    const invited = await add();
    const operating = await add();
    const linked = await add();
    const signedIn = await add();
    const { coachId, serviceId } = await api().newCoach('of-unverified');
    const owner = { studentId: booked, coachId, coachUserId: 0, serviceId };
    await booking(api(), owner, 'completed');
    const profile = { userId: invited, name: 'Orbit', description: '', timeZone: 'UTC' };
    await api().db.insert(coaches).values(profile);
    await api()
      .db.insert(operators)
      .values({ userId: operating, addedAt: ago(31) });
    const { time_zone: timeZone, ...fields } = application;
    await api()
      .db.insert(coachApplications)
      .values({ ...fields, timeZone, email: 'applicant@example.com' });
    await issueMailToken(api().db, { userId: linked, purpose: 'verify' }, api().now());
    await openSession(api(), signedIn, null);
    const kept = [
      ...[booked, invited, operating, linked, signedIn],
      await add({ createdAt: ago(29) }),
      await add({ verifiedAt: ago(31) }),
      await add({ lockedAt: ago(31) }),
      await add({ deletedAt: ago(31) }),
    ];
    const applied = await add({ email: 'Applicant@example.com' });
    const plain = await add();
    await issueMailToken(api().db, { userId: plain, purpose: 'verify' }, ago(31));
    const ids = Array.from({ length: 1001 }, () => ({
      ...{ email: `${randomUUID()}@example.com`, passwordHash: 'x', createdAt: ago(31) },
    }));
    const many = await api().db.insert(users).values(ids).returning({ id: users.id });
    await deleteExpired(api());
    expect(await left(kept)).toBe(kept.length);
    expect(await left([applied, plain, ...many.map(({ id }) => id)])).toBe(0);
    expect((await api().asStudent()).access).toBeTruthy(); // demo accounts stay
  });

  test('keeps an account that is used during its deletion', async () => {
    const id = await add();
    const { db, now } = api();
    const slow = new Proxy(db, {
      get: (target, name) =>
        name === 'delete'
          ? (table: typeof users) => ({
              where: async (condition: SQL) => {
                await openSession(api(), id, null);
                return target.delete(table).where(condition);
              },
            })
          : Reflect.get(target, name),
    });
    await deleteUnverified(slow, { before: ago(30), now: now() });
    expect(await left([id])).toBe(1);
  });
});
