import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Clock, createClock } from './clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const SERVER = Date.parse('2026-11-22T06:00:00Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createAsk = (response: () => Promise<number> = async () => SERVER) => vi.fn(response);

/** Reads the clock each second, as pages do. */
async function tick(clock: Clock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.now();
    await vi.advanceTimersByTimeAsync(1000);
  }
}

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

test('requests the time after sleep until the server answers', async () => {
  const start = performance.now();
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(Number('<html>'))];
  const ask = createAsk(
    async () => answers.shift() ?? SERVER + 8 * HOUR + performance.now() - start,
  );
  const clock = createClock(SERVER, false, ask);
  vi.setSystemTime(Date.now() + 8 * HOUR);
  await tick(clock, 60);
  expect(clock.now()).toBe(SERVER + 8 * HOUR + MINUTE);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('corrects the time of a second sleep soon after the first', async () => {
  let time = SERVER;
  const clock = createClock(
    SERVER,
    false,
    createAsk(async () => time),
  );
  for (const hours of [8, 16]) {
    time = SERVER + hours * HOUR;
    vi.setSystemTime(Date.now() + 8 * HOUR);
    await tick(clock, 5);
  }
  await tick(clock, 60);
  expect(clock.now()).toBeGreaterThanOrEqual(time);
});

test('requests the time of a cached page until the server answers', async () => {
  const answers = [Promise.reject(new Error('offline'))];
  const ask = createAsk(async () => answers.shift() ?? SERVER + DAY);
  const clock = createClock(SERVER, true, ask);
  await tick(clock, 60);
  expect(clock.now()).toBeGreaterThanOrEqual(SERVER + DAY);
  expect(ask).toHaveBeenCalledTimes(2);
});
