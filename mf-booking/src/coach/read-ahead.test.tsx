import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAhead } from './read-ahead';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counted = (answer: () => Promise<string> = async () => 'read') => {
  const read = vi.fn((_: string) => ({ coach: answer() }));
  return { read, reads: readAhead(read) };
};

test('what was started is taken once; the next take reads again', async () => {
  const { read, reads } = counted();
  reads.start('1');
  reads.start('1');
  expect(await reads.consume('1').coach).toBe('read');
  expect(read).toHaveBeenCalledTimes(1);
  reads.consume('1');
  expect(read).toHaveBeenCalledTimes(2);
});

test('another key, and what is ten seconds old, are read anew', () => {
  const { read, reads } = counted();
  reads.start('1');
  reads.consume('2');
  expect(read).toHaveBeenLastCalledWith('2');
  reads.start('1');
  vi.advanceTimersByTime(9999);
  reads.start('1');
  expect(read).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1);
  reads.consume('1');
  expect(read).toHaveBeenCalledTimes(4);
});

test('what has failed is forgotten', async () => {
  const { read, reads } = counted(async () => Promise.reject(new Error('no network')));
  reads.start('1');
  await vi.advanceTimersByTimeAsync(0);
  void reads.consume('1').coach.catch(() => {});
  expect(read).toHaveBeenCalledTimes(2);
});
