import { channelName } from '@carry/contracts/release';
import { InvalidArgumentError } from 'commander';
import { type FlagsOf, type FlagTable, wholeNumber } from '../command-line/flags';

function parseChannel(text: string): string {
  if (channelName.safeParse(text).success) return text;
  throw new InvalidArgumentError(
    'It must be lower-case letters, digits and hyphens such as pr-42.',
  );
}

function parseServer(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be a URL such as https://releases.example.');
}

function parseSteps(text: string): number[] {
  const shares = text.split(',').map(Number);
  const rises = shares.every((share, index) => share > (shares[index - 1] ?? 0));
  if (
    rises &&
    shares.length <= 10 &&
    shares.every((share) => Number.isInteger(share) && share <= 100)
  )
    return shares;
  throw new InvalidArgumentError('It must be up to ten rising percentages such as 5,25,50,100.');
}

export const flagTable = {
  store: {
    value: 'LOCATION',
    help: 'Directory or s3://bucket/prefix of the store. Default: RELEASES_STORE, else .data/releases; for carry-remote and out/releases: none.',
  },
  to: {
    value: 'URL',
    parse: parseServer,
    help: 'Release server to use instead of a store. Default: CARRY_RELEASES, else none.',
  },
  json: { help: 'Prints one JSON document. Default: text.' },
  verbose: { help: 'Prints the stack of an error. Default: off.' },
  why: {
    value: 'TEXT',
    help: 'Reason for the audit log. Default: the command; lock, lift, retire and rollout abort require it.',
  },
  channel: {
    value: 'NAME',
    parse: parseChannel,
    help: 'Publishes a preview in this channel only. Default: none, the release goes live.',
  },
  percent: {
    value: 'N',
    parse: wholeNumber(0, 100),
    help: 'Share of the visitors that gets a canary. Default for publish: none, all visitors; canary requires it.',
  },
  rollout: {
    help: 'Starts a rollout with the default plan or --steps. Default: off, the release goes live.',
  },
  steps: {
    value: 'LIST',
    parse: parseSteps,
    help: 'Shares of the visitors in percent. Default: 5,25,50,100.',
  },
  minutes: {
    value: 'N',
    parse: wholeNumber(0, 10_080),
    help: 'Minimum minutes of each step. Default: 30.',
  },
  views: {
    value: 'N',
    parse: wholeNumber(0, 1_000_000),
    help: 'Minimum page views of each step, one per network and hour. Default: 500 at 100 % and for the first of three or more steps, else 2000.',
  },
  approve: {
    help: 'Waits for `rollout approve` before each further step. Default: off.',
  },
  replace: {
    help: 'Replaces the canary of another release. Default: off, the command is refused.',
  },
  from: {
    value: 'TIME',
    help: 'Start of a freeze, such as 2026-12-01T08:00Z; UTC without an offset. Default: now.',
  },
  until: {
    value: 'TIME',
    help: 'End of a freeze, such as 2026-12-05T08:00Z; UTC without an offset. Default: none; freeze add requires it.',
  },
  expires: {
    value: 'DAYS',
    parse: wholeNumber(1, 365),
    help: 'Days until a preview expires. Default for publish: 7; for preview: unchanged.',
  },
  keep: {
    value: 'N',
    parse: wholeNumber(0, 10_000),
    help: 'Newest releases of each remote to keep. Default: 10.',
  },
  remote: {
    value: 'NAME',
    help: 'Remote whose changes to print. Default: all.',
  },
  target: {
    value: 'NAME',
    help: 'Resends events of removed targets to this one. Pass its name, or the code in its name, from `events dead`. Default: those events stay undelivered.',
  },
  watch: {
    help: 'Prints the state again after each change and when a canary has new numbers, until you stop it. Default: off.',
  },
  limit: {
    value: 'N',
    parse: wholeNumber(1, 10_000),
    help: 'Newest audit entries of each remote to print. Default: 10.',
  },
  path: {
    value: '/PATH',
    multiple: true,
    help: 'Path of the remote; repeatable. add requires one. Default for remove: all its paths.',
  },
  key: {
    value: 'KEY',
    multiple: true,
    help: 'Public key such as `releases key new` prints; repeatable. Default: none.',
  },
  compromised: {
    help: 'Treats the removed keys or pipelines as stolen: removes them even if they signed a live release. Removed keys no longer verify audit entries, and earlier releases of the issuer stay refused. Default: off.',
  },
  out: {
    value: 'FILE',
    help: 'File for the private key. Default: carry-release-key.pem.',
  },
  port: {
    value: 'N',
    parse: wholeNumber(0, 65_535),
    help: 'Port to listen on; 0 picks a free one. Default: 4200; console: 4201, or a free one.',
  },
  host: {
    value: 'ADDRESS',
    help: 'Address to listen on. Default: 127.0.0.1, this machine only.',
  },
  contact: {
    value: 'TEXT',
    help: 'Contact of the team. Default: none, or unchanged.',
  },
  connect: {
    value: 'ORIGIN',
    multiple: true,
    help: 'Origin that the remote may call; repeatable. add keeps the others, and `none` removes all; remove removes this one. Default: unchanged.',
  },
  frames: {
    value: 'ORIGIN',
    multiple: true,
    help: 'Origin whose pages the remote may show in frames; repeatable. add keeps the others, and `none` removes all; remove removes this one. Default: unchanged.',
  },
  'oidc-issuer': {
    value: 'URL',
    help: 'Issuer of the pipeline’s OpenID Connect tokens. Default: none.',
  },
  'oidc-audience': {
    value: 'TEXT',
    help: 'Audience of the tokens: the address of the release server. Default for add: none; an issuer requires it. For remove: any.',
  },
  'oidc-claim': {
    value: 'NAME=VALUE',
    multiple: true,
    help: 'Claim that a token must have; repeatable. Default for add: none; an issuer requires one. For remove, which needs all claims of a pipeline: all pipelines of the issuer.',
  },
  budget: {
    value: 'BYTES',
    parse: wholeNumber(1, 10_000_000),
    help: 'Limit for each route of the remote, gzip bytes. Default: none, or unchanged.',
  },
  summary: {
    value: 'FILE',
    help: 'Writes the result in Markdown for the page of a pipeline: link, bytes, passed checks. Default: none.',
  },
  'to-latest': {
    help: 'Returns to the release that was live before the rollbacks. Default: off, one step back.',
  },
  ci: {
    help: 'Prints one JSON document for a pipeline, with the signer; exits 1 if there is an error. Default: off.',
  },
  'dry-run': {
    help: 'Runs all checks of the command, prints what it would do, and changes nothing. Default: off.',
  },
} as const satisfies FlagTable;

export const everywhere = ['store', 'to', 'json', 'verbose'] as const;

export type Flag = Exclude<keyof typeof flagTable, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof flagTable>;

export const describeEffect = (flags: Flags, done: string, would: string): string =>
  flags['dry-run'] ? `${would}; nothing is changed` : done;
