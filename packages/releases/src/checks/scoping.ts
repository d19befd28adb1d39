import { readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { mapOf, readMaps, sourceName, unpackMap } from '../artifacts/source-maps';
import { ReleaseRefused } from '../errors/errors';
import { findInRemoteScript } from './sinks';
import { findInStyles } from './styles';

/** Places that one refusal names. */
const MAX_NAMED = 3;

interface Problem {
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

/** Refuses a build with styles that reach beyond the remote, scripts that the page's policy stops, or use of the site's storage. */
export async function checkScoping({ name, files, maps, others = [] }: BuiltFiles): Promise<void> {
  const found: string[] = [];
  for (const [file, content] of files) {
    if (!file.startsWith('web/')) continue;
    const problems = problemsOf(file, content.toString(), name, others);
    if (problems.length === 0) continue;
    const locate = await locator(file, maps);
    found.push(
      ...problems.map(
        ({ what, remedy, line, column }) => `${locate(line, column)} ${what}; ${remedy}`,
      ),
    );
  }
  const different = [...new Set(found)];
  if (different.length === 0) return;
  const more = different.length - MAX_NAMED;
  const named = different.slice(0, MAX_NAMED).join('\n');
  throw new ReleaseRefused(`${name}: ${named}${more > 0 ? `\n(and ${more} more)` : ''}`);
}

/** Refuses the build in a folder; see {@link checkScoping}. */
export async function checkScopingOf(name: string, dist: string): Promise<void> {
  const web = path.join(dist, 'web');
  const names = await readdir(web, { recursive: true });
  const built = names.filter((file) => /\.(?:js|css)$/.test(file)).sort();
  const files = built.map(
    async (file) =>
      [`web/${file.replaceAll(path.sep, '/')}`, await readFile(path.join(web, file))] as const,
  );
  await checkScoping({
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
