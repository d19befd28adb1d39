import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from './clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SERVER = Date.parse('2026-11-22T06:00:00Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked = (answer: () => Promise<number> = async () => SERVER) => vi.fn(answer);

test.each([1, -1, 366, -366])(
  'a browser clock %i days off: the page’s stamp counts, and time goes on from it',
  { tags: ['@fault-11.15'] },
  (days) => {
    vi.setSystemTime(SERVER + days * DAY);
    const ask = asked();
    const clock = createClock(SERVER, false, ask);
    expect(clock.now()).toBe(SERVER);
    vi.advanceTimersByTime(HOUR);
    expect(clock.now()).toBe(SERVER + HOUR);
    expect(ask).not.toHaveBeenCalled();
  },
);

test('a page out of a cache asks for the time; a page that is not, does not', {
  tags: ['@fault-11.15'],
}, async () => {
  const ask = asked(async () => SERVER + 3 * DAY);
  const clock = createClock(SERVER, true, ask);
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toBe(SERVER + 3 * DAY);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('what a server has stamped later than the page counts, what it has stamped earlier or nowhere does not', () => {
  const clock = createClock(SERVER, false, asked());
  clock.heard(SERVER + DAY);
  expect(clock.now()).toBe(SERVER + DAY);
  clock.heard(SERVER);
  clock.heard(Number.NaN);
  expect(clock.now()).toBe(SERVER + DAY);
});

test('a clock that is set, or a machine that slept, is noticed: the server is asked, once in a while', async () => {
  const ask = asked(async () => SERVER + 8 * HOUR);
  const clock = createClock(SERVER, false, ask);
  vi.setSystemTime(Date.now() + 8 * HOUR);
  expect(clock.now()).toBe(SERVER);
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toBe(SERVER + 8 * HOUR);
  vi.setSystemTime(Date.now() - 400 * DAY);
  expect(clock.now()).toBe(SERVER + 8 * HOUR);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a server that does not answer leaves the time as it was', async () => {
  const clock = createClock(SERVER, true, () => Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(1000);
  expect(clock.now()).toBe(SERVER + 1000);
  const nonsense = createClock(SERVER, true, async () => Number('<html>'));
  await vi.advanceTimersByTimeAsync(0);
  expect(nonsense.now()).toBe(SERVER);
});
