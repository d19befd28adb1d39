import { readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { mapOf, readMaps, sourceName, unpackMap } from '../artifacts/source-maps';
import { ReleaseRefused } from '../errors/errors';
import type { ScriptProblem } from './scripts';
import { findInRemoteScript } from './sinks';
import { findInStyles } from './styles';

/** Places that one refusal names. */
const MAX_NAMED = 3;

/** What does the work of a package that uses the storage of the whole site. */
const REPLACEMENTS: Record<string, string> = {
  axios:
    'it reads the cookies of the whole site; use ky, fetch, or shell.http for the API of this site',
};

interface Problem {
  kind?: ScriptProblem['kind'];
  what: string;
  remedy: string;
  line: number;
  column: number;
}

/** The files of a build, by their paths, with their source maps. */
export interface BuiltFiles {
  name: string;
  files: ReadonlyMap<string, Buffer>;
  maps: ReadonlyMap<string, Buffer>;
  /** Names of all remotes of the site. */
  others?: readonly string[];
}

/** What a build holds that is not refused. */
export interface Scope {
  /** Places in packages that the page's policy stops where something reaches them. */
  notes: string[];
  /** What the policy of its pages must let in. */
  needs: { workers: boolean; wasm: boolean };
}

const isWasm = (file: string) => file.startsWith('web/') && file.endsWith('.wasm');
const isWrong = ({ kind }: Problem) => kind !== 'wasm' && kind !== 'worker';

/** The package that a place is in. */
const libraryOf = (place: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place)?.[1];

/** Whether a package may hold this: the page's policy stops it where something reaches it. */
const isUnreached = ({ kind }: Problem, library: string | undefined) =>
  library !== undefined && kind === 'policy';

const remedyOf = ({ remedy }: Problem, library = '') => REPLACEMENTS[library] ?? remedy;

/**
 * Refuses a build with styles that reach beyond the remote, scripts that the page's policy stops, or use of the site's storage. Code of
 * a package may hold a way that nothing takes; the policy and the gates stop it where something does. Returns these places, and what the
 * policy of the remote's pages must let in.
 */
export async function checkScoping({ name, files, maps, others = [] }: BuiltFiles): Promise<Scope> {
  const refused = new Set<string>();
  const noted = new Set<string>();
  const needs = { workers: false, wasm: [...files.keys()].some(isWasm) };
  for (const [file, content] of files) {
    if (!file.startsWith('web/')) continue;
    const problems = problemsOf(file, content.toString(), name, others);
    if (problems.length === 0) continue;
    const locate = await locator(file, maps);
    needs.wasm ||= problems.some(({ kind }) => kind === 'wasm');
    needs.workers ||= problems.some(({ kind }) => kind === 'worker');
    for (const problem of problems.filter(isWrong)) {
      const place = locate(problem.line, problem.column);
      const library = libraryOf(place);
      if (isUnreached(problem, library)) noted.add(`${place} ${problem.what}`);
      else refused.add(`${place} ${problem.what}; ${remedyOf(problem, library)}`);
    }
  }
  if (refused.size === 0) return { notes: [...noted], needs };
  const more = refused.size - MAX_NAMED;
  const named = [...refused].slice(0, MAX_NAMED).join('\n');
  throw new ReleaseRefused(`${name}: ${named}${more > 0 ? `\n(and ${more} more)` : ''}`);
}

/** Refuses the build in a folder; see {@link checkScoping}. */
export async function checkScopingOf(name: string, dist: string): Promise<Scope> {
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
  });
}

function problemsOf(
  file: string,
  text: string,
  name: string,
  others: readonly string[],
): Problem[] {
  if (file.endsWith('.css')) return findInStyles(text, name, others);
  if (!file.endsWith('.js')) return [];
  return findInRemoteScript(file, text).map(({ index, ...problem }) => {
    const before = text.slice(0, index).split('\n');
    return { ...problem, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  });
}

/** Returns how to name a place of a built file: by its source where there is a map, by the built file otherwise. */
async function locator(file: string, maps: ReadonlyMap<string, Buffer>) {
  const packed = maps.get(mapOf(file));
  const map = packed && new SourceMap((await unpackMap(mapOf(file), packed)) as never); // the rest of it is Node's to read
  return (line: number, column: number): string => {
    const entry = map?.findEntry(line - 1, column - 1);
    if (!entry || !('originalSource' in entry)) return `${file}:${line}:${column}`;
    return `${sourceName(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
}
