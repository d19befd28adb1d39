import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

export interface Mutant {
  control: string;
  file: string;
  /** Source text that occurs once in `file`, regardless of line breaks, and its replacement. */
  find: string;
  replace: string;
  test: string;
  grep: string;
}

const list = path.join(import.meta.dirname, 'by-hand.json');
const KEYS = ['control', 'file', 'find', 'replace', 'test', 'grep'] as const;

/** Returns the mutants that Stryker cannot create: SQL constraints, headers, stylesheets and rules. */
export const readMutants = (): Mutant[] => JSON.parse(readFileSync(list, 'utf8')) as Mutant[];

export function asWritten(text: string): RegExp {
  const parts = text.match(/[\w$]+|[^\w$\s]|\s+/g) ?? [];
  const pattern = parts.map((part, index) => {
    if (/^\s/.test(part))
      return /[\w$]$/.test(parts[index - 1] ?? '') && /^[\w$]/.test(parts[index + 1] ?? '')
        ? '\\s+'
        : '\\s*';
    const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return /^[)\]}]$/.test(part)
      ? `\\s*,?\\s*${escaped}`
      : /^[([{.?:&|]$/.test(part)
        ? `\\s*${escaped}\\s*`
        : escaped;
  });
  return new RegExp(pattern.join(''), 'g');
}

export function mutantProblems(root: string, mutant: Mutant): string[] {
  if (
    KEYS.some((key) => typeof mutant[key] !== 'string') ||
    !mutant.control ||
    !mutant.find ||
    !mutant.grep
  )
    return ['lacks a field'];
  const { file, find, replace, test, grep } = mutant;
  const read = (name: string) =>
    existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), 'utf8') : null;
  const source = read(file);
  const tests = read(test);
  const times = (source ?? '').match(asWritten(find))?.length ?? 0;
  return [
    ...(source === null
      ? [`${file} does not exist`]
      : times === 1
        ? []
        : [`the text occurs ${times} times in ${file}`]),
    ...(find === replace ? ['changes nothing'] : []),
    ...(tests === null
      ? [`${test} does not exist`]
      : tests.includes(grep)
        ? []
        : [`${test} has no test '${grep}'`]),
  ];
}

export function listProblems(root: string, mutants: Mutant[]): string[] {
  const names = new Set<string>();
  return mutants.flatMap((mutant) => {
    const isDuplicate = names.has(mutant.control);
    names.add(mutant.control);
    return [...(isDuplicate ? ['duplicate name'] : []), ...mutantProblems(root, mutant)].map(
      (why) => `mutant '${mutant.control}': ${why}`,
    );
  });
}

if (process.argv[1] === import.meta.filename) {
  const mutants = readMutants();
  const problems = listProblems(root, mutants);
  for (const problem of problems) console.error(problem);
  console.log(`${mutants.length} mutants, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || mutants.length === 0 ? 1 : 0;
}
