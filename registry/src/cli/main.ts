import { parseArgs } from 'node:util';
import { ReleaseConflict, ReleaseRefused } from '../errors';
import { openStore } from '../open-store';
import type { Desk } from './desk';
import { verbs } from './verbs';

/** 0 done · 1 refused or found wanting · 2 wrong usage · 3 somebody else's change or lock is in the way · 4 the store cannot be reached. */
export const exitCodes = { done: 0, refused: 1, usage: 2, conflict: 3, store: 4 } as const;

const options = {
  store: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  why: { type: 'string' },
  channel: { type: 'string' },
  percent: { type: 'string' },
  expires: { type: 'string' },
  keep: { type: 'string' },
  limit: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const overview = () =>
  [
    'releases <verb> [--store DIRECTORY|s3://bucket/prefix] [--json] [--help]',
    '',
    ...Object.entries(verbs).map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`),
    '',
    'Exit codes: 0 done, 1 refused or found wanting, 2 wrong usage, 3 a lock or another change is in the way, 4 the store cannot be reached.',
  ].join('\n');

export interface Surroundings extends Pick<Desk, 'publish' | 'siteUrl' | 'previewSecret'> {
  /** Where releases are when neither --store nor RELEASES_STORE says. */
  defaultStore: string;
  out?(text: string): void;
  err?(text: string): void;
}

/** Runs one command line; answers the exit code. Data goes to `out`, progress and refusals to `err`. */
export async function runReleases(args: string[], surroundings: Surroundings): Promise<number> {
  const { out = console.log, err = console.error, defaultStore, ...desk } = surroundings;
  let parsed: ReturnType<typeof parseArgs<{ allowPositionals: true; options: typeof options }>>;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    err(`${(error as Error).message}\n\n${overview()}`);
    return exitCodes.usage;
  }
  const { positionals, values: flags } = parsed;
  const [name = '', ...words] = positionals;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    const wanted = flags.help && !name;
    (wanted ? out : err)(name ? `there is no verb '${name}'\n\n${overview()}` : overview());
    return wanted ? exitCodes.done : exitCodes.usage;
  }
  if (flags.help) {
    out(`releases ${verb.usage}\n\n  ${verb.does}`);
    return exitCodes.done;
  }
  if (words.length < verb.words[0] || words.length > verb.words[1]) {
    err(`usage: releases ${verb.usage}`);
    return exitCodes.usage;
  }
  const started = Date.now();
  const report = (step: string) => err(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}`);
  try {
    const store = await openStore(flags.store ?? process.env.RELEASES_STORE ?? defaultStore);
    const { data, text, failed } = await verb.run({ ...desk, store, flags, report }, words);
    out(flags.json ? JSON.stringify(data, null, 2) : text);
    return failed ? exitCodes.refused : exitCodes.done;
  } catch (error) {
    const { message } = error as Error;
    const [kind, code] =
      error instanceof ReleaseRefused
        ? (['refused', exitCodes.refused] as const)
        : error instanceof ReleaseConflict
          ? (['conflict', exitCodes.conflict] as const)
          : (['failed', exitCodes.store] as const);
    if (flags.json) out(JSON.stringify({ error: kind, message }));
    err(`${kind}: ${message}`);
    return code;
  }
}
