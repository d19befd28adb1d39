import type { Overview, RemoteOverview } from '@carry/contracts/console';
import { oneLine, type Paint, table } from '../command-line/output';
import { watchChanges } from '../events/watch-changes';
import { readOverview } from '../reports/overview';
import { createSiteReader } from '../reports/site-health';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote } from './names';
import { untilStopped } from './until-stopped';

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

const percentOf = (part: number, all: number) =>
  all > 0 ? `${Math.round((1000 * part) / all) / 10} %` : '-';

/** Returns a line for each value of a feature flag that goes to a share of the visitors. */
function describeVariants({ remotes, health }: Overview): string[] {
  if ('unavailable' in health) return [];
  const isShown = (remote: string) => remotes.some(({ name }) => name === remote);
  return health.releases
    .filter(({ remote }) => isShown(remote))
    .flatMap(({ remote, version, variants = {} }) =>
      Object.entries(variants)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([variant, { used, failed, vitals }]) => {
          const means = Object.entries(vitals).map(
            ([name, { mean }]) => `${name} ${Math.round(mean * 1000) / 1000}`,
          );
          const numbers = [`${used} pages`, `${percentOf(failed, used)} failed`, ...means];
          return `${remote}@${version} with ${variant}: ${numbers.join(', ')}`;
        }),
    );
}

function describe(overview: Overview, paint: Paint): string {
  const { remotes } = overview;
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
  return [...rows, ...notes, ...describeVariants(overview)].join('\n');
}

async function status(context: CommandContext, [remote]: string[]): Promise<Answer> {
  const { store, siteUrl, paint, flags } = context;
  if (remote) await assertKnownRemote(store, remote);
  const { health } = createSiteReader(siteUrl);
  const read = async (): Promise<Overview> => {
    const overview = await readOverview(store, health);
    const remotes = overview.remotes.filter(({ name }) => !remote || name === remote);
    return { ...overview, remotes };
  };
  if (flags.watch) return watchStatus(context, { remote, read });
  const overview = await read();
  return { data: overview, text: describe(overview, paint) };
}

async function watchStatus(
  { store, siteUrl, paint, flags, print, report }: CommandContext,
  { remote, read }: { remote: string | undefined; read(): Promise<Overview> },
): Promise<Answer> {
  const show = async (title?: string) => {
    const overview = await read();
    const text = describe(overview, paint);
    print(flags.json ? JSON.stringify(overview) : title ? `\n${title}\n${text}` : text);
  };
  await untilStopped(async (signal) => {
    const changes = watchChanges({ store, remote, source: siteUrl, signal, log: report });
    let next = changes.next(); // follows from here, before the first state is read
    await show();
    for (let change = await next; !change.done; change = await next) {
      next = changes.next();
      const { time, data } = change.value;
      await show(`${paint('dim', time)}  ${data.text}`);
    }
  });
  return { data: {}, text: '', isPrinted: true };
}

export const statusCommand: Command = {
  args: '[remote]',
  does: 'shows what is live, one line per remote: commit, author, canary, previews, locks, quarantines',
  flags: ['watch'],
  run: status,
};
