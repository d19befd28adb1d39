import { expect, test } from 'vitest';
import { choose } from './choose';
import type { RenderProcess } from './render-process';

const limits = { processes: 2, deadlineMs: 1000 };
const process = (load: number, ...keys: string[]) =>
  ({
    load,
    releaseCount: keys.length,
    current: 'other',
    has: (key: string) => keys.includes(key),
    silentFor: () => 0,
  }) as Partial<RenderProcess> as RenderProcess;

test('keeps a release in its process unless that is crowded', () => {
  const few = process(3, 'a');
  const crowd = process(7, 'a');
  const busy = process(1);
  const idle = process(0);
  expect(choose('a', [few, idle], limits)).toBe(few);
  expect(choose('a', [crowd, busy], limits)).toBe(crowd);
  expect(choose('a', [crowd, idle], limits)).toBe(idle);
  const queue = process(20, 'a');
  expect(choose('a', [queue, busy], limits)).toBe(busy);
});

test('picks the least loaded process', () => {
  const one = process(2, 'a');
  const other = process(1, 'a');
  expect(choose('a', [one, other], limits)).toBe(other);
  expect(choose('b', [one, other], limits)).toBe(other);
});
