import { expect, test } from 'vitest';
import { documentProblems, rowsWithoutTest, unknownPlaces } from './document-problems';

const problemsOf = (text: string, document = 'docs/a.md') => {
  const files: Record<string, string> = {
    [document]: text,
    'docs/b.md': '',
    'api/src/app.ts': '',
    'api/test/app.test.ts': "test('it answers', () => {});",
  };
  return documentProblems(document, {
    exists: (file) => Object.hasOwn(files, file),
    read: (file) => files[file] ?? '',
    commands: ['start', 'check'],
  });
};

test('a document whose every name is there has no problem', () => {
  const text = [
    '[b](b.md), [b](../docs/b.md#part), [elsewhere](https://example.com), [here](#part)',
    '`api/src/app.ts`, `dist/a.js`, `api/src/….ts`, `npm start`, `pnpm check`, `npm run -s check`',
    '| a | `api/test/app.test.ts` › it answers |',
  ];
  expect(problemsOf(text.join('\n'))).toEqual([]);
});

test.each([
  ['a link that leads nowhere', 'see [c](c.md)', 'docs/a.md: docs/c.md does not exist'],
  ['a link above the folder', 'see [c](../c.md#part)', 'docs/a.md: c.md does not exist'],
  ['a path', 'see `api/src/gone.ts`', 'docs/a.md: api/src/gone.ts does not exist'],
  ['a command', 'run `pnpm lint`', 'docs/a.md: there is no command lint'],
  ['a command of npm', 'run `npm run -s lint`', 'docs/a.md: there is no command lint'],
  [
    'a test that has another name',
    '| a | `api/test/app.test.ts` › it refuses |',
    "docs/a.md: api/test/app.test.ts has no test named 'it refuses'",
  ],
  [
    'a test in a file that is gone',
    '| a | `api/test/gone.test.ts` › it answers<br>more |',
    "docs/a.md: api/test/gone.test.ts has no test named 'it answers'",
  ],
])('%s is found', (_, text, problem) => {
  expect(problemsOf(text)).toContain(problem);
});

test('each row beside the specification names a test in a browser', () => {
  const row = (id: string, test = '`a.test.ts` › it<br>`e2e/a.spec.ts` › it') =>
    `| ${id} | what | ${test} |`;
  const ids = [
    ...Array.from({ length: 38 }, (_, n) => `${n + 1}`),
    ...Array.from({ length: 9 }, (_, n) => `B${n + 1}`),
  ];
  expect(rowsWithoutTest(ids.map((id) => row(id)).join('\n'))).toEqual([]);
  expect(
    rowsWithoutTest(
      ids.map((id) => row(id, id === 'B3' ? '`a.test.ts` › it' : undefined)).join('\n'),
    ),
  ).toEqual(['B3']);
  expect(
    rowsWithoutTest(
      ids
        .slice(1)
        .map((id) => row(id))
        .join('\n'),
    ),
  ).toEqual(['1']);
});

test('a guide names files and folders that are there, also from within a folder', () => {
  const files = ['shell/server/pages/page-cache.ts', 'shell/browser/loading/a.ts'];
  const named = (...spans: string[]) =>
    unknownPlaces(spans.map((span) => `\`${span}\``).join(' '), files);
  const there = [
    'shell/server/pages/page-cache.ts',
    'page-cache.ts',
    'shell/browser',
    'browser/loading',
  ];
  expect(named(...there, '/login', 'npm start', 'menu', '<store>/site.json')).toEqual([]);
  const gone = ['shell/server/page-cache.ts', 'cache.ts', 'shell/pages', 'server/page'];
  expect(named(...gone)).toEqual(gone);
});
