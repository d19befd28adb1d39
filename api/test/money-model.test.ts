import fc from 'fast-check';
import { test } from 'vitest';
import { onPGlite } from './harness';
import { holdsAlways, holdsInTheEnd } from './money-rules';
import { moneyWorld, steps } from './money-world';

onPGlite('money, whatever happens in any order', (api) => {
  test('never two owners of a time, never a session for returned money, never a payment without session or refund, each said once', async () => {
    await fc.assert(
      fc.asyncProperty(steps(1), async (groups) => {
        const world = await moneyWorld(api());
        try {
          for (const group of groups) {
            await world.perform(group);
            await holdsAlways(api(), world);
          }
          await world.comeToRest();
          await holdsAlways(api(), world);
          await holdsInTheEnd(api(), world);
        } finally {
          world.close();
        }
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 25), endOnFailure: true },
    );
  });
});
