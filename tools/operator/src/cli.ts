import { exitCodes, runProgram, type Streams, UsageError } from '@carry/releases/command-line';
import manifest from '../package.json' with { type: 'json' };
import { type Ask, connect } from './api-client';
import { coachCommands } from './coaches';
import type { Command, OperatorEnvironment } from './command';
import { databaseCommands } from './database';
import { Conflict, Refused } from './errors';
import { everywhere, type Flags, readCommandLine } from './flags';
import { peopleCommands } from './people';
import { tokenCommands } from './token';
import { workCommands } from './work';

export type { OperatorEnvironment } from './command';

/** Every command, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  ...coachCommands,
  ...peopleCommands,
  ...workCommands,
  ...databaseCommands,
  ...tokenCommands,
};

const kinds = [
  { type: UsageError, kind: 'usage', code: exitCodes.usage },
  { type: Refused, kind: 'refused', code: exitCodes.refused },
  { type: Conflict, kind: 'conflict', code: exitCodes.conflict },
  { type: Error, kind: 'failed', code: exitCodes.unreachable },
];

const overview = {
  head: '<command> [--api URL] [--json] [--yes] [--verbose] [--help] [--version]',
  foot: [
    'They speak to the API at API_URL with the OPERATOR_TOKEN, so they work from anywhere; backup and restore work on the database itself.',
    'What cannot be undone asks for confirmation; scripts pass --yes.',
    'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 something is in the way, 4 the API or the database cannot be reached.',
  ],
};

/** Runs one command line of the operator; answers the exit code. */
export const runOperator = (
  args: string[],
  environment: OperatorEnvironment,
  streams: Streams = {},
): Promise<number> =>
  runProgram<Flags, Command>(
    {
      name: 'operator',
      overview,
      commands,
      read: readCommandLine,
      everywhere,
      flagsOf: ({ flags = [] }) => flags,
      kinds,
      version: () => manifest.version,
      async run(command, shown, words) {
        const question = command.confirm?.(words, shown.flags);
        if (question && !shown.flags.yes) await agreed(question, environment.confirm);
        const { apiUrl, token, who, database } = environment;
        // not before it is needed: backup and restore need no API
        const ask: Ask = async (...about) => {
          if (!token) throw new Refused("OPERATOR_TOKEN is not set: it is the API's");
          return connect(shown.flags.api ?? apiUrl, token, who)(...about);
        };
        return command.run({ ...shown, ask, database }, words);
      },
    },
    args,
    streams,
  );

/** Throws unless somebody says yes. */
async function agreed(question: string, confirm: OperatorEnvironment['confirm']): Promise<void> {
  if (!confirm)
    throw new Refused(
      'this cannot be undone and there is no terminal to confirm it on; pass --yes',
    );
  if (!(await confirm(question))) throw new Refused('nothing was done');
}
