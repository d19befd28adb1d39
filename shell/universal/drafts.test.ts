import { expect, test, vi } from 'vitest';
import { createDrafts } from './drafts';

test('drafts live for a day, newest first, and survive a storage that throws', () => {
  const items: Record<string, string> = {};
  const storage = new Proxy(items, {
    get: (target, key) =>
      ({
        getItem: (name: string) => target[name] ?? null,
        setItem: (name: string, value: string) => {
          target[name] = value;
        },
        removeItem: (name: string) => delete target[name],
      })[key as string],
  }) as unknown as Storage;
  vi.useFakeTimers();
  const drafts = createDrafts(storage);
  drafts.save('booking/1', { a: 1 });
  vi.advanceTimersByTime(1000);
  drafts.save('booking/2', { a: 2 });
  expect(drafts.keys()).toEqual(['booking/2', 'booking/1']);
  expect(drafts.load('booking/1')).toEqual({ a: 1 });
  vi.advanceTimersByTime(24 * 3_600_000 - 1);
  expect(drafts.keys()).toEqual(['booking/2']);
  vi.advanceTimersByTime(1);
  expect(drafts.keys()).toEqual([]);
  vi.useRealTimers();
  const broken = createDrafts({
    getItem: () => {
      throw new Error('forbidden');
    },
  } as unknown as Storage);
  expect(() => broken.save('x', 1)).not.toThrow();
  expect(broken.load('x')).toBeNull();
});
