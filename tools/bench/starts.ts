import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { packageAll } from 'workspace/package';
import { freePorts, type Program } from 'workspace/process';
import { type Stack, startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { median } from './measure';
import { table } from './table';

const aims = {
  site: ['the site', '1500 ms'],
  page: ['the site, until a page of it came with its HTML', ''],
  again: ['the API on PGlite', '2500 ms'],
  fresh: ['the API on PGlite, making its database', ''],
} as const;
type Times = Record<keyof typeof aims, number[]>;

const newTimes = (): Times => ({ site: [], page: [], again: [], fresh: [] });

async function createTimes(stack: Stack, runs: number, dataFolder: string): Promise<Times> {
  const times = newTimes();
  const { site, api } = stack.services;
  await Promise.all([site.stop(), api.stop()]);
  const timed = async (of: keyof Times, start: () => Promise<unknown>) => {
    const started = performance.now();
    await start();
    times[of].push(performance.now() - started);
  };
  for (let run = 0; run < runs; run++) {
    const fresh = mkdtempSync(path.join(dataFolder, 'database-'));
    await timed('fresh', () => stack.restart('api', { DATA_FOLDER: fresh }));
    await stack.services.api.stop();
    await timed('again', () => stack.restart('api', { DATA_FOLDER: fresh }));
    await timed('page', async () => {
      await timed('site', () => stack.restart('site'));
      const html = await (await fetch(`${stack.urls.site}/cs2`)).text();
      if (!html.includes('data-release')) throw new Error('the first page has no HTML');
    });
    await stack.services.site.stop();
  }
  return times;
}

export const measureStarts = (runs: number, releases: string): Promise<string> =>
  withStore(releases, async (dataFolder) => {
    const out = path.join(dataFolder, 'out');
    await packageAll(out, ['site', 'api']);
    const packaged = (name: string): Program => {
      const cwd = path.join(out, name);
      return { args: ['server.js'], cwd, env: process.env };
    };
    const programs = { site: packaged('site'), api: packaged('api') };
    const measured: Times[] = [];
    for (const variant of [programs, undefined]) {
      const [site = 0, api = 0, sandbox = 0] = await freePorts();
      const ports = { site, api, sandbox };
      const stack = await startStack({ ports, dataFolder, programs: variant, log: () => {} });
      try {
        measured.push(await createTimes(stack, runs, dataFolder));
      } finally {
        await stack.stop();
      }
    }
    const rows = (Object.keys(aims) as (keyof Times)[]).map((of) => {
      const [what, aim] = aims[of];
      return [what, ...measured.map((times) => `${median(times[of]).toFixed(0)} ms`), aim];
    });
    return `## Cold starts

From the start of the process until it answers, median of ${runs}; the aims are for what an operator starts (\`npm run package\`):

${table(['what', 'packaged', 'from sources, compiled on the way', 'aim'], rows)}
`;
  });
