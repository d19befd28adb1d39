import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { seedDatabase } from '../src/app/seed';
import type { ApiConfig } from '../src/core/config';
import { openDatabase } from '../src/core/db/open';
import { coaches, coachListings, users } from '../src/core/db/schema';
import { refreshListings } from '../src/features/directory/refresh';
import { testDatabases } from './databases';

const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL');

describe.runIf(postgres)('seedDatabase', () => {
  test('seeds once for APIs that start together', async () => {
    const { location, drop } = (await postgres?.create()) ?? { location: { url: '' }, drop() {} };
    const first = await openDatabase(location);
    const others = [1, 2].map(() => openDatabase(location, undefined, { migrate: false }));
    const apis = [first, ...(await Promise.all(others))];
    const seeds = await Promise.allSettled(apis.map(({ db }) => seedDatabase(db, new Date())));
    const number = await first.db.select({ number: count() }).from(users);
    await Promise.all(apis.map(({ close }) => close()));
    await drop();
    expect(seeds.map(({ status }) => status)).toEqual(apis.map(() => 'fulfilled'));
    expect(number).toEqual([{ number: 2 }]);
  });
});

test('seeds a marketplace whose coaches can be booked', async () => {
  const { db, close } = await openDatabase({ memory: 'empty' });
  const now = () => new Date();
  await seedDatabase(db, now(), true);
  await refreshListings({ db, config: {} as ApiConfig, now });
  const listed = await db.select().from(coachListings);
  expect(listed).toHaveLength(6);
  for (const { priceCents, nextFreeAt } of listed) {
    expect(priceCents).toBeGreaterThan(0);
    expect(nextFreeAt).not.toBeNull();
  }
  const all = await db.select({ games: coaches.games }).from(coaches);
  expect(new Set(all.flatMap(({ games }) => games))).toEqual(new Set(['cs2', 'valorant']));
  await close();
});
