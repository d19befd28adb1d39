import { expect, test } from 'vitest';
import { createDependencies } from '../src/app/start';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('a real site', (api) => {
  test('does not start publicly on a database with demo accounts', {
    tags: ['@fault-11.31'],
  }, async ({ skip }) => {
    const { config } = api();
    if ('memory' in config.database) return skip('a database in memory is a new one');
    await expect(
      createDependencies({ ...config, seed: false, siteUrl: 'https://carry.example' }),
    ).rejects.toThrow(/contains demo accounts/);
    const { database } = await createDependencies({ ...config, seed: false });
    await database.close();
  });
});
