import { expect, test } from 'vitest';
import { choose } from './choose';
import type { RenderProcess } from './render-process';

const limits = { processes: 2, deadlineMs: 1000 };
/** A process with so many pages to render, which holds the code of these releases. */
const process = (load: number, ...keys: string[]) =>
  ({
    load,
    held: keys.length,
    current: 'other',
    has: (key: string) => keys.includes(key),
    silentFor: () => 0,
  }) as Partial<RenderProcess> as RenderProcess;

test('a release stays where its code is, unless a crowd waits there while another process has next to nothing to do', () => {
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

test('one that two processes hold goes to that with less to do; one that none holds, to that with the least', () => {
  const one = process(2, 'a');
  const other = process(1, 'a');
  expect(choose('a', [one, other], limits)).toBe(other);
  expect(choose('b', [one, other], limits)).toBe(other);
});
