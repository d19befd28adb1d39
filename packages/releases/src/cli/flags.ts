import { channelName } from '@carry/contracts/release';
import {
  type FlagsOf,
  type FlagTable,
  readCommandLine as readLine,
  UsageError,
} from '../command-line/flags';

/** Flags of all commands, with their help. */
export const flagTable = {
  store: {
    type: 'string',
    value: 'LOCATION',
    help: 'Directory or s3://bucket/prefix of the store. Default: RELEASES_STORE, else .data/releases.',
  },
  to: {
    type: 'string',
    value: 'URL',
    help: 'Release server to use instead of a store. Default: CARRY_RELEASES, else none.',
  },
  json: { type: 'boolean', help: 'Prints one JSON document. Default: text.' },
  verbose: { type: 'boolean', help: 'Prints the stack of an error. Default: off.' },
  version: { type: 'boolean', help: 'Prints the version and exits. Default: off.' },
  help: { type: 'boolean', short: 'h', help: 'Prints this help and exits. Default: off.' },
  why: {
    type: 'string',
    value: 'TEXT',
    help: 'Reason for the audit log. Default: a word for the command; lock, lift and retire require it.',
  },
  channel: {
    type: 'string',
    value: 'NAME',
    help: 'Publishes a preview in this channel only. Default: none, the release goes live.',
  },
  percent: {
    type: 'string',
    value: 'N',
    range: [0, 100],
    help: 'Share of the visitors that gets a canary. Default for publish: none, all visitors; canary requires it.',
  },
  expires: {
    type: 'string',
    value: 'DAYS',
    range: [1, 365],
    help: 'Days until a preview expires. Default for publish: 7; for preview: unchanged.',
  },
  keep: {
    type: 'string',
    value: 'N',
    range: [0, 10_000],
    help: 'Newest releases of each remote to keep. Default: 10.',
  },
  limit: {
    type: 'string',
    value: 'N',
    range: [1, 10_000],
    help: 'Newest audit entries of each remote to print. Default: 10.',
  },
  path: {
    type: 'string',
    value: '/PATH',
    multiple: true,
    help: 'Path of the remote; repeatable. add requires one. Default for remove: all its paths.',
  },
  key: {
    type: 'string',
    value: 'KEY',
    multiple: true,
    help: 'Public key such as `releases key new` prints; repeatable. Default: none.',
  },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'File for the private key. Default: carry-release-key.pem.',
  },
  port: {
    type: 'string',
    value: 'N',
    range: [0, 65_535],
    help: 'Port to listen on; 0 picks a free one. Default: 4200.',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    help: 'Address to listen on. Default: 127.0.0.1, this machine only.',
  },
  contact: {
    type: 'string',
    value: 'TEXT',
    help: 'Contact of the team. Default: none, or unchanged.',
  },
  connect: {
    type: 'string',
    value: 'ORIGIN',
    multiple: true,
    help: 'Origin that the remote may call; repeatable, `none` removes all. Default: unchanged.',
  },
  'oidc-issuer': {
    type: 'string',
    value: 'URL',
    help: 'Issuer of the pipeline’s OpenID Connect tokens. Default: none.',
  },
  'oidc-audience': {
    type: 'string',
    value: 'TEXT',
    help: 'Audience of the tokens: the address of the release server. Default: none; an issuer requires it.',
  },
  'oidc-claim': {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    help: 'Claim that a token must have; repeatable. Default: none; an issuer requires one.',
  },
  budget: {
    type: 'string',
    value: 'BYTES',
    range: [1, 10_000_000],
    help: 'Limit for each route of the remote, gzip bytes. Default: none, or unchanged.',
  },
  'to-latest': {
    type: 'boolean',
    help: 'Returns to the release that was live before the rollbacks. Default: off, one step back.',
  },
  'dry-run': { type: 'boolean', help: 'Lists the removals without making them. Default: off.' },
} as const satisfies FlagTable;

/** Flags of every command. */
export const everywhere = ['store', 'to', 'json', 'verbose', 'version', 'help'] as const;

export type Flag = Exclude<keyof typeof flagTable, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof flagTable>;

/** Parses a command line. Throws {@link UsageError}. */
export function readCommandLine(args: string[]): { words: string[]; flags: Flags } {
  const line = readLine(args, flagTable);
  const { channel } = line.flags;
  if (channel !== undefined && !channelName.safeParse(channel).success)
    throw new UsageError(
      `--channel must be lower-case letters, digits and hyphens such as pr-42, not '${channel}'`,
    );
  return line;
}
