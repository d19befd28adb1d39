import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter';

test('bounds running and waiting tasks, and continues after failures', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 2, maxWaiting: 3, refusal: 'Later.' });
  const finish: ((error?: Error) => void)[] = [];
  let running = 0;
  let peak = 0;
  const task = () =>
    limiter.run(async () => {
      peak = Math.max(peak, ++running);
      await new Promise<void>((resolve, reject) =>
        finish.push((error) => (error ? reject(error) : resolve())),
      ).finally(() => running--);
    });
  const results = Promise.allSettled(Array.from({ length: 7 }, task));
  finish.shift()?.(new Error('broken'));
  while (running > 0) {
    finish.shift()?.();
    await new Promise(setImmediate);
  }
  const outcomes = (await results).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { status?: number }).status,
  );
  expect(outcomes).toEqual([undefined, 'done', 'done', 'done', 'done', 503, 503]);
  expect(peak).toBe(2);
  await limiter.run(async () => {}); // a place is free again
});
