// Rejects calls in the code of pages that the oldest supported browsers lack: packages/contracts/src/rules/browsers.ts.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { supportProblems } from './browser-support';

const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
const folders = [
  'shell/browser',
  'shell/universal',
  'packages/remote-kit/src',
  'shared-ui/src',
  ...remotes.map((name) => `${name}/src`),
];
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => path.join(root, folder, file)),
);
const problems = supportProblems(files, root);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files of pages, ${problems.length} calls that older browsers lack`);
process.exitCode = problems.length > 0 ? 1 : 0;
