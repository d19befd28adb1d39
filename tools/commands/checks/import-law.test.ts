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

const { folderOf, mayImport } = createRequire(import.meta.url)('./rooms.cjs') as {
  folderOf: (name: string) => string;
  mayImport: Record<string, [below: string[], why: string]>;
};

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** What the law finds in the broken workspace `fixtures/import-law`. */
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

const found = cruise();

test.each(rules.map(({ name }) => name))(
  '%s: the fixture that breaks it is found',
  { tags: ['@fault-rooms'] },
  (name) => {
    expect(found.map(({ rule }) => rule.name)).toContain(name);
  },
);

test.each([
  ['remote-imports', 'mf-a/src/remote.ts', 'mf-b/src/remote.ts', 'an import with a comment in it'],
  [
    'remote-imports',
    'mf-a/src/forms/form.ts',
    'packages/contracts/src/shell.ts',
    'a package of ours that no team elsewhere names',
  ],
  [
    'releases-imports',
    'packages/releases/bin/releases.mjs',
    'tools/commands/publish.mjs',
    'an awaited import in a .mjs file',
  ],
  [
    'by-its-door',
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
    'no-circle-of-files',
    'tools/commands/circle/a.ts',
    'tools/commands/circle/b.ts',
    'a circle of types only',
  ],
  ['no-node-in-pages', 'mf-a/src/forms/form.ts', 'fs', 'Node in a page'],
  [
    'own-styles',
    'mf-a/src/forms/form.ts',
    'mf-a/src/games/games.module.css',
    "another capability's stylesheet",
  ],
  [
    'capabilities-meet-in-routes',
    'mf-a/src/forms/form.ts',
    'mf-a/src/routes/page.ts',
    'a capability that knows a route',
  ],
])('%s: %s → %s (%s)', { tags: ['@fault-laws'] }, (name, from, to) => {
  expect(found).toContainEqual(
    expect.objectContaining({ from, to, rule: expect.objectContaining({ name }) }),
  );
});

test('every rule says why', { tags: ['@fault-rooms'] }, () => {
  for (const { comment } of rules) expect(comment.length).toBeGreaterThan(20);
});

/** Takes away what needs nothing of the rest, again and again; what stays is part of a circle or stands on one. */
function roomsInCircles(table: typeof mayImport): string[] {
  let left = Object.keys(table);
  for (;;) {
    const upper = left.filter((room) => table[room]?.[0].some((below) => left.includes(below)));
    if (upper.length === left.length) return left;
    left = upper;
  }
}

describe('the rooms', () => {
  test('need each other downwards only', () => {
    expect(roomsInCircles(mayImport)).toEqual([]);
    const upward: typeof mayImport = { ...mayImport, contracts: [['shell'], 'broken here'] };
    expect(roomsInCircles(upward)).toEqual(
      expect.arrayContaining(['contracts', 'shell', 'remote-kit']),
    );
  });

  test('are all packages of the workspace; the one that may import everything is imported by none', () => {
    const { packages } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
      packages: string[];
    };
    const named = Object.keys(mayImport).map((name) => folderOf(name).replace('mf-[^/]+', 'mf-*'));
    expect(packages.filter((folder) => !named.includes(folder))).toEqual(['tools/commands']);
    expect(Object.values(mayImport).flatMap(([below]) => below)).not.toContain('commands');
  });
});
