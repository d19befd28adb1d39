import { expect, test } from 'vitest';
import { fuzz } from './fuzz';
import { onEveryDatabase } from './harness';

onEveryDatabase('ten thousand requests made from the OpenAPI document', (api) => {
  test('never fail with 5xx, for any seed', {
    tags: ['@fault-E5'],
    timeout: 600_000,
  }, async () => {
    const tokens = [
      undefined,
      (await api().asStudent()).access,
      (await api().asCoach()).access,
      api().config.operatorToken,
    ];
    const seed = Date.now() % 2 ** 31;
    expect({ seed, found: await fuzz(api(), 350, seed, tokens) }).toEqual({ seed, found: [] });
  });
});
