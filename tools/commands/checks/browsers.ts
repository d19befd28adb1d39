// Rejects calls and styles in the code of pages, and calls in builds, that the oldest supported browsers lack: packages/contracts/src/rules/browsers.ts.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { buildProblems } from './browser-builds';
import { styleProblems } from './browser-styles';
import { supportProblems } from './browser-support';

const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
const folders = [
  'shell/browser',
  'shell/universal',
  'packages/contracts/src',
  'packages/releases/console',
  'packages/remote-kit/src',
  'shared-ui/src',
  ...remotes.map((name) => `${name}/src`),
];
/** Files that only servers and commands import; pages import the types of `calls`. */
const SERVER_ONLY = /^packages\/contracts\/src\/(calls\/|environment\/|site\/ship-identity\.)/;
const builds = [
  'shell/dist/web',
  'shell/dist/inline',
  'packages/releases/dist/console',
  ...remotes.map((name) => `${name}/dist/web`),
];

const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  );
const files = folders
  .flatMap(filesIn)
  .filter((file) => !SERVER_ONLY.test(file))
  .map((file) => path.join(root, file));
const scripts = builds
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap(filesIn)
  .filter((file) => file.endsWith('.js'))
  .map((file) => path.join(root, file));
const code = files.filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|test-d|config|d)\.tsx?$/.test(file),
);
const sheets = files.filter((file) => file.endsWith('.css') && !file.includes('/dist/'));
const problems = [
  ...supportProblems(code, root),
  ...styleProblems(sheets, root),
  ...buildProblems(scripts, root),
];
for (const problem of problems) console.error(problem);
console.log(
  `${code.length} files, ${sheets.length} style sheets and ${scripts.length} built scripts of pages, ${problems.length} uses that older browsers lack`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
