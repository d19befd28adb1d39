// pnpm bench: the composed site and the same sources as one single-page app, side by side in one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { launchOptions } from '@carry/releases/browser';
import { chromium } from 'playwright';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { measureInteraction } from './interaction';
import { median, navigate, paint, weigh } from './measure';
import { measureReleases } from './releases';
import { measureRendering } from './rendering';
import { serveSpa } from './spa-server';
import { measureThroughput } from './throughput';

const RUNS = 5;
const pages = ['/', '/cs2', '/booking/1'];
const journeys = [
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: false },
  { from: '/', href: '/login', heading: 'Login', pointed: false },
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: true },
  { from: '/', href: '/login', heading: 'Login', pointed: true },
];

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

const data = mkdtempSync(path.join(tmpdir(), 'carry-bench-'));
await buildAndPublish(new DirectoryStore(path.join(data, 'releases')));
execFileSync(
  process.execPath,
  [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
  {
    cwd: path.join(root, 'bench'),
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    stdio: 'inherit',
  },
);
const [site = 0, api = 0, sandbox = 0] = await freePorts();
const [spaPort = 0] = await freePorts();
const stack = await startStack({ ports: { site, api, sandbox }, dataFolder: data, log: () => {} });
const spa = await serveSpa(path.join(root, 'bench/dist'), stack.urls.api, spaPort);
const origins = { composed: stack.urls.site, spa: `http://localhost:${spaPort}` };
const browser = await chromium.launch(launchOptions());

const rows: string[][] = [];
const add = (what: string, unit: string, composed: number, single: number, digits = 0) =>
  rows.push([
    what,
    `${composed.toFixed(digits)} ${unit}`,
    `${single.toFixed(digits)} ${unit}`,
    (composed / single).toFixed(2),
  ]);

for (const page of pages) {
  for (const origin of Object.values(origins)) await weigh(browser, origin + page); // first renders and caches of the servers
  const composed = await weigh(browser, origins.composed + page);
  const single = await weigh(browser, origins.spa + page);
  rows.push([
    `\`${page}\` JavaScript, gzip`,
    `${kilobytes(composed.gzip)} KB`,
    `${kilobytes(single.gzip)} KB`,
    (composed.gzip / single.gzip).toFixed(2),
  ]);
  rows.push([
    `\`${page}\` JavaScript, brotli`,
    `${kilobytes(composed.brotli)} KB`,
    `${kilobytes(single.brotli)} KB`,
    (composed.brotli / single.brotli).toFixed(2),
  ]);
  add(`\`${page}\` requests (scripts)`, '', composed.requests, single.requests);
  rows
    .at(-1)
    ?.splice(
      1,
      2,
      `${composed.requests} (${composed.scripts})`,
      `${single.requests} (${single.scripts})`,
    );
}
for (const page of pages) {
  const times = {
    composed: [] as { fcp: number; lcp: number }[],
    spa: [] as { fcp: number; lcp: number }[],
  };
  for (let run = 0; run < RUNS; run++) {
    times.composed.push(await paint(browser, origins.composed + page));
    times.spa.push(await paint(browser, origins.spa + page));
  }
  for (const key of ['fcp', 'lcp'] as const) {
    const words = key === 'fcp' ? 'first contentful paint' : 'largest contentful paint';
    add(
      `\`${page}\` ${words}`,
      'ms',
      median(times.composed.map((time) => time[key])),
      median(times.spa.map((time) => time[key])),
    );
  }
}
for (const { from, ...journey } of journeys) {
  const times = { composed: [] as number[], spa: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    times.composed.push(await navigate(browser, origins.composed + from, journey));
    times.spa.push(await navigate(browser, origins.spa + from, journey));
  }
  add(
    `\`${from}\` → \`${journey.href}\`, ${journey.pointed ? 'after the pointer rested there, ' : ''}click to heading`,
    'ms',
    median(times.composed),
    median(times.spa),
  );
}
for (const [what, composed, single] of await measureInteraction(browser, origins, pages, RUNS))
  add(what, 'ms', composed, single);
const throughput = await measureThroughput(origins);

spa.close();
await stack.stop();
rmSync(data, { recursive: true, force: true });

const table = [
  '| what | composed site | single-page app | ratio |',
  '|---|---|---|---|',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n');
const text = `# Bench results

\`pnpm bench\` builds the same sources as the composed site and as one ordinary single-page app (route-split, served compressed) and measures both in one run: Chromium at 390×844, CPU slowed 4×, 150 ms round trips, 1.6 Mbit/s, empty cache, median of ${RUNS}. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores; the machine is shared, so read the ratios.

${table}

${throughput}
${await measureReleases(browser)}
${await measureRendering()}`;
await browser.close();
console.log(`\n${text}`);
writeFileSync(path.join(root, 'bench/RESULTS.md'), text);
process.exit(0);
