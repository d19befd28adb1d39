import { exitCodes, runProgram, type Streams, UsageError } from '@carry/releases/cli';
import manifest from '../package.json' with { type: 'json' };
import { type CallApi, Conflict, connect, Refused } from './api-client';
import { coachCommands } from './coaches';
import type { Command, OperatorEnvironment } from './command';
import { databaseCommands } from './database';
import { everywhere, type Flags, options } from './flags';
import { operatorCommands } from './operators';
import { payoutCommands } from './payouts';
import { peopleCommands } from './people';
import { tokenCommands } from './token';
import { workCommands } from './work';

export type { OperatorEnvironment } from './command';

export const commands: Readonly<Record<string, Command>> = {
  ...coachCommands,
  ...peopleCommands,
  ...workCommands,
  ...payoutCommands,
  ...operatorCommands,
  ...databaseCommands,
  ...tokenCommands,
};

const kinds = [
  { type: UsageError, kind: 'usage', code: exitCodes.usage },
  { type: Refused, kind: 'refused', code: exitCodes.refused },
  { type: Conflict, kind: 'conflict', code: exitCodes.conflict },
  { type: Error, kind: 'failed', code: exitCodes.unreachable },
];

const groups = {
  coaches: 'Shows, adds and edits coaches.',
  members: 'Finds, locks, exports and deletes members.',
  applications: 'Shows, accepts and declines applications to coach.',
  waitlist: 'Shows waiting lists, emails invitations and removes addresses.',
  bookings: 'Finds, cancels and refunds bookings.',
  reviews: 'Shows, hides and restores reported reviews, and removes replies.',
  messages: 'Shows, removes and keeps reported messages.',
  incidents: 'Shows and resolves payment incidents.',
  mails: 'Shows and retries emails.',
  operators: 'Shows, adds, removes and resets operators of the console.',
};

const foot = `Commands call the API at API_URL with OPERATOR_TOKEN. backup and restore use the database directly.
Irreversible commands ask for confirmation; scripts pass --yes.
Exit codes: 0 success, 1 refused, 2 usage error, 3 conflict, 4 API or database unreachable.`;

export const runOperator = (
  args: string[],
  environment: OperatorEnvironment,
  streams: Streams = {},
): Promise<number> =>
  runProgram<Flags, Command>(
    {
      name: 'operator',
      foot,
      commands,
      groups,
      flags: options,
      everywhere,
      kinds,
      version: manifest.version,
      async run(command, shown, words) {
        const question = command.confirm?.(words, shown.flags);
        if (question && !shown.flags.yes) await requireConfirmation(question, environment.confirm);
        const { apiUrl, token, who, database } = environment;
        // on demand: backup and restore need no token
        const callApi: CallApi = async (...request) => {
          if (!token)
            throw new Refused(
              "OPERATOR_TOKEN is not set; use the API's OPERATOR_TOKEN or a personal token",
            );
          return connect(shown.flags.api ?? apiUrl, token, who)(...request);
        };
        return command.run({ ...shown, callApi, database }, words);
      },
    },
    args,
    streams,
  );

async function requireConfirmation(
  question: string,
  confirm: OperatorEnvironment['confirm'],
): Promise<void> {
  if (!confirm) throw new Refused('confirmation required, but there is no terminal; pass --yes');
  if (!(await confirm(question))) throw new Refused('canceled');
}
