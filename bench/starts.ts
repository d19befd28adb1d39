import path from 'node:path';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { median } from './measure';
import { table } from './table';

/** From the start of a process until it answers, in turn: a section of the results. */
export const measureStarts = (runs: number, releases: string): Promise<string> =>
  withStore(releases, async (dataFolder) => {
    const [site = 0, api = 0, sandbox = 0] = await freePorts();
    const stack = await startStack({
      ports: { site, api, sandbox },
      dataFolder,
      log: () => {},
    });
    const times = { site: [] as number[], again: [] as number[], fresh: [] as number[] };
    const timed = async (of: keyof typeof times, start: () => Promise<void>) => {
      const started = performance.now();
      await start();
      times[of].push(performance.now() - started);
    };
    try {
      for (let run = 0; run < runs; run++) {
        await stack.services.site.stop();
        await timed('site', () => stack.restart('site'));
        await stack.services.api.stop();
        await timed('again', () => stack.restart('api'));
        await stack.services.api.stop();
        await timed('fresh', () =>
          stack.restart('api', { DATA_FOLDER: path.join(dataFolder, `fresh-${run}`) }),
        );
      }
    } finally {
      await stack.stop();
    }
    const row = (what: string, of: keyof typeof times, aim: string) => [
      what,
      `${median(times[of]).toFixed(0)} ms`,
      aim,
    ];
    return `## Cold starts

From the start of the process until it answers, our TypeScript compiled on the way, median of ${runs}:

${table(
  ['what', 'time', 'aim'],
  [
    row('the site', 'site', '1500 ms'),
    row('the API on PGlite', 'again', '2500 ms'),
    row('the API on PGlite, making its database', 'fresh', ''),
  ],
)}
`;
  });
