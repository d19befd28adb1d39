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
const OF_REMOTE =
  /(?:https?:\/\/[^\s/()]+)?\/remotes\/(?<name>mf-[a-z0-9-]+)\/(?<version>[\w.-]+)\/(?<file>web\/[\w./-]+\.js):(?<line>\d+):(?<column>\d+)/g;
const OF_SERVER =
  /\b(?<name>mf-[a-z0-9-]+)@(?<version>\d[\w.-]*)(?:\/server)?:(?<line>\d+):(?<column>\d+)/g;
const SERVER_FILE = 'server/remote.cjs';
const OF_SHELL = /(?:https?:\/\/[^\s/()]+)?\/assets\/([\w./-]+\.js):(\d+):(\d+)/g;

/** Returns a stack with the source place and line of each frame (symbolication of a minified release). */
export async function explainStack(
  store: Store,
  stack: string,
): Promise<{ text: string; frames: ExplainedFrame[] }> {
  const places = [...remotePlaces(stack), ...(await shellPlaces(store, stack))];
  const readers = new Map<string, Promise<SourceMap | string>>();
  const frames = new Map<string, ExplainedFrame>();
  for (const place of places.slice(0, MAX_PLACES)) {
    const key = `${place.base}/${place.file}`;
    const reader = readers.get(key) ?? readerOf(store, place);
    readers.set(key, reader);
    frames.set(place.place, explained(place, await reader));
  }
  const lines = stack.split('\n').map((line) => explainLine(line, frames));
  return { text: lines.join('\n'), frames: [...frames.values()] };
}

function remotePlaces(stack: string): Place[] {
  return [...stack.matchAll(OF_REMOTE), ...stack.matchAll(OF_SERVER)]
    .map(({ 0: place, groups = {} }) => {
      const { name, version, file = SERVER_FILE, line, column } = groups as Record<string, string>;
      return {
        place,
        release: `${name}@${version}`,
        base: `${name}/${version}`,
        file,
        line: Number(line),
        column: Number(column),
      };
    })
    .filter(({ base, file }) => !`${base}/${file}`.split('/').includes('..'));
}

/** Shell files have no version in their address. One or more versions may have the file with this hash. */
async function shellPlaces(store: Store, stack: string): Promise<Place[]> {
  const matches = [...stack.matchAll(OF_SHELL)];
  if (matches.length === 0) return [];
  const versions = new Map(
    (await store.list('shell')).flatMap((path) => {
      const [, version = '', file = ''] = /^shell\/([a-f0-9]{12})\/([^/].*\.js)$/.exec(path) ?? [];
      return file ? [[file, version] as const] : [];
    }),
  );
  return matches.map(([place, file = '', line, column]) => {
    const version = versions.get(file) ?? 'unknown';
    return {
      place,
      release: `shell@${version}`,
      base: `shell/${version}`,
      file: `web/${file}`,
      line: Number(line),
      column: Number(column),
    };
  });
}

async function readerOf(store: Store, place: Place): Promise<SourceMap | string> {
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
  let shown = line;
  const below: string[] = [];
  for (const { place, source, why } of frames.values()) {
    if (!line.includes(place)) continue;
    const instead = source ? `${source.file}:${source.line}:${source.column}` : `${place} [${why}]`;
    shown = shown.replace(place, () => instead);
    if (source?.text) below.push(`        ${source.text}`);
  }
  return [shown, ...below].join('\n');
}
