import { remoteName } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { isPublicKey, keyId } from '../signing/keys';
import { addOwner, readOwners, removeOwner, rotateKey } from '../site';
import type { Answer, Command, CommandContext } from './command';
import { UsageError } from './flags';
import { kilobytes, table } from './output';

const changed = ({ owners }: SiteDocument, remote: string): Answer => {
  const paths = owners[remote]?.paths ?? [];
  return {
    data: { remote, ...owners[remote], paths },
    text: `${remote} owns ${paths.join(', ') || 'nothing'}`,
  };
};

async function list({ store, paint }: CommandContext): Promise<Answer> {
  const owners = await readOwners(store);
  const isKeyed = Object.values(owners).some(({ keys = [] }) => keys.length > 0);
  const rows = Object.entries(owners).map(
    ([remote, { paths, contact = '', budget, keys = [] }]) => [
      paint('bold', remote),
      paths.join(' '),
      keys.length > 0
        ? `signs with ${keys.map(keyId).join(', ')}`
        : isKeyed
          ? paint('yellow', 'signs nothing')
          : '',
      budget ? `at most ${kilobytes(budget)} a route` : '',
      contact,
    ],
  );
  return {
    data: owners,
    text: table(rows).join('\n') || 'nobody owns a path of this site, so nothing can be published',
  };
}

async function run(
  context: CommandContext,
  [action = '', remote = '', ...more]: string[],
): Promise<Answer> {
  const { store, flags } = context;
  const { path: paths = [], contact, budget, key: keys = [], why = action } = flags;
  const usage = () => new UsageError(`usage: releases ${ownerCommand.usage}`);
  if (action === 'list' && !remote) return list(context);
  if (more.length > 0 || !remote) throw usage();
  if (!remoteName.safeParse(remote).success)
    throw new UsageError(
      `a remote is mf- and lower-case letters, digits and hyphens, not '${remote}'`,
    );
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong !== undefined)
    throw new UsageError(`'${wrong}' is no public key such as 'releases key new' prints`);
  if (action === 'rotate-key') {
    const [key] = keys;
    if (!key || keys.length > 1)
      throw new UsageError('to rotate a key needs the new one, as one --key');
    const { owners } = await rotateKey(store, remote, key, { why });
    return {
      data: { remote, ...owners[remote] },
      text: `${remote} signs with ${keyId(key)}; nothing more that its other keys signed goes live`,
    };
  }
  if (action === 'add') {
    if (paths.length === 0) throw new UsageError('an owner needs --path, such as --path /help');
    return changed(
      await addOwner(
        store,
        remote,
        {
          paths,
          ...(contact && { contact }),
          ...(budget && { budget }),
          ...(keys.length > 0 && { keys }),
        },
        { why },
      ),
      remote,
    );
  }
  if (action === 'remove') return changed(await removeOwner(store, remote, paths, { why }), remote);
  throw usage();
}

export const ownerCommand: Command = {
  usage:
    'owner list | add <remote> --path /PATH [--path …] [--key KEY] [--contact TEXT] [--budget BYTES] | rotate-key <remote> --key KEY | remove <remote> [--path /PATH …] [--why TEXT]',
  does: 'who may ship what: the paths and keys of each remote; a running site follows within two seconds',
  words: [1, 2],
  flags: ['path', 'key', 'contact', 'budget', 'why'],
  creates: true,
  run,
};
