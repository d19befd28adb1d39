import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeShell } from '../testing/fake-shell';
import { load } from './remote';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { shell } = createFakeShell();
const after = <T,>(ms: number, result: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(result), ms));

test('returns settled data at once', async () => {
  expect(
    await load(shell, { coach: Promise.resolve('Nova'), reviews: Promise.resolve([]) }),
  ).toEqual({ coach: 'Nova', reviews: [] });
  expect(vi.getTimerCount()).toBe(0);
});

test('waits 250 ms at most, and less if all data is settled', async () => {
  const loading = load(shell, { coach: after(200, 'Nova'), reviews: after(1000, 'many') });
  const shown = vi.fn();
  void loading.then(shown);
  await vi.advanceTimersByTimeAsync(249);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveBeenCalledWith({ coach: 'Nova', reviews: expect.any(Promise) });

  const all = vi.fn();
  void load(shell, { coach: after(100, 'Nova') }).then(all);
  await vi.advanceTimersByTimeAsync(100);
  expect(all).toHaveBeenCalledWith({ coach: 'Nova' });

  await vi.advanceTimersByTimeAsync(1000);
  expect(shown).toHaveBeenCalledWith({ coach: 'Nova', reviews: expect.any(Promise) });
  expect(await (await loading).reviews).toBe('many');
});

test('passes on a rejected call', async () => {
  const failed = Promise.reject(new Error('no network'));
  const data = await load(shell, { coach: failed, reviews: Promise.resolve([]) });
  expect(data.reviews).toEqual([]);
  await expect(data.coach).rejects.toThrow('no network');
});
