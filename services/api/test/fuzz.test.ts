import { expect, test } from 'vitest';
import { fuzz } from './fuzz';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('requests made from the OpenAPI document', (api) => {
  test('never fail with 5xx and reject with our own messages', {
    tags: ['@fault-E5'],
    timeout: 90_000,
  }, async () => {
    const tokens = [
      undefined,
      (await api().asStudent()).access,
      (await api().asCoach()).access,
      api().config.operatorToken,
    ];
    expect(await fuzz(api(), 30, 2026, tokens)).toEqual([]);
  });
});
