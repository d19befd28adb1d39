import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A control switched off in the source, and the test that must be red then. */
export interface Mutant {
  control: string;
  file: string;
  /** Source text that occurs once in `file`, whatever its line breaks, and what takes its place. */
  find: string;
  replace: string;
  test: string;
  /** Words of the test's title, as its source has them. */
  grep: string;
}

const list = path.join(import.meta.dirname, 'by-hand.json');
const KEYS = ['control', 'file', 'find', 'replace', 'test', 'grep'] as const;

/** Returns the mutants by hand: SQL constraints, headers, stylesheets and rules, which Stryker cannot mutate. */
export const readMutants = (): Mutant[] => JSON.parse(readFileSync(list, 'utf8')) as Mutant[];

/** A source text, however the formatter breaks its lines: spaces count where they part words, and a comma may end a list. */
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

/** Why a mutant cannot be tried in the workspace at `root`: its text, its test or its title is not there any more. */
export function rotten(root: string, mutant: Mutant): string[] {
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
        : [`its text occurs ${times} times in ${file}`]),
    ...(find === replace ? ['changes nothing'] : []),
    ...(tests === null
      ? [`${test} does not exist`]
      : tests.includes(grep)
        ? []
        : [`${test} has no test named '${grep}'`]),
  ];
}

/** All that is wrong with the lists, a sentence each. */
export function listProblems(root: string, mutants: Mutant[]): string[] {
  const named = new Set<string>();
  return mutants.flatMap((mutant) => {
    const twice = named.has(mutant.control);
    named.add(mutant.control);
    return [...(twice ? ['is the name of two'] : []), ...rotten(root, mutant)].map(
      (why) => `mutant '${mutant.control}': ${why}`,
    );
  });
}
