import { createRequire } from 'node:module';
import { ReleaseConflict, ReleaseRefused } from '../errors';
import { Untrusted } from '../signing/signature';
import { closest } from './closest';
import type { Answer, CliEnvironment, Command, Terminal } from './command';
import { commands } from './commands';
import { checkFlags, type Flags, readCommandLine, UsageError } from './flags';
import { assertKnownRemote } from './names';
import { openFor } from './open';
import { painter } from './output';
import { Progress, type Screen } from './progress';

export type { CliEnvironment } from './command';

/** 0 done · 1 refused or found wanting · 2 wrong usage · 3 somebody else's change or lock is in the way · 4 the store cannot be reached. */
export const exitCodes = { done: 0, refused: 1, usage: 2, conflict: 3, store: 4 } as const;

/** Where a command writes; default: this process. */
export interface Streams {
  out?(text: string): void;
  err?(text: string): void;
  color?: boolean;
  /** For progress that moves; null: a line for each step. */
  screen?: Screen | null;
}

const overview = () =>
  [
    'releases <command> [--store DIRECTORY|s3://bucket/prefix | --to https://RELEASE-SERVER] [--json] [--verbose] [--help] [--version]',
    '',
    ...Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`),
    '',
    'A version may be its beginning, the beginning of its hash, live, previous, latest, canary, or the channel of a preview.',
    'Through npm, --json is one document only with -s: npm run -s releases -- list --json',
    'Exit codes: 0 done, 1 refused or found wanting, 2 wrong usage, 3 a lock or another change is in the way, 4 the store cannot be reached.',
  ].join('\n');

const kinds = [
  { type: UsageError, kind: 'usage', code: exitCodes.usage },
  { type: ReleaseRefused, kind: 'refused', code: exitCodes.refused },
  { type: Untrusted, kind: 'refused', code: exitCodes.refused },
  { type: ReleaseConflict, kind: 'conflict', code: exitCodes.conflict },
  { type: Error, kind: 'failed', code: exitCodes.store },
] as const;

/** Runs one command line; answers the exit code. Data goes to `out`, progress and refusals to `err`. */
export async function runReleases(
  args: string[],
  environment: CliEnvironment,
  streams: Streams = {},
): Promise<number> {
  const { out = console.log, err = console.error } = streams;
  const color = streams.color ?? (process.stdout.isTTY === true && !process.env['NO_COLOR']);
  const tell = (text: string) => {
    out(text);
    return exitCodes.done;
  };
  const progress = new Progress(
    err,
    streams.screen === undefined && process.stderr.isTTY
      ? process.stderr
      : (streams.screen ?? null),
  );
  let flags: Flags = { json: args.includes('--json'), verbose: args.includes('--verbose') };
  try {
    const line = readCommandLine(args);
    ({ flags } = line);
    const [name = '', ...words] = line.words;
    if (flags.version) return tell(versionOf());
    if (!name && flags.help) return tell(overview());
    const command = commandOf(name);
    if (flags.help) return tell(`releases ${command.usage}\n\n  ${command.does}`);
    checkFlags(name, command.flags ?? [], flags);
    if (words.length < command.words[0] || words.length > command.words[1])
      throw new UsageError(`usage: releases ${command.usage}`);
    const terminal = { ...environment, flags, paint: painter(color), report: progress.step };
    const { data, text, failed } = await run(command, terminal, words);
    progress.end('✓');
    out(flags.json ? JSON.stringify(data, null, 2) : text);
    return failed ? exitCodes.refused : exitCodes.done;
  } catch (error) {
    progress.end('✗');
    return explain(error as Error, flags, { out, err, color });
  }
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new UsageError(
    name
      ? `there is no command '${name}'${closest(name, Object.keys(commands))}\n\n${overview()}`
      : overview(),
  );
}

/** Runs a command, with the store that it works on where it needs one. */
async function run(command: Command, terminal: Terminal, words: string[]): Promise<Answer> {
  if (command.storeless) return command.run(terminal, words);
  const opened = await openFor(command, locationOf(terminal.flags, terminal));
  if (command.remote) await assertKnownRemote(opened.store, words[0] ?? '');
  return command.run({ ...terminal, ...opened }, words);
}

const locationOf = ({ to, store }: Flags, { defaultStore }: CliEnvironment): string =>
  to ?? store ?? (process.env['CARRY_RELEASES'] || process.env['RELEASES_STORE'] || defaultStore);

/** One sentence for people, the stack for whoever asks; answers the exit code. */
function explain(
  error: Error,
  { json, verbose }: Flags,
  { out, err, color }: Required<Pick<Streams, 'out' | 'err' | 'color'>>,
): number {
  const { kind, code } = kinds.find(({ type }) => error instanceof type) ?? kinds[4];
  const message = kind === 'usage' ? error.message : (error.message.split('\n')[0] ?? '');
  if (json) out(JSON.stringify({ error: kind, message }));
  err(kind === 'usage' ? message : `${painter(color)('red', kind)}: ${message}`);
  if (verbose)
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      err(cause.stack ?? cause.message);
  else if (message !== error.message || error.cause) err('(--verbose says more)');
  return code;
}

const versionOf = () =>
  (createRequire(import.meta.url)('@carry/releases/package.json') as { version: string }).version;
