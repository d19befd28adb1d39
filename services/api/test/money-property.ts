import fc from 'fast-check';
import type { Harness } from './harness';
import { expectFinalState, expectInvariants } from './money-rules';
import { moneyWorld, type Step, steps } from './money-world';

/** Checks the money invariants for random steps, up to `atOnce` concurrently. */
export function checkMoney(
  api: () => Harness,
  atOnce: number,
  numRuns: number,
  examples: [Step[][]][] = [],
): Promise<void> {
  const property = fc.asyncProperty(steps(atOnce), async (groups) => {
    const world = await moneyWorld(api());
    try {
      for (const group of groups) {
        await world.perform(group);
        await expectInvariants(api(), world);
      }
      await world.settleAll();
      await expectInvariants(api(), world);
      await expectFinalState(api(), world);
    } finally {
      world.close();
    }
  });
  return fc.assert(property, { numRuns, examples, endOnFailure: numRuns < 50 });
}
