// The packages of the owner's card are dependencies of the packages that use them, and product code imports each.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { listedFiles } from './listed-files';
import { packageProblems, requiredPackages } from './required-packages';

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>
>;

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = listedFiles().filter((file) => !/\/(?:template|fixtures)\//.test(file));
const packages = files
  .filter((file) => /^(?:[^/]+\/){0,2}package\.json$/.test(file))
  .map((file) => {
    const manifest = JSON.parse(read(file)) as Manifest;
    const tables = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies];
    const dependencies = new Set(tables.flatMap((table) => Object.keys(table ?? {})));
    return { folder: path.posix.dirname(file).replace('.', ''), dependencies };
  });
const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
const problems = packageProblems(new Map(sources.map((file) => [file, read(file)])), packages);
for (const problem of problems) console.error(problem);
console.log(`${requiredPackages.length} required packages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
