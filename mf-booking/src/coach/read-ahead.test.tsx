import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAhead } from './read-ahead';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counted = (answer: () => Promise<string> = async () => 'read') => {
  const read = vi.fn((_: string) => ({ coach: answer() }));
  return { read, reads: readAhead(read) };
};

test('consumes a prefetch once, then reads again', async () => {
  const { read, reads } = counted();
  reads.start('1');
  reads.start('1');
  expect(await reads.consume('1').coach).toBe('read');
  expect(read).toHaveBeenCalledTimes(1);
  reads.consume('1');
  expect(read).toHaveBeenCalledTimes(2);
});

test('reads again for another key or after ten seconds', () => {
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

test('discards a failed prefetch', async () => {
  const { read, reads } = counted(async () => Promise.reject(new Error('no network')));
  reads.start('1');
  await vi.advanceTimersByTimeAsync(0);
  void reads.consume('1').coach.catch(() => {});
  expect(read).toHaveBeenCalledTimes(2);
});
