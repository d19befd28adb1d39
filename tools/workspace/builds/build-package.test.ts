import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyWorkspace } from '../repository/copy';
import { remotes } from '../repository/workspace';
import { computeHash } from './build-package';

const copy = copyWorkspace();
const packages = ['shell', ...remotes];

afterAll(() => rmSync(copy, { recursive: true }));

/** Returns the packages to rebuild after a change to these files. */
function stale(...files: string[]): string[] {
  const before = new Map(packages.map((name) => [name, computeHash(name, copy)]));
  for (const file of files) appendFileSync(path.join(copy, file), '\n');
  return packages.filter((name) => computeHash(name, copy) !== before.get(name));
}

test('does not rebuild after a change of ownership', () => {
  expect(stale('tools/workspace/site.json', '.github/CODEOWNERS')).toEqual([]);
});

test('rebuilds a changed remote, or all after a shared change', () => {
  expect(stale('mf-booking/src/remote.ts')).toEqual(['mf-booking']);
  expect(stale('mf-booking/src/routes/booking.test.tsx')).toEqual([]);
  expect(stale('packages/contracts/src/rules/limits.ts')).toEqual(packages);
});

test('does not rebuild after `npm run check` wrote the types of styles', () => {
  expect(stale('shared-ui/src/form/button.module.css.d.ts')).toEqual([]);
});
