import { test } from 'vitest';
import { onEveryDatabase, onPostgres } from './harness';
import { checkMoney } from './money-property';

const TIMEOUT_MS = 900_000;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);

onEveryDatabase('money, one step after the other', (api) => {
  test('keeps its invariants in every order', { tags: ['@fault-11.1'], timeout: TIMEOUT_MS }, () =>
    checkMoney(api, 1, RUNS),
  );
});

onPostgres('money, several steps at once', (api) => {
  test(
    'keeps its invariants under concurrency',
    { tags: ['@fault-H5', '@fault-11.1'], timeout: TIMEOUT_MS },
    () => checkMoney(api, 5, RUNS),
  );
});
