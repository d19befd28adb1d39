import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../src/core/db/open';
import { bookings, transfers, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { recordReversed } from '../src/features/payouts/reversals';
import { lockBooking } from '../src/features/payouts/transfers';
import { onEveryDatabase, onPostgres } from './harness';
import { booking } from './matrix-row';

const HOUR_MS = 3_600_000;

onPostgres('contention', (api) => {
  test('never fails with 5xx under contention', {
    tags: ['@fault-11.10'],
  }, async () => {
    const coaches = await Promise.all(
      ['left', 'right', 'middle'].map((name) => api().newCoach(name)),
    );
    const students = await api().newCrowd('crossing', 16);
    const slot = (hour: number) => {
      const at = new Date(
        Math.ceil(api().now().getTime() / HOUR_MS) * HOUR_MS + (6 + hour) * HOUR_MS,
      ).toISOString();
      return { date: at.slice(0, 10), time: at.slice(11, 16) };
    };
    const book = (token: string, index: number, hour: number) => {
      const { coachId, serviceId } = coaches[index % coaches.length] ?? {
        coachId: 0,
        serviceId: 0,
      };
      const order = api().order(slot(hour), { coach_id: coachId, service_id: serviceId });
      return api().send('POST', '/api/create-booking/', order, token);
    };
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const tokens = await Promise.all(students.map(({ id }) => signAccess(api(), id)));
      const orders = tokens.flatMap((token, index) =>
        coaches.map((_, which) => book(token, index + which, index)),
      );
      const sweeps = [1, 2, 3].map(() => sweep(api()).then(() => 0));
      const answers = await Promise.all([
        ...orders.map((order) => order.then(({ status }) => status)),
        ...sweeps,
      ]);
      statuses.push(...answers.slice(0, orders.length));
      api().clock.offset += 31 * 60_000;
    }
    expect([...new Set(statuses)].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(students.length);
  });
});

onPostgres('a coach who is a student', (api) => {
  test('has one session at a time, whoever books first', async () => {
    const newCoaches = (name: string) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => api().newCoach(`${name}-${index}`)));
    const both = await newCoaches('both');
    const others = await newCoaches('other');
    const students = await api().newCrowd('parallel', both.length);
    const answers = await Promise.all(
      both.map(async ({ userId, coachId, serviceId }, index) => {
        const slot = await api().slotIn(3, 0);
        const order = (coach: { coachId: number; serviceId: number } | undefined, token = '') =>
          api().send(
            'POST',
            '/api/create-booking/',
            api().order(slot, { coach_id: coach?.coachId, service_id: coach?.serviceId }),
            token,
          );
        const own = await signAccess(api(), userId);
        return Promise.all([
          order(others[index], own),
          order({ coachId, serviceId }, students[index]?.token),
        ]);
      }),
    );
    for (const pair of answers) expect(pair.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

/** Resolves when a statement waits for a lock. */
const untilOneWaits = (db: Database) =>
  expect
    .poll(async () => {
      const waiting = sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows;
    })
    .toHaveLength(1);

onPostgres('the lock of a member', (api) => {
  test('spares an account that is deleted meanwhile', async () => {
    const { db, now, config } = api();
    const { userId } = await api().newCoach('locked-late');
    const locked: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.update(users).set({ deletedAt: now() }).where(eq(users.id, userId));
      const path = `/api/operator/members/${userId}/lock/`;
      locked.push(api().send('POST', path, {}, config.operatorToken));
      await untilOneWaits(db);
    });
    await Promise.all(locked);
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user).toMatchObject({ lockedAt: null });
  });
});

onPostgres('a reversed transfer', (api) => {
  test('is locked after its booking', async () => {
    const { db, now } = api();
    const coach = await api().newCoach('reversed');
    const [student] = await api().newCrowd('reversed', 1);
    const people = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const { id: bookingId } = await booking(api(), people, 'completed', {
      ...{ amountCents: 10_000, completedAt: now() },
    });
    const made = { bookingId, account: 'acct_locked', transfer: 'tr_locked', amountCents: 8500 };
    const [{ id } = { id: 0 }] = await db
      .insert(transfers)
      .values({ ...made, retryAt: now(), createdAt: now() })
      .returning();
    const recorded: Promise<void>[] = [];
    await db.transaction(async (tx) => {
      await lockBooking(tx, bookingId);
      recorded.push(recordReversed(db, { id, bookingId }, 1000));
      await untilOneWaits(db);
      await tx.select().from(transfers).where(eq(transfers.id, id)).for('update', { noWait: true });
    });
    await Promise.all(recorded);
    expect(await db.select().from(transfers).where(eq(transfers.id, id))).toMatchObject([
      { reversedCents: 1000 },
    ]);
  });
});

onEveryDatabase('one student', (api) => {
  test('holds one slot per student across coaches', {
    tags: ['@fault-H3', '@fault-11.10'],
  }, async () => {
    const coaches = await Promise.all(['first', 'second'].map((name) => api().newCoach(name)));
    const students = await api().newCrowd('greedy', 12);
    const answers = await Promise.all(
      students.flatMap(({ token }, index) =>
        coaches.map(async ({ coachId, serviceId }, which) => {
          const slot = await api().slotIn(2 + which, 0);
          const order = {
            ...api().order({ ...slot, time: `${String(index + 6).padStart(2, '0')}:00` }),
            coach_id: coachId,
            service_id: serviceId,
          };
          return api().send('POST', '/api/create-booking/', order, token);
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const ids = students.map(({ id }) => id);
    const held = await api().db.select().from(bookings).where(inArray(bookings.studentId, ids));
    const holding = held
      .filter(({ status }) => status === 'pending_payment')
      .map(({ studentId }) => studentId);
    expect(holding.sort()).toEqual(ids.sort());
    const [hold] = held.filter(({ status }) => status === 'pending_payment');
    const { id, startsAt, endsAt, ...more } = hold as NonNullable<typeof hold>;
    const second = api()
      .db.insert(bookings)
      .values({ ...more, startsAt: null, endsAt: null });
    await expect(second, `beside booking ${id}`).rejects.toThrow();
  });
});
