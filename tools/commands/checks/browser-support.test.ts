import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { supportProblems } from './browser-support';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-support-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cases: [what: string, code: string, found: string | null][] = [
  ['a static method', 'AbortSignal.any([])', 'any'],
  ['a method of an element', 'document.body.checkVisibility()', 'checkVisibility'],
  ['a method of every array', '[3, 1].toSorted()', null],
  ['a new built-in', 'Object.groupBy([1], String)', 'groupBy'],
  ['a class of Intl', "new Intl.Segmenter('en')", 'Segmenter'],
  ['a global function', 'requestIdleCallback(() => {})', 'requestIdleCallback'],
  [
    'a result without a guard',
    '(a: Promise<number>) => { const { withResolvers } = Promise; withResolvers(); }',
    'withResolvers',
  ],
  ['an optional call', 'document.body.checkVisibility?.()', null],
  ['a call behind `in`', "'requestIdleCallback' in window && requestIdleCallback(() => {})", null],
  [
    'a call behind `typeof`',
    "typeof requestIdleCallback === 'function' && requestIdleCallback(() => {})",
    null,
  ],
  ['a property that may be undefined', '(event: PointerEvent) => event.movementX || 0', null],
  [
    'a number in a variable',
    '(event: PointerEvent) => { const { movementX } = event; return movementX || 0; }',
    null,
  ],
  ['an event', "document.addEventListener('visibilitychange', () => {})", null],
  [
    'an event that a browser lacks',
    "window.addEventListener('appinstalled', () => {})",
    'appinstalled',
  ],
  ['an event of the global object', "addEventListener('appinstalled', () => {})", 'appinstalled'],
  ['an event that the code does without', "addEventListener('beforeunload', () => {})", null],
  [
    'a method of ours with such a name',
    '({ checkVisibility: () => true }).checkVisibility()',
    null,
  ],
];
const files = cases.map(([, code], index) => {
  const file = path.join(folder, `case-${index}.ts`);
  writeFileSync(file, `export const value = ${code};\n`);
  return file;
});
const problems = supportProblems(files, folder);

test.each(cases.map(([what, , found], index) => [what, found, index] as const))(
  '%s',
  (_, found, index) => {
    const named = problems.filter((problem) => problem.startsWith(`case-${index}.ts:`));
    expect(named.map((problem) => problem.split(' ')[1])).toEqual(found ? [found] : []);
  },
);
