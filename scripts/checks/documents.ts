// Paths and commands that the documents name must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { paths } from '@carry/contracts/paths';
import { root } from 'workspace';
import { readSiteFile } from 'workspace/site';
import { codeOwnerProblems } from './code-owners';
import { operationsProblems } from './operations';
import { declaredPaths, ownerTableProblems } from './owner-table';
import { missingRows } from './reliability';
import { missingSentences } from './specification';

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/RESULTS.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const builtin = new Set(['audit', 'create', 'install', 'exec', 'i']);

const problems = documents.flatMap((document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) =>
    path.join(path.dirname(document), target ?? ''),
  );
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');
  const paths = code.filter(
    (span) =>
      /^[\w.-]+\/[\w./-]+\.\w+$/.test(span) && !span.startsWith('dist/') && !span.includes('…'),
  );
  const commands = code.flatMap((span) =>
    [...span.matchAll(/^(?:pnpm|npm run|npm) (?:-s )?([a-z][\w:-]*)/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  // `file` › words of a test's name
  const named = [...text.matchAll(/`([\w./-]+\.(?:spec|test)\.tsx?)` › ([^|\n]+?) *(?:\||<br>)/g)];
  const missing = named.filter(
    ([, file = '', words = '']) =>
      !existsSync(path.join(root, file)) ||
      !readFileSync(path.join(root, file), 'utf8').includes(words),
  );
  return [
    ...missing.map(([, file, words]) => `${document}: ${file} has no test named '${words}'`),
    ...[...links, ...paths]
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${document}: ${target} does not exist`),
    ...commands
      .filter((name) => !(name in scripts) && !builtin.has(name))
      .map((name) => `${document}: there is no command ${name}`),
  ];
});
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const beyond = read('docs/beyond-the-specification.md');
const remotes = Object.fromEntries(
  Object.entries(readSiteFile().owners).map(([remote, { paths: owned = [] }]) => [
    remote,
    { owned, declared: declaredPaths(read(`${remote}/src/remote.ts`), paths) },
  ]),
);
const expected = [
  ...Array.from({ length: 38 }, (_, index) => `${index + 1}`),
  ...Array.from({ length: 9 }, (_, index) => `B${index + 1}`),
];
problems.push(
  ...expected
    .filter(
      (row) => !new RegExp(`^\\| ${row} \\|.*\`e2e/[\\w-]+\\.spec\\.ts\` › `, 'm').test(beyond),
    )
    .map((row) => `docs/beyond-the-specification.md: no test in a browser shows row ${row}`),
  ...ownerTableProblems(read('README.md'), remotes).map((what) => `README.md: ${what}`),
  ...missingSentences(read('docs/product.md'), read('docs/specification.md')).map(
    (what) => `docs/specification.md: ${what}`,
  ),
  ...operationsProblems(),
  ...missingRows(read('docs/fault-catalogue.md'), read('docs/reliability.md')).map(
    (what) => `docs/reliability.md: ${what}`,
  ),
  ...codeOwnerProblems(read('.github/CODEOWNERS'), Object.keys(readSiteFile().owners)).map(
    (what) => `.github/CODEOWNERS: ${what}`,
  ),
);
for (const problem of problems) console.error(problem);
console.log(`${documents.length} documents, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
