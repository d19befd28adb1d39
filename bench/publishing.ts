import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DirectoryStore, promote, readLive, rollback } from '@carry/releases';
import { copyWorkspace } from 'workspace/copy';
import { median } from './measure';
import { type Shell, shows, startShell } from './shell-process';

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
  const printed: string[] = [];
  for await (const line of createInterface({ input: command.stderr })) {
    printed.push(line);
    if (line.includes('built mf-booking')) times.built = Date.now() - started;
    if (!line.includes('uploading')) continue;
    times.checked = Date.now() - started;
    while ((await composition()) === before) await sleep(10);
    times.live = Date.now() - started;
  }
  const [code] = await ended;
  if (code !== 0 || !times.built || !times.live)
    throw new Error(`the publish failed:\n${printed.join('\n')}`);
  return times;
}

/** From a change to the next page load, and back: medians of so many runs. */
export async function measurePublish(folder: string, runs: number): Promise<string[][]> {
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
  for (let run = 0; run <= runs; run++) {
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
