import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';

/** What two columns of a page on a desktop may be: the one wide and the one narrow, in either order, or two halves. */
const TWO_COLUMNS = new Set([
  'minmax(0, 1fr) var(--aside)',
  'var(--aside) minmax(0, 1fr)',
  'repeat(2, minmax(0, 1fr))',
]);
const folders = ['mf-*/src', 'shared-ui/src', 'shell/universal'];

/** The columns that a stylesheet sets for windows of 60rem and more, where they are two and none is as wide as what is in it. */
function twoColumnsOf(css: string): string[] {
  return [...css.matchAll(/@media \(min-width: 6[0-9]rem\)[^{]*\{([\s\S]*?)\n\}/g)].flatMap(
    ([, rules = '']) =>
      [...rules.matchAll(/grid-template-columns:([^;]+);/g)]
        .map(([, columns = '']) => columns.trim())
        .filter((columns) => {
          const tracks = columns.replaceAll(/\([^()]*(\([^()]*\))?[^()]*\)/g, '').split(/\s+/);
          const halves = columns.startsWith('repeat(2,');
          return (halves || tracks.length === 2) && !tracks.includes('auto');
        }),
  );
}

test('on desktops every page stands in the same two columns', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--', ...folders.map((folder) => `:(glob)${folder}/**/*.css`)],
    { cwd: root },
  )
    .toString()
    .trim()
    .split('\n');
  const found = files.flatMap((file) =>
    twoColumnsOf(readFileSync(path.join(root, file), 'utf8')).map((columns) => ({ file, columns })),
  );
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(({ columns }) => !TWO_COLUMNS.has(columns))).toEqual([]);
});
