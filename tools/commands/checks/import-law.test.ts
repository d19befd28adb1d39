import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from 'workspace';
import { parse } from 'yaml';

const config = path.join(import.meta.dirname, 'import-law.cjs');
const rules = (
  createRequire(import.meta.url)(config) as { forbidden: { name: string; comment: string }[] }
).forbidden;

const { getFolder, mayImport } = createRequire(import.meta.url)('./package-imports.cjs') as {
  getFolder: (name: string) => string;
  mayImport: Record<string, [below: string[], why: string]>;
};

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** Returns the violations in `fixtures/import-law`. */
function cruise(): Violation[] {
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', '.'],
    {
      cwd: path.join(import.meta.dirname, 'fixtures/import-law'),
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

const violations = cruise();

test.each(rules.map(({ name }) => name))(
  '%s reports its fixture',
  { tags: ['@fault-rooms'] },
  (name) => {
    expect(violations.map(({ rule }) => rule.name)).toContain(name);
  },
);

test.each([
  ['remote-imports', 'mf-a/src/remote.ts', 'mf-b/src/remote.ts', 'an import with a comment in it'],
  [
    'remote-imports',
    'mf-a/src/forms/form.ts',
    'packages/contracts/src/shell.ts',
    'a private package',
  ],
  [
    'releases-imports',
    'packages/releases/bin/releases.mjs',
    'tools/commands/publish.mjs',
    'an awaited import in a .mjs file',
  ],
  [
    'public-exports-only',
    'packages/remote-kit/src/remote.ts',
    'packages/releases/src/index.ts',
    'a path into another package',
  ],
  [
    'contract-without-react',
    'packages/contracts/src/router.ts',
    'react-router',
    'the router at run time',
  ],
  [
    'contract-without-types-of-react',
    'packages/contracts/src/element.ts',
    'react',
    'a type of React in the contract',
  ],
  [
    'no-circular-imports',
    'tools/commands/circle/a.ts',
    'tools/commands/circle/b.ts',
    'a cycle of types',
  ],
  ['no-node-in-pages', 'mf-a/src/forms/form.ts', 'fs', 'Node in a page'],
  [
    'own-styles',
    'mf-a/src/forms/form.ts',
    'mf-a/src/games/games.module.css',
    "another capability's stylesheet",
  ],
  [
    'capabilities-without-routes',
    'mf-a/src/forms/form.ts',
    'mf-a/src/routes/page.ts',
    'a capability that imports a route',
  ],
])('%s: %s → %s (%s)', { tags: ['@fault-laws'] }, (name, from, to) => {
  expect(violations).toContainEqual(
    expect.objectContaining({ from, to, rule: expect.objectContaining({ name }) }),
  );
});

test('every rule has a reason', { tags: ['@fault-rooms'] }, () => {
  for (const { comment } of rules) expect(comment.length).toBeGreaterThan(20);
});

/** Returns the packages in a cycle, or above one. Removes leaf packages until none is left. */
function packagesInCycles(table: typeof mayImport): string[] {
  let rest = Object.keys(table);
  for (;;) {
    const upper = rest.filter((name) => table[name]?.[0].some((below) => rest.includes(below)));
    if (upper.length === rest.length) return rest;
    rest = upper;
  }
}

describe('package imports', () => {
  test('have no cycle', () => {
    expect(packagesInCycles(mayImport)).toEqual([]);
    const cyclic: typeof mayImport = { ...mayImport, contracts: [['shell'], 'a cycle'] };
    expect(packagesInCycles(cyclic)).toEqual(
      expect.arrayContaining(['contracts', 'shell', 'remote-kit']),
    );
  });

  test('cover every package; no package imports the commands', () => {
    const { packages } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
      packages: string[];
    };
    const folders = Object.keys(mayImport).map((name) =>
      getFolder(name).replace('mf-[^/]+', 'mf-*'),
    );
    expect(packages.filter((folder) => !folders.includes(folder))).toEqual(['tools/commands']);
    expect(Object.values(mayImport).flatMap(([below]) => below)).not.toContain('commands');
  });
});
