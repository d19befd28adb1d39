import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { addOwner, DirectoryStore, promote, readLive, rollback } from '@carry/releases';
import { collect } from '@carry/releases/collect';
import { build, release } from '@carry/releases/testing';
import type { Browser } from 'playwright';
import { askLocally, localSocketOf } from 'workspace/ask-site';
import { buildAndPublish } from 'workspace/build';
import { copyWorkspace } from 'workspace/copy';
import { freePorts, fromSource, startService } from 'workspace/process';
import { median, paint, weigh } from './measure';

const RUNS = 5;
const REMOTES = [4, 40, 100];
const PUBLISHES = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const API_URL = 'http://127.0.0.1:9'; // nobody answers: pages without data are what differs least

interface Shell {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function startShell(folder: string): Promise<Shell> {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    API_URL,
    SITE_URL: url,
    RELEASES_STORE: path.join(folder, 'releases'),
    LAST_GOOD_FOLDER: path.join(folder, 'good'),
  };
  const service = await startService(
    'site',
    fromSource('shell/server/main.ts'),
    env,
    `${url}/healthz`,
    () => {},
  );
  return { url, pid: service.pid ?? 0, stop: () => service.stop() };
}

const shows = async (url: string, version: string) => {
  while (!(await fetch(url)).headers.get('x-composition')?.includes(version)) await sleep(10);
};
const statusOf = async ({ url }: Shell) =>
  JSON.parse(
    (await askLocally(localSocketOf(Number(new URL(url).port)), '/_shell/status')).text,
  ) as { memoryBytes: number };
const handles = ({ pid }: Shell) => readdirSync(`/proc/${pid}/fd`).length;
const threads = ({ pid }: Shell) => readdirSync(`/proc/${pid}/task`).length;

/** A publish by the real command, from its start: ms until it has built, until the checks have passed, and until a page shows the release. */
async function publishByCommand(
  copy: string,
  folder: string,
  { url }: Shell,
): Promise<{ built: number; checked: number; live: number }> {
  const composition = async () => (await fetch(url)).headers.get('x-composition');
  const before = await composition();
  const started = Date.now();
  const command = spawn(
    process.execPath,
    [
      'scripts/run.mjs',
      'releases',
      'publish',
      'mf-booking',
      '--why',
      'bench',
      '--store',
      path.join(folder, 'releases'),
    ],
    { cwd: copy, env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(command, 'exit');
  const times = { built: 0, checked: 0, live: 0 };
  const said: string[] = [];
  for await (const line of createInterface({ input: command.stderr })) {
    said.push(line);
    if (line.includes('built mf-booking')) times.built = Date.now() - started;
    if (!line.includes('uploading')) continue;
    times.checked = Date.now() - started;
    while ((await composition()) === before) await sleep(10);
    times.live = Date.now() - started;
  }
  const [code] = await ended;
  if (code !== 0 || !times.built || !times.live)
    throw new Error(`the publish failed:\n${said.join('\n')}`);
  return times;
}

/** From a change to the next page load, and back. */
async function measurePublish(folder: string): Promise<string[][]> {
  const store = new DirectoryStore(path.join(folder, 'releases'));
  const copy = copyWorkspace();
  const shell = await startShell(folder);
  const form = path.join(copy, 'mf-booking/src/booking/booking-form.tsx');
  const sources = readFileSync(form, 'utf8');
  const times = {
    build: [] as number[],
    checks: [] as number[],
    live: [] as number[],
    total: [] as number[],
  };
  const back = { rollback: [] as number[], follow: [] as number[] };
  for (let run = 0; run <= RUNS; run++) {
    writeFileSync(form, sources.replace('Book a session', `Book run ${run}`));
    const { built, checked, live } = await publishByCommand(copy, folder, shell);
    if (run === 0) continue; // installs and builds the shell first
    times.build.push(built);
    times.checks.push(checked - built);
    times.live.push(live - checked);
    times.total.push(live);
    const { version = '' } = (await readLive(store)).remotes['mf-booking'] ?? {};
    const started = Date.now();
    const { remotes } = await rollback(store, 'mf-booking', undefined, { why: 'bench' });
    back.rollback.push(Date.now() - started);
    await shows(shell.url, remotes['mf-booking']?.version ?? '');
    back.follow.push(Date.now() - started);
    await promote(store, 'mf-booking', version, { why: 'bench' });
    await shows(shell.url, version);
  }
  await shell.stop();
  rmSync(copy, { recursive: true, force: true });
  const row = (what: string, values: number[]) => [what, `${median(values)} ms`];
  return [
    row(
      '`releases publish` of a changed `mf-booking`: until it is built, start of the command included',
      times.build,
    ),
    row('from there until the checks have passed, both browser gates included', times.checks),
    row('from there until it is uploaded, verified, live and on the next page load', times.live),
    row('in all', times.total),
    row('`rollback`', back.rollback),
    row('`rollback` until the running site follows', back.follow),
  ];
}

/** Adds made-up remotes beside the real ones until there are `count`. */
async function fill(store: DirectoryStore, count: number): Promise<void> {
  for (let number = 4; number < count; number++) {
    const name = `mf-made-${number}`;
    await addOwner(store, name, { paths: [`/made-${number}`] }, { why: 'bench' });
    const routes = `['', '/a', '/b/:id'].map((rest, index) => ({ id: 'r' + index, path: '/made-${number}' + rest, Component: () => null }))`;
    await release(store, build({ name, routes }));
  }
}

/** What more remotes cost a page that shows one of them: sites with few and with many, measured in turn. */
async function measureScale(browser: Browser, folder: string): Promise<string[][]> {
  const sites: {
    count: number;
    shell: Shell;
    html: number;
    gzip: number;
    memory: number;
    times: number[];
  }[] = [];
  for (const count of REMOTES) {
    const own = path.join(folder, `scale-${count}`);
    cpSync(path.join(folder, 'releases'), path.join(own, 'releases'), { recursive: true });
    await fill(new DirectoryStore(path.join(own, 'releases')), count);
    const shell = await startShell(own);
    const html = (await (await fetch(shell.url)).text()).length;
    await weigh(browser, shell.url);
    sites.push({
      count,
      shell,
      html,
      gzip: (await weigh(browser, shell.url)).gzip,
      memory: Number.POSITIVE_INFINITY,
      times: [],
    });
  }
  for (let run = 0; run < 9 * RUNS; run++) {
    for (const site of sites) {
      site.times.push((await paint(browser, site.shell.url)).fcp);
      site.memory = Math.min(site.memory, (await statusOf(site.shell)).memoryBytes); // between two collections of garbage
    }
  }
  const [first] = sites;
  const rows = sites.map(({ count, html, gzip, memory, times }) => {
    const ratio = (value: number, base = value) => (value / base).toFixed(3);
    const each =
      count > 4
        ? `, ${((memory - (first?.memory ?? 0)) / 1024 / 1024 / (count - 4)).toFixed(2)} MB a remote`
        : '';
    return [
      `${count} remotes`,
      `${html} (${ratio(html, first?.html)})`,
      `${(gzip / 1024).toFixed(1)} KB (${ratio(gzip, first?.gzip)})`,
      `${median(times).toFixed(0)} ms (${ratio(median(times), median(first?.times ?? []))})`,
      `${(memory / 1024 / 1024).toFixed(0)} MB${each}`,
    ];
  });
  await Promise.all(sites.map(({ shell }) => shell.stop()));
  return rows;
}

/** A thousand publishes under a running shell that is visited all the while. */
async function measureEndurance(folder: string): Promise<string[][]> {
  const store = new DirectoryStore(path.join(folder, 'releases'));
  const shell = await startShell(folder);
  const rows: string[][] = [];
  const started = Date.now();
  for (let number = 1; number <= PUBLISHES; number++) {
    const dist = build({ web: { 'more.0123456789.js': `number ${number}` } });
    const { version } = await release(store, dist);
    rmSync(dist, { recursive: true, force: true });
    if (number % 20 === 0) await shows(`${shell.url}/booking/${number}`, version);
    if (number % 100 === 0) await collect(store, 10, { now: Date.now() + 2 * DAY_MS }); // as `releases gc` does some days later
    if ([100, 500, PUBLISHES].includes(number)) {
      await sleep(1500);
      const { memoryBytes } = await statusOf(shell);
      rows.push([
        `after ${number} publishes`,
        `${(memoryBytes / 1024 / 1024).toFixed(0)} MB`,
        String(handles(shell)),
        String(threads(shell)),
      ]);
    }
  }
  rows.push([`time for each`, `${((Date.now() - started) / PUBLISHES).toFixed(0)} ms`, '', '']);
  await shell.stop();
  return rows;
}

const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/** Measures publishing, scale and endurance; answers them as a section of the results. */
export async function measureReleases(browser: Browser): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-bench-'));
  await buildAndPublish(path.join(folder, 'releases'));
  const publish = await measurePublish(folder);
  const scale = await measureScale(browser, folder);
  const endurance = await measureEndurance(folder);
  rmSync(folder, { recursive: true, force: true });
  return `## Releases

Medians of ${RUNS}.

${table(['what', 'time'], publish)}

What \`/\` costs with more remotes published beside its own (ratio to ${REMOTES[0]} remotes), and the shell's resident memory:

${table(['published', 'HTML, bytes', 'JavaScript, gzip', 'first contentful paint', 'memory'], scale)}

A shell that is visited while releases are published one after the other:

${table(['', 'memory', 'file handles', 'threads'], endurance)}
`;
}
