import type { Overview, SiteHealth } from '@carry/contracts/console';
import { watchChanges } from '../events/watch-changes';
import { readOverview } from '../reports/overview';
import { createSiteReader } from '../reports/site-health';
import type { Answer, Command, CommandContext } from './command';
import { describeCanaries, describeOverview } from './describe-overview';
import { assertKnownRemote, describeNamed, readAuthors } from './names';
import { untilStopped } from './until-stopped';

const NUMBERS_MS = 30_000;

async function status(context: CommandContext, [remote]: string[]): Promise<Answer> {
  const { store, siteUrl, paint, flags } = context;
  if (remote) await assertKnownRemote(store, remote);
  const { health } = createSiteReader(siteUrl, store);
  const read = async (): Promise<Overview> => {
    const overview = await readOverview(store, health);
    const remotes = overview.remotes.filter(({ name }) => !remote || name === remote);
    return { ...overview, remotes };
  };
  if (flags.watch) return watchStatus(context, { remote, read, health });
  const overview = await read();
  const style = { paint, nameAuthor: await readAuthors(context) };
  return { data: overview, text: describeOverview(overview, style) };
}

interface Watched {
  remote: string | undefined;
  read(): Promise<Overview>;
  health(): Promise<SiteHealth>;
}

async function watchStatus(
  context: CommandContext,
  { remote, read, health }: Watched,
): Promise<Answer> {
  const { store, siteUrl, paint, flags, print, report } = context;
  const show = async (overview: Overview, title?: string): Promise<Overview> => {
    const nameAuthor = await readAuthors(context);
    const text = describeOverview(overview, { paint, nameAuthor });
    print(flags.json ? JSON.stringify(overview) : title ? `\n${title}\n${text}` : text);
    return overview;
  };
  await untilStopped(async (signal) => {
    const changes = watchChanges({ store, remote, source: siteUrl, signal, log: report });
    let next = changes.next(); // follows from here, before the first state is read
    let shown = await show(await read());
    for (;;) {
      const change = await within(NUMBERS_MS, next);
      if (change?.done) return;
      if (change) {
        next = changes.next();
        const { time, data } = change.value;
        const text = describeNamed(data, await readAuthors(context));
        shown = await show(await read(), `${paint('dim', time)}  ${text}`);
      } else if (describeCanaries(shown).length > 0) {
        const overview = { ...shown, health: await health() };
        const isNew = describeCanaries(overview).join() !== describeCanaries(shown).join();
        const now = new Date().toISOString();
        if (isNew) shown = await show(overview, `${paint('dim', now)}  new numbers for the canary`);
      }
    }
  });
  return { data: {}, text: '', isPrinted: true };
}

async function within<Value>(ms: number, result: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const statusCommand: Command = {
  args: '[remote]',
  does: 'shows what is live, one line per remote: commit, author, canary, previews, locks, quarantines, numbers of canaries',
  flags: ['watch'],
  run: status,
};
