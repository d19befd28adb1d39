// Checks paths and commands in documents, generated documents, and CODEOWNERS.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { readSiteFile } from 'workspace/site';
import { codeOwnerProblems } from './code-owners';
import { documentProblems, unknownPhrases, unknownPlaces, unknownTests } from './document-problems';
import { listedFiles } from './listed-files';
import { operationsProblems } from './operations';

const files = listedFiles();
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'tools/bench/RESULTS.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true }).map((file) => `docs/${file}`),
  ...(files.length > 0 ? files.filter((file) => file.endsWith('README.md')) : ['README.md']), // no files: a copy without Git
].filter((file, at, all) => file.endsWith('.md') && all.indexOf(file) === at);
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const workspace = {
  exists: (file: string) => existsSync(path.join(root, file)),
  read,
  commands: Object.keys(scripts),
};
function folderProblems(remote: string): string[] {
  const lines = read(`${remote}/README.md`)
    .split('\n')
    .filter((line) => line.startsWith('- `'));
  const listed = lines.flatMap((line) => line.split('`: ')[0]?.match(/(?<=`)[\w-]+/g) ?? []);
  const folders = readdirSync(path.join(root, remote, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return [
    ...listed.filter((name) => !folders.includes(name)).map((name) => `${name} does not exist`),
    ...folders.filter((name) => !listed.includes(name)).map((name) => `${name} is not listed`),
  ].map((problem) => `${remote}/README.md: src/${problem}`);
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const tests = files.filter(isTest).map((file) => ({ file, text: read(file) }));
const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !isTest(file)).map(read);
const problems = [
  ...documents.flatMap((document) => documentProblems(document, workspace)),
  ...(files.length > 0 ? documents : []).flatMap((document) => [
    ...unknownTests(read(document), tests).map(
      (command) => `${document}: no test matches ${command}`,
    ),
    ...(/^docs\/(guides|operations)\//.test(document)
      ? unknownPhrases(read(document), sources).map(
          (phrase) => `${document}: no source has the phrase ${phrase}`,
        )
      : []),
  ]),
  ...(files.length > 0 ? unknownPlaces(read('ARCHITECTURE.md'), files) : []).map(
    (place) => `ARCHITECTURE.md: ${place} does not exist`,
  ),
  ...operationsProblems(),
  ...Object.keys(readSiteFile().owners)
    .filter((remote) => workspace.exists(`${remote}/README.md`))
    .flatMap(folderProblems),
  ...codeOwnerProblems(read('.github/CODEOWNERS'), Object.keys(readSiteFile().owners)).map(
    (problem) => `.github/CODEOWNERS: ${problem}`,
  ),
];
for (const problem of problems) console.error(problem);
console.log(`${documents.length} documents, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
