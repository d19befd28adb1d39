import type { Overview, RemoteOverview } from '@carry/contracts/console';
import { oneLine, type Paint, table } from '../command-line/output';
import { readOverview } from '../reports/overview';
import { createHealthReader } from '../reports/site-health';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote } from './names';

function rowOf({ name, live, canary, previews }: RemoteOverview, paint: Paint): string[] {
  const share = canary && canary.percent > 0 ? `${canary.version} ${canary.percent} %` : '-';
  return [
    paint('bold', name),
    live ? paint('green', live.version) : paint('yellow', 'nothing'),
    live?.commit?.slice(0, 7) ?? '-',
    live?.liveSince ?? '-',
    live?.by ?? '-',
    share,
    String(previews.length),
  ];
}

const HEAD = ['remote', 'live', 'commit', 'since', 'by', 'canary', 'previews'];

function describe({ remotes }: Overview, paint: Paint): string {
  const rows = table([
    HEAD.map((title) => paint('dim', title)),
    ...remotes.map((remote) => rowOf(remote, paint)),
  ]);
  const notes = remotes.flatMap(({ name, lock, quarantine, ahead }) => [
    ...(lock ? [`${name} is locked by ${lock.who}: ${oneLine(lock.why)}`] : []),
    ...Object.entries(quarantine).map(
      ([version, { why }]) => `${name}@${version} is in quarantine: ${oneLine(why)}`,
    ),
    ...(ahead.length > 0 ? [`${name} is rolled back from ${ahead.at(-1)}`] : []),
  ]);
  return [...rows, ...notes].join('\n');
}

async function status(context: CommandContext, [remote]: string[]): Promise<Answer> {
  const { store, siteUrl, paint } = context;
  if (remote) await assertKnownRemote(store, remote);
  const health = createHealthReader({ siteUrl, token: process.env['STATUS_TOKEN'] ?? '' });
  const overview = await readOverview(store, health);
  const chosen = {
    ...overview,
    remotes: overview.remotes.filter(({ name }) => !remote || name === remote),
  };
  return { data: chosen, text: describe(chosen, paint) };
}

export const statusCommand: Command = {
  args: '[remote]',
  does: 'shows what is live in a line each: commit, author, canary, previews, locks, quarantines',
  run: status,
};
