import { channelName } from '@carry/contracts/release';
import { type FlagsOf, readCommandLine as readLine, UsageError } from '../command-line/flags';

const table = {
  store: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  why: { type: 'string' },
  channel: { type: 'string' },
  percent: { type: 'string', range: [0, 100] },
  expires: { type: 'string', range: [1, 365] },
  keep: { type: 'string', range: [0, 10_000] },
  limit: { type: 'string', range: [1, 10_000] },
  path: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  to: { type: 'string' },
  out: { type: 'string' },
  port: { type: 'string', range: [0, 65_535] },
  host: { type: 'string' },
  contact: { type: 'string' },
  connect: { type: 'string', multiple: true },
  'oidc-issuer': { type: 'string' },
  'oidc-audience': { type: 'string' },
  'oidc-claim': { type: 'string', multiple: true },
  budget: { type: 'string', range: [1, 10_000_000] },
  'to-latest': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

/** What any command takes. */
export const everywhere = ['store', 'to', 'json', 'verbose', 'version', 'help'] as const;

/** A flag that only some commands take. */
export type Flag = Exclude<keyof typeof table, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof table>;

/** The words and flags of a command line; throws {@link UsageError}. */
export function readCommandLine(args: string[]): { words: string[]; flags: Flags } {
  const line = readLine(args, table);
  const { channel } = line.flags;
  if (channel !== undefined && !channelName.safeParse(channel).success)
    throw new UsageError(
      `--channel is lower-case letters, digits and hyphens such as pr-42, not '${channel}'`,
    );
  return line;
}
