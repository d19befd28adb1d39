import { createRequire } from 'node:module';
import { UsageError } from '../command-line/flags';
import { type Answer, exitCodes, runProgram, type Streams } from '../command-line/run';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { Untrusted } from '../signing/signature';
import type { CliEnvironment, Command, Terminal } from './command';
import { commands, groups } from './commands';
import { everywhere, type Flags, flagTable } from './flags';
import { assertKnownRemote } from './names';
import { openFor, withoutWrites } from './open';

export type { CliEnvironment } from './command';
export type { Streams };

/** Reads the version when a command runs: programs that bundle only other parts of this package lack the file. */
function readVersion(): string {
  const manifest = createRequire(import.meta.url)('@carry/releases/package.json');
  return (manifest as { version: string }).version;
}

const kinds = [
  { type: UsageError, kind: 'usage', code: exitCodes.usage },
  { type: ReleaseRefused, kind: 'refused', code: exitCodes.refused },
  { type: Untrusted, kind: 'refused', code: exitCodes.refused },
  { type: ReleaseConflict, kind: 'conflict', code: exitCodes.conflict },
  { type: Error, kind: 'failed', code: exitCodes.unreachable },
];

const foot = `A version can be a prefix, a hash prefix, live, previous, latest, canary, or the channel of a preview.
With npm, add -s for clean --json output: npm run -s releases -- list --json
Exit codes: 0 done, 1 refused or problems reported, 2 wrong usage, 3 a lock or a concurrent change, 4 the store cannot be reached.`;

export const runReleases = (
  args: string[],
  environment: CliEnvironment,
  streams: Streams = {},
): Promise<number> =>
  runProgram<Flags, Command>(
    {
      name: environment.command ?? 'releases',
      foot,
      commands,
      groups,
      flags: flagTable,
      everywhere,
      kinds,
      version: readVersion(),
      run: (command, shown, words) => run(command, { ...environment, ...shown }, words),
    },
    args.includes('--ci') ? [...args, '--json'] : args,
    streams,
  );

async function run(command: Command, terminal: Terminal, words: string[]): Promise<Answer> {
  if (command.storeless) return command.run(terminal, words);
  const { 'dry-run': isDry = false } = terminal.flags;
  const real = await openFor(command, getLocation(terminal.flags, terminal), terminal.report);
  const opened = isDry ? withoutWrites(real) : real;
  if (command.publishes) await terminal.prepare?.(opened.store);
  if (command.remote) await assertKnownRemote(opened.store, words[0] ?? '');
  const answer = await command.run({ ...terminal, ...opened }, words);
  return isDry ? { ...answer, data: { ...(answer.data as object), dryRun: true } } : answer;
}

function getLocation({ to, store }: Flags, { defaultStore }: CliEnvironment): string {
  const server = process.env['CARRY_RELEASES'];
  if (!to && !store && server && !/^https?:\/\//i.test(server))
    throw new UsageError(
      `CARRY_RELEASES is '${server}'; it must be a URL such as https://releases.example`,
    );
  const location = to ?? store ?? (server || process.env['RELEASES_STORE'] || defaultStore);
  if (location !== null) return location;
  throw new UsageError(
    'no release server is named; pass one with --to, set CARRY_RELEASES, or set "carry": { "releases": … } in package.json; for a store, pass --store or set RELEASES_STORE',
  );
}
