import { expect, test } from 'vitest';
import { documentProblems, unknownPhrases, unknownPlaces, unknownTests } from './document-problems';

const findProblems = (text: string, document = 'docs/a.md') => {
  const files: Record<string, string> = {
    [document]: text,
    'docs/b.md': '',
    'services/api/src/app.ts': '',
    'services/api/test/app.test.ts': "test('it answers', () => {});",
  };
  return documentProblems(document, {
    exists: (file) => Object.hasOwn(files, file),
    read: (file) => files[file] ?? '',
    commands: ['start', 'check'],
  });
};

test('accepts existing links, paths and commands', () => {
  const text = [
    '[b](b.md), [b](../docs/b.md#part), [elsewhere](https://example.com), [here](#part)',
    '`services/api/src/app.ts`, `dist/a.js`, `services/api/src/….ts`, `npm start`, `npm run check`, `npm run -s check`',
  ];
  expect(findProblems(text.join('\n'))).toEqual([]);
});

test('finds a path relative to the document', () => {
  expect(findProblems('see `src/app.ts`', 'services/api/README.md')).toEqual([]);
  expect(findProblems('see `src/gone.ts`', 'services/api/README.md')).toHaveLength(1);
});

test.each([
  ['a broken link', 'see [c](c.md)', 'docs/a.md: docs/c.md does not exist'],
  ['a broken link to the parent', 'see [c](../c.md#part)', 'docs/a.md: c.md does not exist'],
  [
    'a missing path',
    'see `services/api/src/gone.ts`',
    'docs/a.md: services/api/src/gone.ts does not exist',
  ],
  ['an unknown command', 'run `npm lint`', 'docs/a.md: unknown command lint'],
  [
    "pnpm's form of a command",
    'run `pnpm check`',
    'docs/a.md: write npm or npx in place of pnpm check',
  ],
  ['an unknown npm script', 'run `npm run -s lint`', 'docs/a.md: unknown command lint'],
])('reports %s', (_, text, problem) => {
  expect(findProblems(text)).toContain(problem);
});

test('reports unknown files and folders, also relative ones', () => {
  const files = ['shell/server/pages/page-cache.ts', 'shell/browser/loading/a.ts'];
  const unknown = (...spans: string[]) =>
    unknownPlaces(spans.map((span) => `\`${span}\``).join(' '), files);
  const existing = [
    'shell/server/pages/page-cache.ts',
    'page-cache.ts',
    'shell/browser',
    'browser/loading',
  ];
  expect(unknown(...existing, '/login', 'npm start', 'menu', '<store>/site.json')).toEqual([]);
  const missing = ['shell/server/page-cache.ts', 'cache.ts', 'shell/pages', 'server/page'];
  expect(unknown(...missing)).toEqual(missing);
});

test('reports log phrases that no source has', () => {
  const sources = ['failed; rolled\n  back: ', "'Redis is unreachable: reports'"];
  const text = '`… failed; rolled back: …`, `Redis is unreachable: …`, `list <remote>`, `read(…)`';
  expect(unknownPhrases(text, sources)).toEqual([]);
  expect(unknownPhrases('`Redis cannot be reached: …`', sources)).toEqual([
    'Redis cannot be reached: …',
  ]);
});

test('reports commands that match no test', () => {
  const tests = [{ file: 'e2e/student.spec.ts', text: "test('moves a session', () => {});" }];
  const existing = [
    'npm test -- mf-help',
    'npm test -- <file> --headed',
    'npm test -- student.spec.ts',
    'npm test -- student.spec.ts --headed -g "moves a"',
  ];
  expect(unknownTests(existing.join('\n'), tests)).toEqual([]);
  const missing = ['npm test -- coach.spec.ts', 'npm test -- student.spec.ts -g "books once"'];
  expect(unknownTests(missing.join('\n'), tests)).toEqual(missing);
});
