import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PolicyNeeds } from '@carry/contracts/release';
import { createPositionReader, locator, readMaps } from '../artifacts/source-maps';
import { ReleaseRefused } from '../errors/errors';
import { getLibrary, getReplacement } from './replacements';
import type { ScriptProblem } from './scripts';
import { findInRemoteScript } from './sinks';
import { findInStyles } from './styles';

const MAX_NAMED = 3;

interface Problem {
  kind?: ScriptProblem['kind'];
  what: string;
  remedy: string;
  line: number;
  column: number;
}

export interface BuiltFiles {
  name: string;
  files: ReadonlyMap<string, Buffer>;
  maps: ReadonlyMap<string, Buffer>;
  otherRemotes?: readonly string[];
  /** The build was made by another tool, so its packages cannot be told from its own code. */
  isPacked?: boolean | undefined;
}

export interface Scope {
  /** Places in packages that the page's policy would block at run time. */
  notes: string[];
  needs: PolicyNeeds;
}

/** Words of a script that needs more than the usual policy. A development build is large, so only such files are parsed. */
const POWERS = /\b(?:Shared)?Worker\b|\bWebAssembly\b/;
const isWrong = ({ kind }: Problem) => kind !== 'wasm' && kind !== 'worker';

/** A package may contain this: the page's policy blocks it at run time. */
const isUnreached = ({ kind }: Problem, library: string | undefined, isPacked: boolean) =>
  (isPacked || library !== undefined) && kind === 'policy';

const getRemedy = ({ remedy }: Problem, library = '') => getReplacement(library) ?? remedy;

/**
 * Refuses styles that reach beyond the remote, scripts that violate the page's policy, and uses of the site's storage. Returns such
 * places in packages, because they may be dead code (policy and gates catch it), and the additions to the policy of the pages.
 */
export async function checkScoping(build: BuiltFiles): Promise<Scope> {
  const { name, files, maps, isPacked = false } = build;
  const refused = new Set<string>();
  const noted = new Set<string>();
  const kinds = new Set<Problem['kind']>();
  for (const [file, content] of files) {
    if (!file.startsWith('web/')) continue;
    const problems = findProblems(file, content.toString(), build);
    if (problems.length === 0) continue;
    const locate = await locator(file, maps);
    for (const { kind } of problems) kinds.add(kind);
    for (const problem of problems.filter(isWrong)) {
      const place = locate(problem.line, problem.column);
      const library = getLibrary(place);
      if (isUnreached(problem, library, isPacked)) noted.add(`${place} ${problem.what}`);
      else refused.add(`${place} ${problem.what}; ${getRemedy(problem, library)}`);
    }
  }
  if (refused.size === 0) return { notes: [...noted], needs: getNeeds(kinds, files.keys()) };
  const more = refused.size - MAX_NAMED;
  const lines = [...refused].slice(0, MAX_NAMED).join('\n');
  throw new ReleaseRefused(`${name}: ${lines}${more > 0 ? `\n(and ${more} more)` : ''}`);
}

const getNeeds = (kinds: ReadonlySet<Problem['kind']>, files: Iterable<string>): PolicyNeeds => ({
  workers: kinds.has('worker'),
  wasm: kinds.has('wasm') || [...files].some((file) => /^web\/.*\.wasm$/.test(file)),
});

/** Returns the additions to the policy of a remote's pages without other checks, for a development build. Throws for a script that browsers cannot parse. */
export function readNeeds(files: ReadonlyMap<string, string>): PolicyNeeds {
  const kinds = [...files].flatMap(([file, text]) =>
    file.endsWith('.js') && POWERS.test(text)
      ? findInRemoteScript(file, text).map(({ kind }) => kind)
      : [],
  );
  return getNeeds(new Set(kinds), files.keys());
}

export async function checkFolderScoping(
  name: string,
  dist: string,
  isPacked = false,
): Promise<Scope> {
  const web = path.join(dist, 'web');
  const names = await readdir(web, { recursive: true });
  const built = names.filter((file) => /\.(?:js|css)$/.test(file)).sort();
  const files = built.map(
    async (file) =>
      [`web/${file.replaceAll(path.sep, '/')}`, await readFile(path.join(web, file))] as const,
  );
  return checkScoping({
    name,
    files: new Map(await Promise.all(files)),
    maps: await readMaps(dist),
    isPacked,
  });
}

function findProblems(
  file: string,
  text: string,
  { name, otherRemotes = [] }: BuiltFiles,
): Problem[] {
  if (file.endsWith('.css')) return findInStyles(text, name, otherRemotes);
  if (!file.endsWith('.js')) return [];
  const readPosition = createPositionReader(text);
  return findInRemoteScript(file, text).map(({ index, ...problem }) => ({
    ...problem,
    ...readPosition(index),
  }));
}
