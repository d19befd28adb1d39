import { expect, test } from 'vitest';
import { type RemoteFiles, shapeProblems } from './remote-shape';

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

test('accepts a remote with the structure of the template', () => {
  expect(shapeProblems('mf-a', remote, template)).toEqual([]);
});

test.each<[string, RemoteFiles, string]>([
  ['a missing file', without('src/standalone.tsx'), 'lacks src/standalone.tsx'],
  [
    'another build configuration',
    { ...remote, 'rsbuild.config.ts': "remoteConfig('mf-b')" },
    'rsbuild.config.ts differs from the template',
  ],
  [
    'a file outside a folder',
    { ...remote, 'src/utils.ts': '' },
    'src/utils.ts belongs in a folder of src',
  ],
  [
    'additional scripts',
    { ...remote, 'package.json': manifest({ scripts: {} }) },
    '"scripts" differs from the template',
  ],
  [
    'a missing dependency',
    { ...remote, 'package.json': manifest({ dependencies: {} }) },
    'package.json lacks react',
  ],
  [
    'a private package',
    {
      ...remote,
      'package.json': manifest({ dependencies: { react: '', '@carry/contracts': 'workspace:*' } }),
    },
    'package.json depends on @carry/contracts',
  ],
  ['no budget', { ...remote, 'package.json': manifest({ budgets: {} }) }, 'package.json lacks *'],
  [
    'a second export',
    { ...remote, 'src/routes/a.tsx': `${route}export const more = 1;\n` },
    'must export only route',
  ],
  [
    'another export',
    { ...remote, 'src/routes/a.tsx': 'export default {};\n' },
    'must export only route',
  ],
  [
    'a route without a test',
    without('src/routes/a.test.tsx'),
    'src/routes/a.tsx has no test beside it',
  ],
  [
    'a test without the remote',
    { ...remote, 'src/routes/a.test.tsx': 'one;\ntwo;\nthree;\n' },
    'does not import ../remote',
  ],
  [
    'an unregistered route',
    { ...remote, 'src/remote.ts': '' },
    'has no route for src/routes/a.tsx',
  ],
  [
    'an API call in a component',
    { ...remote, 'src/games/list.tsx': 'api.post("/api/x/");' },
    'src/games/list.tsx calls the API',
  ],
])('reports %s', (_, files, problem) => {
  expect(shapeProblems('mf-a', files, template).join('\n')).toContain(problem);
});
