import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addOwner,
  DirectoryStore,
  deriveTrust,
  newPrivateKey,
  promote,
  readLive,
  readSigningKey,
  rollback,
  SignedStore,
  type Store,
  signStored,
} from '@carry/releases';
import { copyWorkspace } from 'workspace/copy';
import { median } from './measure';
import { type Shell, shows, startReleaseServer, startShell } from './shell-process';

const REMOTE = 'mf-booking';

async function publishByCommand(
  copy: string,
  { url }: Shell,
  { destination, key }: { destination: string[]; key: string },
): Promise<{ built: number; checked: number; live: number }> {
  const composition = async () => (await fetch(url)).headers.get('x-composition');
  const before = await composition();
  const started = Date.now();
  const command = spawn(
    process.execPath,
    ['tools/commands/run.mjs', 'releases', 'publish', REMOTE, '--why', 'bench', ...destination],
    {
      cwd: copy,
      env: { ...process.env, NODE_OPTIONS: '', RELEASES_KEY: key },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(command, 'exit');
  const times = { built: 0, checked: 0, live: 0 };
  const printed: string[] = [];
  for await (const line of createInterface({ input: command.stderr })) {
    printed.push(line);
    if (line.includes(`built ${REMOTE}`)) times.built = Date.now() - started;
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

const newTimes = () => ({
  build: [] as number[],
  checks: [] as number[],
  live: [] as number[],
  total: [] as number[],
});

async function measureRollback(store: Store, { url }: Shell) {
  const { version = '' } = (await readLive(store)).remotes[REMOTE] ?? {};
  const started = Date.now();
  const { remotes } = await rollback(store, REMOTE, { why: 'bench' });
  const written = Date.now() - started;
  await shows(url, remotes[REMOTE]?.version ?? '');
  const follow = Date.now() - started;
  await promote(store, REMOTE, { version, why: 'bench' });
  await shows(url, version);
  return { rollback: written, follow };
}

type Times = ReturnType<typeof newTimes>;

function queryRows(
  { local, http }: Record<'local' | 'http', Times>,
  back: { rollback: number[]; follow: number[] },
): string[][] {
  const row = (what: string, local: number[], http?: number[]) => [
    what,
    `${median(local)} ms`,
    http ? `${median(http)} ms (${(median(http) / median(local)).toFixed(2)})` : '',
  ];
  return [
    row(
      '`releases publish` of a changed `mf-booking`: until it is built, start of the command included',
      local.build,
      http.build,
    ),
    row(
      'from there until the checks have passed, those in the browser included',
      local.checks,
      http.checks,
    ),
    row(
      'from there until it is uploaded, verified, live and on the next page load',
      local.live,
      http.live,
    ),
    row('in all', local.total, http.total),
    row('`rollback`', back.rollback),
    row('`rollback` until the running site follows', back.follow),
  ];
}

export async function measurePublish(folder: string, runs: number): Promise<string[][]> {
  const releases = path.join(folder, 'releases');
  const below = new DirectoryStore(releases);
  const pem = newPrivateKey();
  const key = readSigningKey(pem);
  const owners = { [REMOTE]: { paths: [], keys: [key.publicKey] } };
  await addOwner(below, REMOTE, { owner: owners[REMOTE] ?? { paths: [] }, why: 'bench' });
  const store = new SignedStore(below, () => deriveTrust({ owners }, []), key);
  const copy = copyWorkspace();
  const form = path.join(copy, 'mf-booking/src/booking/booking-form.tsx');
  const sources = readFileSync(form, 'utf8');
  let change = 0;
  const publish = async (shell: Shell, ...destination: string[]) => {
    writeFileSync(form, sources.replace('Book a session', `Book run ${++change}`));
    return publishByCommand(copy, shell, { destination, key: pem });
  };
  await signStored({ unsigned: below, signed: store }, REMOTE, { why: 'bench' });
  const shell = await startShell(folder);
  const server = await startReleaseServer(releases, shell.url);
  const ways = { local: ['--store', releases], http: ['--to', server.url] };
  const times = { local: newTimes(), http: newTimes() };
  const back = { rollback: [] as number[], follow: [] as number[] };
  for (let run = 0; run <= runs; run++) {
    for (const way of ['local', 'http'] as const) {
      const { built, checked, live } = await publish(shell, ...ways[way]);
      if (run === 0) continue; // warm-up: installs and builds the shell
      times[way].build.push(built);
      times[way].checks.push(checked - built);
      times[way].live.push(live - checked);
      times[way].total.push(live);
    }
    const elapsed = await measureRollback(store, shell);
    if (run > 0) for (const step of ['rollback', 'follow'] as const) back[step].push(elapsed[step]);
  }
  await server.stop();
  await shell.stop();
  rmSync(copy, { recursive: true, force: true });
  return queryRows(times, back);
}
