import { table } from '../command-line/output';
import { describeEvent } from '../events/describe-event';
import { listDeadLetters, resendDeadLetters } from '../events/outbox';
import { watchChanges } from '../events/watch-changes';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote } from './names';
import { untilStopped } from './until-stopped';

async function watch({ store, flags, siteUrl, print, report, paint }: CommandContext) {
  const { remote, json = false } = flags;
  if (remote) await assertKnownRemote(store, remote);
  let count = 0;
  await untilStopped(async (signal) => {
    const options = { store, remote, source: siteUrl, signal, log: report };
    for await (const event of watchChanges(options)) {
      count++;
      const { time, data } = event;
      print(json ? JSON.stringify(event) : `${paint('dim', time)}  ${data.text}`);
    }
  });
  return { data: { count }, text: '', isPrinted: true };
}

async function dead({ store, paint }: CommandContext): Promise<Answer> {
  const letters = await listDeadLetters(store);
  const rows = letters.map(({ target, id, at, attempts, error, entry }) => [
    paint('dim', at),
    target,
    id,
    `${attempts} attempts, ${error}`,
    describeEvent(entry),
  ]);
  return { data: letters, text: table(rows).join('\n') || 'every event was delivered' };
}

async function resend({ store }: CommandContext, [id = '']: string[]): Promise<Answer> {
  const resent = await (store.resendEvents?.(id) ?? resendDeadLetters(store, id));
  return {
    data: { resent },
    text: `${resent} ${resent === 1 ? 'event is' : 'events are'} sent again`,
  };
}

export const eventCommands: Record<string, Command> = {
  watch: {
    does: 'prints each change of the releases as it happens, until you stop it; with --json one CloudEvent per line',
    flags: ['remote'],
    run: watch,
  },
  'events dead': {
    does: 'lists the events that a receiver did not take (EVENTS_URLS of the release server)',
    isDefault: true,
    run: dead,
  },
  'events resend': {
    args: '<id>',
    does: 'sends an undelivered event again, or `all` of them',
    run: resend,
  },
};
