import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from './clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SERVER = Date.parse('2026-11-22T06:00:00Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createAsk = (response: () => Promise<number> = async () => SERVER) => vi.fn(response);

test.each([1, -1, 366, -366])(
  'uses the server’s time when the browser clock is %i days off',
  { tags: ['@fault-11.15'] },
  (days) => {
    vi.setSystemTime(SERVER + days * DAY);
    const ask = createAsk();
    const clock = createClock(SERVER, false, ask);
    expect(clock.now()).toBe(SERVER);
    vi.advanceTimersByTime(HOUR);
    expect(clock.now()).toBe(SERVER + HOUR);
    expect(ask).not.toHaveBeenCalled();
  },
);

test('requests the time for a page from the cache', {
  tags: ['@fault-11.15'],
}, async () => {
  const ask = createAsk(async () => SERVER + 3 * DAY);
  const clock = createClock(SERVER, true, ask);
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toBe(SERVER + 3 * DAY);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('accepts later server times and ignores earlier or invalid ones', () => {
  const clock = createClock(SERVER, false, createAsk());
  clock.heard(SERVER + DAY);
  expect(clock.now()).toBe(SERVER + DAY);
  clock.heard(SERVER);
  clock.heard(Number.NaN);
  expect(clock.now()).toBe(SERVER + DAY);
});

test('requests the time once after a clock change or sleep', async () => {
  const ask = createAsk(async () => SERVER + 8 * HOUR);
  const clock = createClock(SERVER, false, ask);
  vi.setSystemTime(Date.now() + 8 * HOUR);
  expect(clock.now()).toBe(SERVER);
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toBe(SERVER + 8 * HOUR);
  vi.setSystemTime(Date.now() - 400 * DAY);
  expect(clock.now()).toBe(SERVER + 8 * HOUR);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('keeps the time when the server fails or returns no number', async () => {
  const clock = createClock(SERVER, true, () => Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(1000);
  expect(clock.now()).toBe(SERVER + 1000);
  const nonsense = createClock(SERVER, true, async () => Number('<html>'));
  await vi.advanceTimersByTimeAsync(0);
  expect(nonsense.now()).toBe(SERVER);
});
