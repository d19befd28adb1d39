import { table } from '../command-line/output';
import { describeEvent } from '../events/describe-event';
import { describeLeft, listUndelivered, resendEvents } from '../events/undelivered';
import { watchChanges } from '../events/watch-changes';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote, describeNamed, readAuthors } from './names';
import { untilStopped } from './until-stopped';

async function watch(context: CommandContext) {
  const { store, flags, siteUrl, print, report, paint } = context;
  const { remote, json = false } = flags;
  if (remote) await assertKnownRemote(store, remote);
  let count = 0;
  await untilStopped(async (signal) => {
    const options = { store, remote, source: siteUrl, signal, log: report };
    for await (const event of watchChanges(options)) {
      count++;
      const { time, data } = event;
      const text = describeNamed(data, await readAuthors(context));
      print(json ? JSON.stringify(event) : `${paint('dim', time)}  ${text}`);
    }
  });
  return { data: { count }, text: '', isPrinted: true };
}

async function dead(context: CommandContext): Promise<Answer> {
  const { store, paint } = context;
  const nameAuthor = await readAuthors(context);
  const letters = await listUndelivered(store);
  const rows = letters.map(({ target, id, at, attempts, error, entry }) => [
    paint('dim', at),
    target,
    id,
    `${attempts} attempts, ${error}`,
    describeEvent({ ...entry, who: nameAuthor(entry.who, entry.remote) }),
  ]);
  return { data: letters, text: table(rows).join('\n') || 'no event waits to be resent' };
}

async function resend({ store, flags }: CommandContext, [id = '']: string[]): Promise<Answer> {
  const order = { id, target: flags.target };
  const done = await (store.resendEvents?.(order) ?? resendEvents(store, order));
  const sent = `${done.resent} ${done.resent === 1 ? 'event is' : 'events are'} sent again`;
  return { data: done, text: [sent, describeLeft(done.left)].filter(Boolean).join('\n') };
}

export const eventCommands: Record<string, Command> = {
  watch: {
    does: 'prints each change of the releases as it happens, until you stop it; with --json one CloudEvent per line',
    flags: ['remote'],
    run: watch,
  },
  'events dead': {
    does: 'lists the events that a receiver did not take, or that no release server sends (EVENTS_URLS)',
    isDefault: true,
    run: dead,
  },
  'events resend': {
    args: '<id>',
    does: 'sends an undelivered event again, or `all` of them',
    flags: ['target'],
    run: resend,
  },
};
