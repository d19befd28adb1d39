import type { CliEnvironment } from '@carry/releases/cli';
import type { StartSite } from '@carry/releases/gates';
import { environmentOf, howItRuns } from 'shell/running-site';

type TryCandidate = NonNullable<CliEnvironment['tryCandidate']>;

/**
 * Runs the gates on a candidate that was sent, on the whole site with the shell that is built here, which has the settings of the
 * site that runs at an address. They get ready while it is checked.
 */
export const triesLike =
  (siteUrl: string): TryCandidate =>
  async (store, checked, report, signal) => {
    const [{ openGates }, { startSite }] = await Promise.all([
      import('@carry/releases/gates'),
      import('./start-site'),
    ]);
    const startAlike: StartSite = async (options) => {
      const running = await howItRuns(siteUrl).catch(({ message }: Error) => {
        report(
          `${siteUrl} could not be asked how it runs (${message}): tried with site.json alone`,
        );
        return null;
      });
      const site = await startSite(options, running ? environmentOf(running) : {});
      const { shell } = await howItRuns(site.url);
      if (running && running.shell !== shell)
        report(`${siteUrl} runs the shell ${running.shell}, it is tried in ${shell}`);
      return site;
    };
    const dist = checked.then((sent) => sent.dist);
    const gates = openGates(store, startAlike, dist, report);
    signal.addEventListener('abort', gates.stop);
    dist.catch(gates.stop);
    try {
      signal.throwIfAborted();
      const { candidate } = await checked;
      await Promise.all(gates.all.map((gate) => gate(candidate)));
    } finally {
      await gates.close();
    }
  };
