// Compares the structure of all remotes with the template of `new-remote`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { readSiteFile } from 'workspace/site';
import { type RemoteFiles, shapeProblems } from './remote-shape';

const SKIPPED = /(^|\/)(node_modules|dist|dist-dev)(\/|$)/;

function getFiles(folder: string, suffix = ''): RemoteFiles {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      !SKIPPED.test(file) && file.endsWith(suffix) && statSync(path.join(folder, file)).isFile(),
  );
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, file.length - suffix.length),
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  );
}

const template = getFiles(path.join(root, 'packages/create-remote/template/remote'), '.txt');
const remotes = Object.keys(readSiteFile().owners).map((name) => ({
  name,
  files: getFiles(path.join(root, name)),
}));
const problems = remotes.flatMap(({ name, files }) => shapeProblems(name, files, template));
for (const problem of problems) console.error(problem);
console.log(`${remotes.length} remotes, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
