import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter';

const MINUTE_MS = 60_000;

describe('RateLimiter', () => {
  test('refuses a key until its window ends', () => {
    const limiter = new RateLimiter(2, MINUTE_MS);
    expect([0, 1000, 20_000].map((now) => limiter.consume('a', now))).toEqual([0, 0, 40]);
    expect(limiter.consume('b', 20_000)).toBe(0);
    expect(limiter.consume('a', MINUTE_MS - 1)).toBe(1);
    expect(limiter.consume('a', MINUTE_MS)).toBe(0);
  });

  test('checks a key without counting', () => {
    const limiter = new RateLimiter(1, MINUTE_MS);
    expect([0, 0].map(() => limiter.check('a', 0))).toEqual([0, 0]);
    limiter.consume('a', 0);
    expect([20_000, MINUTE_MS].map((now) => limiter.check('a', now))).toEqual([40, 0]);
  });

  test('opens a new window after a clock stepped back', () => {
    const limiter = new RateLimiter(1, MINUTE_MS);
    expect([0, 0].map(() => limiter.consume('a', 60 * MINUTE_MS))).toEqual([0, 60]);
    expect(limiter.consume('a', 0)).toBe(0);
    expect(limiter.consume('a', MINUTE_MS)).toBe(0);
  });

  test('forgets rare keys under load, and keeps refused ones', () => {
    const limiter = new RateLimiter(1, MINUTE_MS);
    limiter.consume('rare', 0);
    limiter.consume('loud', 0);
    for (let number = 0; number < 20_000; number++) {
      limiter.consume(`other ${number}`, 0);
      if (number % 1000 === 0) expect(limiter.consume('loud', 0)).toBe(60);
    }
    expect(limiter.consume('rare', 0)).toBe(0);
  });

  test('forgets a key after its window', async () => {
    const limiter = new RateLimiter(1, 20);
    limiter.consume('192.0.2.1', 0);
    expect(limiter.consume('192.0.2.1', 0)).toBe(1);
    await wait(100);
    expect(limiter.consume('192.0.2.1', 0)).toBe(0);
  });
});
