import { expect, test } from 'vitest';
import { linesOf, type RemoteFiles, shapeProblems, testShare } from './remote-shape';

const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'mf-a', dependencies: { react: '' }, budgets: { '*': 1 }, ...more });
const template: RemoteFiles = {
  'package.json': manifest({ name: '{{name}}' }),
  'rsbuild.config.ts': "remoteConfig('{{name}}')",
  'src/remote.ts': '',
  'src/standalone.tsx': '',
  'src/routes/page.tsx': '',
};
const route = 'const handle = {};\n\nexport const route = () => ({ handle });\n';
const remote: RemoteFiles = {
  'package.json': manifest(),
  'rsbuild.config.ts': "remoteConfig('mf-a')",
  'src/remote.ts': "lazyRoute('a', () => import('./routes/a'))",
  'src/standalone.tsx': '',
  'src/routes/a.tsx': route,
  'src/routes/a.test.tsx': "import remote from '../remote';\n\none;\ntwo;\n",
  'src/games/api.ts': 'export const getGames = (api) => api.get("/api/games/");\n',
};
const without = (file: string) =>
  Object.fromEntries(Object.entries(remote).filter(([name]) => name !== file));

test('a remote of the common shape has no problem', () => {
  expect(shapeProblems('mf-a', remote, template)).toEqual([]);
});

test.each<[string, RemoteFiles, string]>([
  ['a file that is not there', without('src/standalone.tsx'), 'lacks src/standalone.tsx'],
  [
    'another build',
    { ...remote, 'rsbuild.config.ts': "remoteConfig('mf-b')" },
    'rsbuild.config.ts differs from the template',
  ],
  [
    'a file beside the folders',
    { ...remote, 'src/utils.ts': '' },
    'src/utils.ts belongs in a folder of src',
  ],
  [
    'a script of its own',
    { ...remote, 'package.json': manifest({ scripts: {} }) },
    '"scripts" is in one of it and the template only',
  ],
  [
    'a dependency that is not there',
    { ...remote, 'package.json': manifest({ dependencies: {} }) },
    'package.json lacks react',
  ],
  [
    'a package that no team elsewhere installs',
    {
      ...remote,
      'package.json': manifest({ dependencies: { react: '', '@carry/contracts': 'workspace:*' } }),
    },
    'package.json names @carry/contracts',
  ],
  ['no budget', { ...remote, 'package.json': manifest({ budgets: {} }) }, 'package.json lacks *'],
  [
    'a second export',
    { ...remote, 'src/routes/a.tsx': `${route}export const more = 1;\n` },
    'exports something besides route',
  ],
  [
    'another export',
    { ...remote, 'src/routes/a.tsx': 'export default {};\n' },
    'exports something besides route',
  ],
  [
    'a route without a test',
    without('src/routes/a.test.tsx'),
    'src/routes/a.tsx has no test beside it',
  ],
  [
    'a test of something else',
    { ...remote, 'src/routes/a.test.tsx': 'one;\ntwo;\nthree;\n' },
    "does not open the remote's own routes",
  ],
  [
    'a route that nobody opens',
    { ...remote, 'src/remote.ts': '' },
    'has no route for src/routes/a.tsx',
  ],
  [
    'a call in a component',
    { ...remote, 'src/games/list.tsx': 'api.post("/api/x/");' },
    'src/games/list.tsx asks the API',
  ],
  [
    'few tests',
    { ...remote, 'src/games/list.tsx': 'line;\n'.repeat(9) },
    'has 0.23 lines of tests for each line of source',
  ],
])('%s is found', (_, files, problem) => {
  expect(shapeProblems('mf-a', files, template).join('\n')).toContain(problem);
});

test('lines of comments alone and blank ones do not count, and tests are not their own source', () => {
  expect(linesOf('// why\n\n/** One. */\n * two\ncode(); // three\n')).toBe(1);
  expect(
    testShare({ 'src/a.ts': 'one;\ntwo;', 'src/a.test.ts': 'one;', 'src/a.module.css': '.a {}' }),
  ).toBe(0.5);
});
