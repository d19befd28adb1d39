import { watchChanges } from '../events/watch-changes';
import { createSiteReader } from '../reports/site-health';
import { notFollowed } from '../service/following';
import type { CliEnvironment, CommandContext, StoreCommand } from './command';
import { openFor } from './open';
import { getPreviewLink } from './preview';
import { stopRequested } from './until-stopped';

const TRUST_MS = 2000;

type ConsoleContext = Pick<
  CommandContext,
  'store' | 'unsigned' | 'key' | 'trustNow' | 'follow' | 'siteUrl' | 'previewSecret' | 'following'
>;

async function startConsole(context: ConsoleContext, port: number | null) {
  const { store, unsigned, key, trustNow, follow, siteUrl, previewSecret, following } = context;
  const { startLocalConsole } = await import('../console/local-console');
  const timer = setInterval(() => void follow().catch(() => {}), TRUST_MS); // keeps the previous keys
  timer.unref();
  const { info, log } = following ?? notFollowed;
  const started = await startLocalConsole({
    ...{ store, unsigned, key, info, log, port },
    trust: trustNow,
    follow: (signal) => watchChanges({ store, remote: undefined, source: siteUrl, signal, log }),
    site: createSiteReader(siteUrl, store),
    previewLink: (remote, channel) =>
      getPreviewLink({ store, siteUrl, previewSecret }, remote, channel),
  });
  return {
    ...started,
    async stop() {
      clearInterval(timer);
      await started.stop();
    },
  };
}

export async function openConsole(
  environment: Pick<CliEnvironment, 'siteUrl' | 'previewSecret' | 'following'>,
  location: string,
): Promise<{ link: string; stop(): Promise<void> }> {
  const opened = await openFor(consoleCommand, location, console.log);
  return startConsole({ ...environment, ...opened }, null);
}

export const consoleCommand: StoreCommand = {
  does: 'starts the console in the browser on this machine; prints a link that signs in once',
  flags: ['port'],
  creates: true,
  async run(context) {
    await context.buildConsole?.();
    const { link, stop, port } = await startConsole(context, context.flags.port ?? null);
    const stopping = stopRequested(); // a reader of the link may stop it at once
    context.print(
      context.flags.json ? JSON.stringify({ link, port }, null, 2) : `console  ${link}`,
    );
    await stopping;
    await stop();
    return { data: { link, port }, text: 'stopped', isPrinted: context.flags.json === true };
  },
};
