import type { CliEnvironment } from '@carry/releases/cli';
import type { StartSite } from '@carry/releases/gates';
import { inspectSent } from 'shell/inspect-sent';
import { environmentOf, howItRuns } from 'shell/running-site';

type TryCandidate = NonNullable<CliEnvironment['tryCandidate']>;

/** Returns a function that runs the gates on an uploaded candidate, on this build of the shell with the settings of the running site. The gates start while the candidate is checked. */
export const triesLike =
  (siteUrl: string): TryCandidate =>
  (store) =>
  async (checked, report, signal) => {
    const [{ openGates }, { startSite }] = await Promise.all([
      import('@carry/releases/gates'),
      import('./start-site'),
    ]);
    const startLikeRunning: StartSite = async (options) => {
      const running = await howItRuns(siteUrl).catch(({ message }: Error) => {
        report(
          `cannot read the settings of ${siteUrl} (${message}); the gates use site.json alone`,
        );
        return null;
      });
      const site = await startSite(options, running ? environmentOf(running) : {});
      const { shell } = await howItRuns(site.url);
      if (running && running.shell !== shell)
        report(`${siteUrl} runs shell ${running.shell}; the gates use shell ${shell}`);
      return site;
    };
    const dist = checked.then((sent) => sent.dist);
    const gates = openGates({ store, startSite: startLikeRunning, dist, report });
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

/** Loads the gates' browser on demand. */
export const photograph: NonNullable<CliEnvironment['photograph']> = async (shot) =>
  (await import('@carry/releases/gates')).photograph(shot);

/** Returns the checks of uploads, a sandboxed inspection and gates in a browser on a copy of the running site, and that browser for pictures. */
export const triesOf = (
  siteUrl: string,
): Required<Pick<CliEnvironment, 'tryCandidate' | 'inspect' | 'photograph'>> => ({
  tryCandidate: triesLike(siteUrl),
  inspect: inspectSent,
  photograph,
});
