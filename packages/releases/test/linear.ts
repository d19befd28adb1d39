import { expect } from 'vitest';

const FACTOR = 4;
/** Shorter times are noise, ms. */
const NOISE_MS = 20;

/** Fails if the processor time of a function grows faster than the length of its text, which is a repeated unit. */
export async function expectLinear(
  run: (text: string) => unknown,
  { unit, count }: { unit: string; count: number },
): Promise<void> {
  const measure = async (times: number) => {
    const text = unit.repeat(times);
    const before = process.cpuUsage(); // other processes may delay this one
    await run(text);
    return process.cpuUsage(before).user / 1000;
  };
  await measure(count); // warms up
  const limit = 2 * FACTOR * Math.max(await measure(count), NOISE_MS);
  expect(await measure(FACTOR * count)).toBeLessThan(limit);
}
