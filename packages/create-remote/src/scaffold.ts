import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from './read-json';

/** Files of the template that hold no decision of the team. */
const SCAFFOLD = new Set([
  '.github/actions/release/action.yml',
  '.github/workflows/release.yml',
  '.gitlab-ci.yml',
  '.npmrc',
  'playwright.config.ts',
  'release.sh',
  'rsbuild.config.ts',
  'src/css.d.ts',
  'tsconfig.json',
  'vitest.config.ts',
]);

/** Files that the workflow of the template runs; added where it is. */
const RUN_BY_WORKFLOW = new Set(['.github/actions/release/action.yml', 'release.sh']);
const WORKFLOW = '.github/workflows/release.yml';

/** Committed file with the hash of each scaffold file's template text, by which an upgrade finds the files that a team changed. */
const RECORD = '.carry-template.json';

type Texts = Record<string, string>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export function recordScaffold(files: Texts): Texts {
  const hashes = Object.entries(files)
    .filter(([file]) => SCAFFOLD.has(file))
    .map(([file, text]) => [file, hash(text)] as const)
    .sort();
  return { [RECORD]: `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n` };
}

export interface RenewedScaffold {
  /** New texts of files that the team did not change. */
  renewed: Texts;
  /** New texts of files that the team changed, by the path beside them. */
  beside: Texts;
  /** Those of `beside` without a recorded hash, so the team may not have changed them. */
  unrecorded: string[];
  record: Texts;
}

/** Returns where the template's text belongs; null if the file has it, or the team's own change of the same text. */
function findPlace(text: string, current: string | null, recorded: string | undefined) {
  if (current === text) return null;
  if (current === null || recorded === hash(current)) return 'renewed';
  return recorded === hash(text) ? null : 'beside';
}

/**
 * Compares a repository with the files of the template. A removed file stays removed, unless its workflow runs it. A repository that
 * packs another build has files of the same names, so only recorded ones are the template's there. Line ends do not count.
 */
export function renewScaffold(folder: string, files: Texts, isPacked: boolean): RenewedScaffold {
  const read = (file: string) =>
    existsSync(path.join(folder, file))
      ? readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      : null;
  const recorded = readJson<Texts>(path.join(folder, RECORD)) ?? {};
  const isWanted = (file: string) =>
    SCAFFOLD.has(file) &&
    !(isPacked && !recorded[file]) &&
    (read(file) !== null || (RUN_BY_WORKFLOW.has(file) && read(WORKFLOW) !== null));
  const entries = Object.entries(files).filter(([file]) => isWanted(file));
  const placed = entries.map(([file, text]) => ({
    file,
    text,
    place: findPlace(text, read(file), recorded[file]),
  }));
  const pick = (wantedPlace: 'renewed' | 'beside', ending = '') =>
    Object.fromEntries(
      placed
        .filter(({ place }) => place === wantedPlace)
        .map(({ file, text }) => [file + ending, text]),
    );
  const record = entries.length > 0 ? recordScaffold(Object.fromEntries(entries)) : {};
  return {
    renewed: pick('renewed'),
    beside: pick('beside', '.new'),
    unrecorded: placed
      .filter(({ file, place }) => place === 'beside' && !recorded[file])
      .map(({ file }) => `${file}.new`),
    record: record[RECORD] === read(RECORD) ? {} : record,
  };
}
