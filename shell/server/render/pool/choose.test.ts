import { expect, test } from 'vitest';
import { choose } from './choose';
import type { RenderProcess } from './render-process';

const limits = { deadlineMs: 1000, mayStart: true };
const process = (load: number, ...keys: string[]) =>
  ({
    ready: true,
    load,
    releaseCount: keys.length,
    current: 'other',
    has: (key: string) => keys.includes(key),
    silentFor: () => 0,
  }) as Partial<RenderProcess> as RenderProcess;
const starting = (...keys: string[]) => Object.assign(process(0, ...keys), { ready: false });

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

test('prefers a ready process to one that starts', () => {
  const ready = process(7);
  const starts = starting('a');
  expect(choose('a', [starts, ready], limits)).toBe(ready);
  expect(choose('b', [starts, ready], limits)).toBe(ready);
});

test('prefers a process that starts to a slow one', () => {
  const slow = Object.assign(process(0), { silentFor: () => 250 });
  const starts = starting();
  expect(choose('a', [slow, starts], limits)).toBe(starts);
});

test('keeps a release in the process that starts with it', () => {
  const home = starting('a');
  expect(choose('a', [starting(), home], limits)).toBe(home);
});
