import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DirectoryStore, lock } from '@carry/releases';
import { build, readProject } from '@carry/remote-kit/cli';
import type { Browser } from 'playwright';
import { remotes, root } from 'workspace';
import { copyInstalledWorkspace } from 'workspace/copy';
import { freePorts } from 'workspace/process';
import { median } from './measure';
import { table } from './table';

const REMOTE = 'mf-booking';
const FORM = `${REMOTE}/src/booking/booking-form.tsx`;
const HEADING = 'Book a session';
const START_MS = 120_000;
const TICKS_PER_SECOND = 100;

/** Commands that fail before a build, with their exit codes. */
const refusals = [
  ['an unknown flag', ['publish', REMOTE, '--nonsense'], 2],
  ['a remote that is locked', ['publish', REMOTE], 3],
  ['a remote that owns nothing', ['publish', 'mf-nobody'], 1],
  ['a version that is not there', ['promote', REMOTE, '9.9'], 1],
] as const;

interface Taken {
  ms: number;
  cpu: number;
}

function childrenTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
}

async function taken(act: () => unknown): Promise<Taken> {
  const [started, before] = [performance.now(), childrenTime()];
  await act();
  return { ms: performance.now() - started, cpu: childrenTime() - before };
}

function refuse(args: readonly string[], store: string, code: number): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/commands/run.mjs'), 'releases', ...args, '--store', store],
    { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' },
  );
  if (status !== code)
    throw new Error(`releases ${args.join(' ')} ended with ${status}: ${stderr}`);
}

const row = (what: string, all: Taken[], aim: string) => [
  what,
  `${median(all.map(({ ms }) => ms)).toFixed(0)} ms`,
  `${median(all.map(({ cpu }) => cpu)).toFixed(0)} ms`,
  aim,
];

async function measureRefusals(store: string, runs: number): Promise<string[][]> {
  await lock(new DirectoryStore(store), REMOTE, { why: 'bench', who: 'bench' });
  const rows: string[][] = [];
  for (const [what, args, code] of refusals) {
    refuse(args, store, code); // warm-up: builds the bundle
    const all: Taken[] = [];
    for (let run = 0; run < runs; run++) all.push(await taken(() => refuse(args, store, code)));
    rows.push(row(`\`releases\` refuses: ${what}`, all, '500 ms'));
  }
  return rows;
}

async function measureBuilds(copy: string, runs: number): Promise<string[][]> {
  const form = path.join(copy, FORM);
  const source = readFileSync(form, 'utf8');
  const project = readProject(path.join(copy, REMOTE));
  const times = { cold: [] as Taken[], warm: [] as Taken[] };
  await build(project);
  for (let run = 0; run < runs; run++)
    for (const way of ['warm', 'cold'] as const) {
      writeFileSync(form, source.replace(HEADING, `${HEADING} ${way} ${run}`));
      if (way === 'cold')
        rmSync(path.join(copy, REMOTE, 'node_modules/.cache'), { recursive: true, force: true });
      times[way].push(await taken(() => build(project)));
    }
  writeFileSync(form, source);
  return [
    row(`build of \`${REMOTE}\` after a change of one line`, times.warm, '1000 ms'),
    row('the same, the first time', times.cold, ''),
  ];
}

async function startDev(copy: string) {
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const ports = { PORT: String(site), API_PORT: String(api), SANDBOX_PORT: String(sandbox) };
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/commands/dev.ts', REMOTE], {
    cwd: copy,
    env: { ...process.env, NODE_OPTIONS: '', ...ports },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const late = AbortSignal.timeout(START_MS);
  while (!printed.join('').includes('watching')) {
    if (child.exitCode !== null || late.aborted)
      throw new Error(`npm run dev did not start:\n${printed.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url: `http://localhost:${site}`, stop };
}

async function measureSaves(browser: Browser, copy: string, runs: number): Promise<string[][]> {
  const form = path.join(copy, FORM);
  const source = readFileSync(form, 'utf8');
  const dev = await startDev(copy);
  const all: number[] = [];
  try {
    const page = await browser.newPage();
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.goto(`${dev.url}/booking/1`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: HEADING }).waitFor();
    for (let run = 0; run <= runs; run++) {
      const heading = `${HEADING} saved ${run}`;
      const shown = page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const look = () => {
              if (!document.body.textContent?.includes(text)) return;
              changes.disconnect();
              resolve(Date.now());
            };
            const changes = new MutationObserver(look);
            changes.observe(document, { subtree: true, childList: true, characterData: true });
          }),
        heading,
      );
      await page.waitForTimeout(1000); // the observer runs and the last change has settled
      writeFileSync(form, source.replace(HEADING, heading));
      const saved = Date.now();
      const elapsed = (await shown) - saved;
      if (run > 0) all.push(elapsed); // warm-up
    }
  } finally {
    await dev.stop();
    writeFileSync(form, source);
  }
  return [['`npm run dev`: a saved file is on the page', `${median(all)} ms`, '', '150 ms']];
}

export async function measureTools(
  browser: Browser,
  folder: string,
  runs: number,
): Promise<string> {
  const copy = copyInstalledWorkspace();
  try {
    for (const name of ['shell', ...remotes])
      cpSync(path.join(root, name, 'dist'), path.join(copy, name, 'dist'), { recursive: true });
    const rows = [
      ...(await measureRefusals(path.join(folder, 'releases'), runs)),
      ...(await measureBuilds(copy, runs)),
      ...(await measureSaves(browser, copy, runs)),
    ];
    return `## The tools

Medians of ${runs}; processor time counts all that was started:

${table(['what', 'time', 'processor time', 'aim'], rows)}
`;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
