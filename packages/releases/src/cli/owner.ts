import { formatBytes } from '@carry/contracts/format';
import { remoteName } from '@carry/contracts/release';
import { connectOrigins, type Identity, identity, type SiteDocument } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { table } from '../command-line/output';
import { listRefused } from '../pointers/pointers';
import {
  addOwner,
  readOwners,
  removeKeys,
  removeOrigins,
  removeOwner,
  removePipelines,
  rotateKey,
} from '../pointers/site';
import { isPublicKey, keyId } from '../signing/keys';
import type { Answer, Command, CommandContext, StoreCommand } from './command';
import type { Flags } from './flags';

const describeOwner = ({ owners }: SiteDocument, remote: string): Answer => {
  const { paths = [], connect = [], frames = [] } = owners[remote] ?? {};
  const origins = [
    connect.length > 0 ? `; calls ${connect.join(', ')}` : '',
    frames.length > 0 ? `; frames ${frames.join(', ')}` : '',
  ];
  return {
    data: { remote, ...owners[remote], paths },
    text: `${remote} owns ${paths.join(', ') || 'no path'}${origins.join('')}`,
  };
};

const describePipeline = ({ issuer, claims }: Identity) =>
  `tokens of ${issuer} (${Object.entries(claims)
    .map((claim) => claim.join('='))
    .join(', ')})`;

const readClaims = (pairs: readonly string[]): Identity['claims'] =>
  Object.fromEntries(pairs.map((claim) => claim.split(/=(.*)/s).slice(0, 2)));

function pipelinesIn({
  'oidc-issuer': issuer,
  'oidc-audience': audience,
  'oidc-claim': claims,
}: Flags): Identity[] {
  if (!issuer && !audience && !claims) return [];
  const read = identity.safeParse({ issuer, audience, claims: readClaims(claims ?? []) });
  if (read.success) return [read.data];
  const [first] = read.error.issues;
  throw new UsageError(
    `a pipeline needs --oidc-issuer https://…, --oidc-audience (the address of the release server) and --oidc-claim name=value: ${String(first?.path[0])} ${first?.message}`,
  );
}

function originsIn(flag: 'connect' | 'frames', origins: string[]): string[] {
  const wrong = origins.find((one) => !connectOrigins.element.safeParse(one).success);
  if (wrong === undefined) return origins;
  throw new UsageError(
    `--${flag} must be an origin such as https://api.team.example, not '${wrong}'`,
  );
}

const unlessNone = (origins: string[]) => (origins.join() === 'none' ? [] : origins);

async function list({ store, paint }: CommandContext): Promise<Answer> {
  const owners = await readOwners(store);
  const isKeyed = Object.values(owners).some(
    ({ keys = [], oidc = [] }) => keys.length + oidc.length > 0,
  );
  const rows = Object.entries(owners).map(
    ([
      remote,
      { paths, contact = '', budget, connect = [], frames = [], keys = [], oidc = [] },
    ]) => [
      paint('bold', remote),
      paths.join(' '),
      keys.length + oidc.length > 0
        ? `signs with ${[...keys.map(keyId), ...oidc.map(describePipeline)].join(', ')}`
        : isKeyed
          ? paint('yellow', 'unsigned')
          : '',
      budget ? `at most ${formatBytes(budget)} a route` : '',
      connect.length > 0 ? `calls ${connect.join(' ')}` : '',
      frames.length > 0 ? `frames ${frames.join(' ')}` : '',
      contact,
    ],
  );
  return {
    data: owners,
    text:
      table(rows).join('\n') ||
      'No remote owns a path yet. Add one: releases owner add mf-NAME --path /PATH',
  };
}

type Change = (context: CommandContext, remote: string, why: string) => Promise<Answer>;

const ownerChange = (action: string, change: Change, more: Omit<StoreCommand, 'run'>): Command => ({
  args: '<remote>',
  creates: true,
  ...more,
  async run(context, [remote = '']) {
    if (!remoteName.safeParse(remote).success)
      throw new UsageError(
        `a remote is named mf- plus lower-case letters, digits and hyphens, not '${remote}'`,
      );
    const invalid = context.flags.key?.find((key) => !isPublicKey(key));
    if (invalid !== undefined)
      throw new UsageError(`'${invalid}' is not a public key such as 'releases key new' prints`);
    return change(context, remote, context.flags.why ?? action);
  },
});

async function add({ store, flags }: CommandContext, remote: string, why: string): Promise<Answer> {
  const { path: paths = [], contact, budget, connect, frames, key: keys = [] } = flags;
  const oidc = pipelinesIn(flags);
  if (paths.length === 0) throw new UsageError('an owner needs --path, such as --path /help');
  const owner = {
    paths,
    ...(contact && { contact }),
    ...(budget && { budget }),
    ...(connect && { connect: originsIn('connect', unlessNone(connect)) }),
    ...(frames && { frames: originsIn('frames', unlessNone(frames)) }),
    ...(keys.length > 0 && { keys }),
    ...(oidc.length > 0 && { oidc }),
  };
  return describeOwner(await addOwner(store, remote, { owner, why, addsOrigins: true }), remote);
}

/** Returns the change of the kind that the flags name. Throws {@link UsageError} for several kinds. */
function chooseRemoval(flags: Flags, { store }: CommandContext, remote: string) {
  const { path: paths = [], key: keys = [], 'oidc-issuer': issuer, connect, frames } = flags;
  const { 'oidc-audience': audience, 'oidc-claim': pairs, compromised } = flags;
  if ([paths[0], keys[0], issuer, connect ?? frames].filter(Boolean).length > 1)
    throw new UsageError(
      '--path removes paths, --key removes keys, --oidc-issuer removes pipelines, --connect and --frames remove origins; use one at a time',
    );
  if (!issuer && (audience || pairs))
    throw new UsageError('--oidc-audience and --oidc-claim need --oidc-issuer');
  if (compromised && !issuer && keys.length === 0)
    throw new UsageError('--compromised needs --key or --oidc-issuer');
  if (connect || frames) {
    const origins = {
      ...(connect && { connect: originsIn('connect', connect) }),
      ...(frames && { frames: originsIn('frames', frames) }),
    };
    return (why: string) => removeOrigins(store, remote, { ...origins, why });
  }
  if (keys.length > 0)
    return (why: string) => removeKeys(store, remote, { keys, compromised, why });
  if (!issuer) return (why: string) => removeOwner(store, remote, { paths, why });
  const pipelines = { issuer, audience, claims: pairs && readClaims(pairs) };
  return (why: string) => removePipelines(store, remote, { ...pipelines, compromised, why });
}

async function remove(context: CommandContext, remote: string, why: string): Promise<Answer> {
  const { flags, store } = context;
  const site = await chooseRemoval(flags, context, remote)(why);
  const answer = describeOwner(site, remote);
  if (!flags.compromised) return answer;
  await context.follow();
  const refused = await listRefused(store, remote);
  const { keys = [], oidc = [] } = site.owners[remote] ?? {};
  const signers = [...keys.map(keyId), ...oidc.map(describePipeline)];
  const lines = [
    answer.text,
    `signs with ${signers.join(', ') || "operators' keys only"}`,
    ...(refused.length > 0
      ? [`sites now refuse ${refused.join(', ')}: sign and promote a sound release, end the canary`]
      : []),
  ];
  return { data: { ...(answer.data as object), refused }, text: lines.join('\n') };
}

async function rotate(
  { store, flags: { key: keys = [], compromised } }: CommandContext,
  remote: string,
  why: string,
): Promise<Answer> {
  const [key] = keys;
  if (!key || keys.length > 1)
    throw new UsageError('rotate-key needs exactly one --key, the new one');
  const { owners } = await rotateKey(store, remote, { key, why, compromised });
  return {
    data: { remote, ...owners[remote] },
    text: `${remote} signs with ${keyId(key)}; releases signed by its other keys can no longer go live`,
  };
}

const OIDC_FLAGS = ['oidc-issuer', 'oidc-audience', 'oidc-claim'] as const;

export const ownerCommands: Record<string, Command> = {
  'owner list': {
    does: 'lists the paths, keys and pipelines (OpenID Connect) of each remote',
    creates: true,
    run: list,
  },
  'owner add': ownerChange('add', add, {
    does: 'adds paths, keys and pipelines to a remote; running sites update within two seconds',
    flags: ['path', 'key', ...OIDC_FLAGS, 'contact', 'budget', 'connect', 'frames', 'why'],
  }),
  'owner rotate-key': ownerChange('rotate-key', rotate, {
    does: 'replaces all keys of a remote with a new one',
    flags: ['key', 'compromised', 'why'],
  }),
  'owner remove': ownerChange('remove', remove, {
    does: 'removes paths, keys, pipelines or origins from a remote',
    flags: ['path', 'key', ...OIDC_FLAGS, 'connect', 'frames', 'compromised', 'why'],
  }),
};
