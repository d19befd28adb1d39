import { remoteName } from 'contracts/release';
import type { SiteDocument } from 'contracts/site';
import { addOwner, readOwners, removeOwner } from '../site';
import type { Answer, Command, CommandContext } from './command';
import { UsageError } from './flags';
import { kilobytes, table } from './output';

const changed = ({ owners }: SiteDocument, remote: string): Answer => {
  const paths = owners[remote]?.paths ?? [];
  return { data: { remote, ...owners[remote], paths }, text: `${remote} owns ${paths.join(', ') || 'nothing'}` };
};

async function list({ store, paint }: CommandContext): Promise<Answer> {
  const owners = await readOwners(store);
  const rows = Object.entries(owners).map(([remote, { paths, contact = '', budget }]) => [
    paint('bold', remote),
    paths.join(' '),
    budget ? `at most ${kilobytes(budget)} a route` : '',
    contact,
  ]);
  return { data: owners, text: table(rows).join('\n') || 'nobody owns a path of this site, so nothing can be published' };
}

async function run(context: CommandContext, [action = '', remote = '', ...more]: string[]): Promise<Answer> {
  const { store, flags } = context;
  const { path: paths = [], contact, budget, why = action } = flags;
  const usage = () => new UsageError(`usage: releases ${ownerCommand.usage}`);
  if (action === 'list' && !remote) return list(context);
  if (more.length > 0 || !remote) throw usage();
  if (!remoteName.safeParse(remote).success)
    throw new UsageError(`a remote is mf- and lower-case letters, digits and hyphens, not '${remote}'`);
  if (action === 'add') {
    if (paths.length === 0) throw new UsageError('an owner needs --path, such as --path /help');
    return changed(await addOwner(store, remote, { paths, ...(contact && { contact }), ...(budget && { budget }) }, { why }), remote);
  }
  if (action === 'remove') return changed(await removeOwner(store, remote, paths, { why }), remote);
  throw usage();
}

export const ownerCommand: Command = {
  usage:
    'owner list | add <remote> --path /PATH [--path …] [--contact TEXT] [--budget BYTES] | remove <remote> [--path /PATH …] [--why TEXT]',
  does: 'who may ship what: the paths of each remote; a running site follows within two seconds',
  words: [1, 2],
  flags: ['path', 'contact', 'budget', 'why'],
  creates: true,
  run,
};
