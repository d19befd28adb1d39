import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { seedDatabase } from '../src/app/seed';
import { openDatabase } from '../src/core/db/open';
import { users } from '../src/core/db/schema';
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
