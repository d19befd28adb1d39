import { SourceMap } from 'node:module';
import path from 'node:path';
import type { SourceMapText } from '../artifacts/source-maps';
import { ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { readMap } from '../stores/stored-maps';

export interface ExplainedFrame {
  place: string;
  /** `mf-help@1.2.3-…` or `shell@…`. */
  release: string;
  source?: { file: string; line: number; column: number; text: string };
  why?: string;
}

interface Place {
  place: string;
  release: string;
  base: string;
  file: string;
  line: number;
  column: number;
}

export const MAX_STACK_BYTES = 256 * 1024;
const MAX_PLACES = 500;
/** Replaces a source that the key may not read: another team's or the shell's. */
const NOT_READABLE = 'not readable with your key: ask its team, or an operator';
const SERVER_FILE = 'server/remote.cjs';
/** Parts have limited lengths: otherwise the search takes quadratic time. */
const PLACE =
  /(?:(?:https?:\/\/[^\s/()]{1,300})?\/(?:remotes\/(?<remote>mf-[a-z0-9-]{1,40})\/(?<version>[\w.-]{1,60})\/(?<file>web\/[\w./-]{1,300}\.js)|assets\/(?<shellFile>[\w./-]{1,300}\.js))|\b(?<server>mf-[a-z0-9-]{1,40})@(?<serverVersion>\d[\w.-]{0,60})(?:\/server)?):(?<line>\d{1,9}):(?<column>\d{1,9})/g;

/** Returns a stack with the source place and line of each frame (symbolication of a minified release). */
export async function explainStack(
  store: Store,
  stack: string,
): Promise<{ text: string; frames: ExplainedFrame[] }> {
  const readers = new Map<string, Promise<SourceMap | string>>();
  const frames = new Map<string, ExplainedFrame>();
  for (const place of await findPlaces(store, stack)) {
    const key = `${place.base}/${place.file}`;
    const reader = readers.get(key) ?? openMap(store, place);
    readers.set(key, reader);
    frames.set(place.place, explained(place, await reader));
  }
  const lines = stack.split('\n').map((line) => explainLine(line, frames));
  return { text: lines.join('\n'), frames: [...frames.values()] };
}

async function findPlaces(store: Store, stack: string): Promise<Place[]> {
  const matches = new Map([...stack.matchAll(PLACE)].map((match) => [match[0], match.groups]));
  const shown = [...matches].slice(0, MAX_PLACES);
  const versions = shown.some(([, groups]) => groups?.['shellFile'])
    ? await readShellVersions(store)
    : new Map<string, string>();
  return shown
    .map(([place, groups = {}]) => {
      const { server, shellFile = '', line, column } = groups;
      const { remote = server, version = groups['serverVersion'], file = SERVER_FILE } = groups;
      const position = { place, line: Number(line), column: Number(column) };
      if (remote)
        return { ...position, release: `${remote}@${version}`, base: `${remote}/${version}`, file };
      const shell = versions.get(shellFile) ?? 'unknown';
      const about = { release: `shell@${shell}`, base: `shell/${shell}` };
      return { ...position, ...about, file: `web/${shellFile}` };
    })
    .filter(({ base, file }) => !`${base}/${file}`.split('/').includes('..'));
}

/** Returns the version of each shell file, which its address lacks. One or more versions may have the file with this hash. */
const readShellVersions = async (store: Store): Promise<Map<string, string>> =>
  new Map(
    (await store.list('shell')).flatMap((path) => {
      const [, version = '', file = ''] = /^shell\/([a-f0-9]{12})\/([^/].*\.js)$/.exec(path) ?? [];
      return file ? [[file, version] as const] : [];
    }),
  );

async function openMap(store: Store, place: Place): Promise<SourceMap | string> {
  const map = await readMap(store, place.base, place.file).catch((error: Error) => {
    if (error instanceof ReleaseRefused) return NOT_READABLE;
    throw error;
  });
  return typeof map === 'string' ? map : new SourceMap(withNames(map, place));
}

const resolveSource = (source: string, { base, file }: Place): string =>
  path.posix
    .normalize(`${base.split('/')[0]}/dist/${path.posix.dirname(file)}/${source}`)
    .replace(/^(\.\.\/)+/, '')
    .replace(/^.*\/node_modules\//, 'node_modules/');

const withNames = (map: SourceMapText, place: Place) =>
  ({ ...map, sources: map.sources.map((source) => resolveSource(source ?? '', place)) }) as never; // Node validates the rest

function explained(
  { place, release, line, column }: Place,
  reader: SourceMap | string,
): ExplainedFrame {
  if (typeof reader === 'string') return { place, release, why: reader };
  const entry = reader.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry))
    return { place, release, why: 'its source map has no source for this position' };
  const { originalSource, originalLine, originalColumn } = entry;
  const { sources = [], sourcesContent = [] } = reader.payload;
  const text = sourcesContent[sources.indexOf(originalSource)]?.split('\n')[originalLine] ?? '';
  return {
    place,
    release,
    source: {
      file: originalSource,
      line: originalLine + 1,
      column: originalColumn + 1,
      text: text.trim().slice(0, 200),
    },
  };
}

function explainLine(line: string, frames: ReadonlyMap<string, ExplainedFrame>): string {
  const below: string[] = [];
  const shown = line.replaceAll(PLACE, (place) => {
    const { source, why } = frames.get(place) ?? {};
    if (source?.text) below.push(`        ${source.text}`);
    if (source) return `${source.file}:${source.line}:${source.column}`;
    return why ? `${place} [${why}]` : place;
  });
  return [shown, ...below].join('\n');
}
