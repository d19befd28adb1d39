// Compares docs/requirements.json with the tags of the tests, and writes test-results/traceability.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { listedFiles } from './listed-files';

/** Requirements by id: `spec-7.2`, `fault-A1`, `extra-B3`. */
export interface Requirements {
  untested: Readonly<Record<string, string>>;
  requirements: Readonly<Record<string, string>>;
}

export const taggedIds = (source: string): string[] => [
  ...new Set(
    [...source.matchAll(/['"`]@((?:spec|fault|extra)-[\w.-]+)['"`]/g)].map(([, id = '']) => id),
  ),
];

export function testsById(tests: Readonly<Record<string, string>>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, source] of Object.entries(tests))
    for (const id of taggedIds(source)) files.set(id, [...(files.get(id) ?? []), file]);
  return files;
}

export function traceabilityProblems(
  { requirements, untested }: Requirements,
  tests: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [
    ...Object.keys(requirements)
      .filter((id) => !tests.has(id) && !Object.hasOwn(untested, id))
      .map((id) => `${id} has no test; tag one with '@${id}'`),
    ...Object.keys(untested)
      .filter((id) => tests.has(id) || !Object.hasOwn(requirements, id))
      .map((id) => `${id} has a test or is unknown; remove it from 'untested'`),
    ...Object.entries(untested)
      .filter(([, reason]) => !reason.trim())
      .map(([id]) => `${id} has no test and no reason; write one in 'untested'`),
    ...[...tests]
      .filter(([id]) => !Object.hasOwn(requirements, id))
      .map(([id, files]) => `${files[0]} has the tag '@${id}', which docs/requirements.json lacks`),
  ];
}

const headings = /^\| (Route|Method and path) \|/;

export function missingSentences(product: string, sentences: readonly string[]): string[] {
  const flat = (text: string) => text.replaceAll(/[|→`\s]+/g, ' ').trim();
  const specified = flat(
    product
      .split('\n')
      .filter((line) => !/^#|^\|---/.test(line) && !headings.test(line))
      .map((line) => line.replace(/^- /, ''))
      .join(' '),
  );
  const missing: string[] = [];
  let read = 0;
  for (const cell of sentences) {
    const [, route = '', sentence = ''] = /^(?:`([^`]+)`)?(.*)$/.exec(cell.trim()) ?? [];
    const words = flat(sentence.replaceAll('\\', ''));
    const at = specified.indexOf(words, read);
    if (at === -1) missing.push(`not in the specification, or out of its order: ${words}`);
    else {
      const skipped = specified.slice(read, at).trim();
      if (skipped && skipped !== route) missing.push(`left out: ${skipped}`);
      read = at + words.length;
    }
  }
  const unread = specified.slice(read).trim();
  return unread ? [...missing, `left out: ${unread}`] : missing;
}

export function traceabilityTable(
  { requirements, untested }: Requirements,
  tests: ReadonlyMap<string, readonly string[]>,
): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const shownBy = (id: string) =>
    tests.get(id)?.join('<br>') ?? `none: ${cell(untested[id] ?? '')}`;
  const rows = Object.entries(requirements).map(
    ([id, text]) => `| ${id} | ${cell(text)} | ${shownBy(id)} |\n`,
  );
  return `| id | requirement | tests |\n|---|---|---|\n${rows.join('')}`;
}

if (process.argv[1] === import.meta.filename) {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const listed = JSON.parse(read('docs/requirements.json')) as Requirements;
  const files = listedFiles().filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  const examples = 'tools/commands/checks/traceability.test.ts';
  const tests = testsById(
    Object.fromEntries(files.filter((file) => file !== examples).map((file) => [file, read(file)])),
  );
  const sentences = Object.entries(listed.requirements).flatMap(([id, text]) =>
    id.startsWith('spec-') ? [text] : [],
  );
  const problems = [
    ...(files.length > 0 ? traceabilityProblems(listed, tests) : []), // no files without Git
    ...missingSentences(read('docs/product.md'), sentences),
  ];
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  writeFileSync(path.join(root, 'test-results/traceability.md'), traceabilityTable(listed, tests));
  for (const problem of problems) console.error(problem);
  console.log(
    `${Object.keys(listed.requirements).length} requirements, ${Object.keys(listed.untested).length} of them without a test, ${problems.length} problems; see test-results/traceability.md`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
