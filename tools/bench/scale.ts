import { cpSync } from 'node:fs';
import path from 'node:path';
import { addOwner, DirectoryStore } from '@carry/releases';
import { build, release } from '@carry/releases/testing';
import type { Browser } from 'playwright';
import { median, paint, weigh } from './measure';
import { readStatus, type Shell, startShell } from './shell-process';

const OWN = 5;
export const REMOTES = [OWN, 40, 100];

async function fill(store: DirectoryStore, count: number): Promise<void> {
  for (let number = OWN; number < count; number++) {
    const name = `mf-made-${number}`;
    await addOwner(store, name, { owner: { paths: [`/made-${number}`] }, why: 'bench' });
    const routes = `['', '/a', '/b/:id'].map((rest, index) => ({ id: 'r' + index, path: '/made-${number}' + rest, Component: () => null }))`;
    await release(store, build({ name, routes }));
  }
}

export async function measureScale(
  browser: Browser,
  folder: string,
  runs: number,
): Promise<string[][]> {
  const sites: {
    count: number;
    shell: Shell;
    html: number;
    gzip: number;
    memory: number;
    times: number[];
  }[] = [];
  for (const count of REMOTES) {
    const copy = path.join(folder, `scale-${count}`);
    cpSync(path.join(folder, 'releases'), path.join(copy, 'releases'), { recursive: true });
    await fill(new DirectoryStore(path.join(copy, 'releases')), count);
    const shell = await startShell(copy);
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
  for (let run = 0; run < 9 * runs; run++) {
    for (const site of sites) {
      site.times.push((await paint(browser, site.shell.url)).fcp);
      site.memory = Math.min(site.memory, (await readStatus(site.shell)).memoryBytes); // minimum, to exclude garbage
    }
  }
  const [first] = sites;
  const rows = sites.map(({ count, html, gzip, memory, times }) => {
    const ratio = (value: number, base = value) => (value / base).toFixed(3);
    const each =
      count > OWN
        ? `, ${((memory - (first?.memory ?? 0)) / 1024 / 1024 / (count - OWN)).toFixed(2)} MB a remote`
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
