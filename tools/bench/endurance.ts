import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectGarbage, DirectoryStore } from '@carry/releases';
import { build, release } from '@carry/releases/testing';
import { handles, readStatus, shows, startShell, threads } from './shell-process';

const PUBLISHES = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function measureEndurance(folder: string): Promise<string[][]> {
  const store = new DirectoryStore(path.join(folder, 'releases'));
  const shell = await startShell(folder);
  const rows: string[][] = [];
  const started = Date.now();
  for (let number = 1; number <= PUBLISHES; number++) {
    const dist = build({ web: { 'more.0123456789.js': `'number ${number}'` } });
    const { version } = await release(store, dist);
    rmSync(dist, { recursive: true, force: true });
    if (number % 20 === 0) await shows(`${shell.url}/booking/${number}`, version);
    if (number % 100 === 0) await collectGarbage(store, 10, { now: Date.now() + 2 * DAY_MS }); // like `releases gc` two days later
    if ([100, 500, PUBLISHES].includes(number)) {
      await sleep(1500);
      const { memoryBytes } = await readStatus(shell);
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
