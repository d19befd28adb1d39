import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';

/** Desktop grids: main and aside in either order, or two halves. */
const TWO_COLUMNS = new Set([
  'minmax(0, 1fr) var(--aside)',
  'var(--aside) minmax(0, 1fr)',
  'repeat(2, minmax(0, 1fr))',
]);
const folders = ['mf-*/src', 'shared-ui/src', 'shell/universal'];

/** Returns the two-column grids of a stylesheet from 60rem on, without `auto` tracks. */
function getTwoColumns(css: string): string[] {
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

test('every two-column page uses the same desktop grid', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--', ...folders.map((folder) => `:(glob)${folder}/**/*.css`)],
    { cwd: root },
  )
    .toString()
    .trim()
    .split('\n');
  const grids = files.flatMap((file) =>
    getTwoColumns(readFileSync(path.join(root, file), 'utf8')).map((columns) => ({
      file,
      columns,
    })),
  );
  expect(grids.length).toBeGreaterThan(8);
  expect(grids.filter(({ columns }) => !TWO_COLUMNS.has(columns))).toEqual([]);
});
