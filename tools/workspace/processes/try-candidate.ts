import type { CliEnvironment } from '@carry/releases/cli';
import type { StartSite } from '@carry/releases/gates';
import { checkFilesSent, inspectSent } from 'shell/inspect-sent';
import { fetchSiteSetup, toEnvironment } from 'shell/running-site';

type TryCandidate = NonNullable<CliEnvironment['tryCandidate']>;

/** Returns a function that tries an uploaded candidate on this build of the shell, with the settings of the running site. Browser and site start while the candidate is checked. */
export const triesLike =
  (siteUrl: string): TryCandidate =>
  (store) =>
  async (checked, report, signal) => {
    const [{ openGate }, { startSite }] = await Promise.all([
      import('@carry/releases/gates'),
      import('./start-site'),
    ]);
    const startLikeRunning: StartSite = async (options) => {
      const running = await fetchSiteSetup(siteUrl).catch(({ message }: Error) => {
        report(
          `cannot read the settings of ${siteUrl} (${message}); the gate uses site.json alone`,
        );
        return null;
      });
      const site = await startSite(options, running ? toEnvironment(running) : {});
      const { shell } = await fetchSiteSetup(site.url);
      if (running && running.shell !== shell)
        report(`${siteUrl} runs shell ${running.shell}; the gate uses shell ${shell}`);
      return site;
    };
    const gate = openGate({ store, startSite: startLikeRunning, report });
    signal.addEventListener('abort', gate.stop);
    checked.catch(gate.stop);
    try {
      signal.throwIfAborted();
      await gate.tryOnSite(await checked);
    } finally {
      await gate.close();
    }
  };

export const photograph: NonNullable<CliEnvironment['photograph']> = async (shot) =>
  (await import('@carry/releases/gates')).photograph(shot);

/** Returns the checks of uploads: inspection and files in sandboxed processes, and the gate on a copy of the running site. `photograph` uses the same browser. */
export const createTrials = (
  siteUrl: string,
): Required<Pick<CliEnvironment, 'tryCandidate' | 'inspect' | 'checkFiles' | 'photograph'>> => ({
  tryCandidate: triesLike(siteUrl),
  inspect: inspectSent,
  checkFiles: checkFilesSent,
  photograph,
});
