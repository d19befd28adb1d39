import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { root } from 'workspace';
import { freePorts, type Program } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { median, paint, weigh } from './measure';
import { pages } from './pages';
import { table } from './table';
import { load } from './throughput';

const ROUNDS = 3;
const SECONDS = 4;
const MAX_PAINTS = 3;
const CONNECTIONS = 8;

const sourceOf = (checkout: string, file: string): Program => ({
  args: ['--import', 'tsx', path.join(checkout, file)],
  cwd: checkout,
  env: process.env,
});

/** The site and the API of a checkout, from its sources, on a copy of its releases; the sandbox is ours. */
async function startFrom(checkout: string, releases: string, dataFolder: string) {
  mkdirSync(dataFolder, { recursive: true });
  cpSync(releases, path.join(dataFolder, 'releases'), { recursive: true });
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const programs = {
    site: sourceOf(checkout, 'shell/server/main.ts'),
    api: sourceOf(checkout, 'services/api/src/app/main.ts'),
  };
  const ports = { site, api, sandbox };
  return startStack({ ports, dataFolder, programs, log: () => {} });
}

type Origins = Record<'now' | 'before', string>;

/** Medians of both, in turn. */
async function both(origins: Origins, runs: number, measure: (origin: string) => Promise<number>) {
  const all = { now: [] as number[], before: [] as number[] };
  for (let run = 0; run < runs; run++)
    for (const key of ['before', 'now'] as const) all[key].push(await measure(origins[key]));
  return { now: median(all.now), before: median(all.before) };
}

function row(what: string, unit: string, { now, before }: Record<'now' | 'before', number>) {
  const figure = (value: number) => `${value.toFixed(unit === 'KB' ? 1 : 0)} ${unit}`;
  return [what, figure(now), figure(before), (now / before).toFixed(2)];
}

async function rowsOf(browser: Browser, origins: Origins, runs: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const page of pages) {
    const bytes = await both(
      origins,
      2,
      async (origin) => (await weigh(browser, origin + page)).gzip,
    );
    const kilobytes = { now: bytes.now / 1024, before: bytes.before / 1024 };
    rows.push(row(`\`${page}\` JavaScript, gzip`, 'KB', kilobytes));
    const painted = await both(
      origins,
      Math.min(runs, MAX_PAINTS),
      async (origin) => (await paint(browser, origin + page)).lcp,
    );
    rows.push(row(`\`${page}\` largest contentful paint`, 'ms', painted));
  }
  for (const [what, page] of [
    ['`/`', '/'],
    ['`/` with a random campaign in the query', '/?utm_source=[<id>]'],
    ['`/booking/1`', '/booking/1'],
  ] as const) {
    const rate = await both(origins, ROUNDS, async (origin) => {
      const found = await load(origin, { what, path: page, connections: CONNECTIONS }, SECONDS);
      return found.rate;
    });
    rows.push(row(`${what}, pages a second`, '', rate));
  }
  return rows;
}

/** This version beside the checkout that BENCH_BEFORE names, on one machine in one run: a section of the results. */
export async function measureBefore(
  browser: Browser,
  releases: string,
  runs: number,
): Promise<string> {
  const head = '## Beside the version before this work';
  const before = process.env['BENCH_BEFORE'];
  if (!before)
    return `${head}\n\nNot measured: \`BENCH_BEFORE\` names no checkout of another version in which \`npm run build\` has run.\n`;
  const stored = path.join(before, '.data/releases');
  if (!existsSync(stored)) throw new Error(`${before} has no .data/releases: npm run build there`);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-before-'));
  const stacks = [
    await startFrom(root, releases, path.join(folder, 'now')),
    await startFrom(before, stored, path.join(folder, 'before')),
  ] as const;
  try {
    const origins = { now: stacks[0].urls.site, before: stacks[1].urls.site };
    const rows = await rowsOf(browser, origins, runs);
    return `${head}\n\n${table(['what', 'now', 'before', 'ratio'], rows)}\n`;
  } finally {
    await Promise.all(stacks.map((stack) => stack.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
