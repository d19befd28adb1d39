import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveDocument } from 'contracts/release';
import { type Candidate, encode, OverlayStore, ReleaseRefused, readLive, readRelease, type Store } from 'registry';
import { readConfig } from '../shell/server/config';
import { startShell } from '../shell/server/start';
import { startMinimalServer } from './minimal-server';
import { freePorts } from './process';
import { sampleAnswers } from './sample-answers';

const FOLLOW_BUDGET_MS = 5000;

/** The whole site with what is live, in this process: nothing that it changes reaches the store, and its API knows one coach. */
export async function openRehearsal(below: Store) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-'));
  const store = new OverlayStore(below);
  const live = await readLive(store);
  const pages = new Map<string, string>();
  for (const [name, { version }] of Object.entries(live.remotes)) {
    const page = (await readRelease(store, name, version))?.routes.find(({ path }) => !/[:*{]/.test(path));
    if (page) pages.set(name, page.path);
  }
  const remotes = Object.fromEntries(Object.entries(live.remotes).map(([name, { version }]) => [name, { version, history: [] }]));
  const write = (next: LiveDocument) => store.write('live.json', encode(next));
  await write({ revision: 1, remotes });
  const api = await startMinimalServer();
  for (const [call, body] of Object.entries(sampleAnswers)) api.answer(call, { body });
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const env = { PORT: String(port), API_URL: api.url, SITE_URL: url, PREVIEWS: 'off' };
  const config = readConfig(env, { store: folder, lastGood: folder });
  const site = await startShell(config, (line) => lines.push(line), store);
  return {
    url,
    lines,
    /** A page of each live remote. */
    pages,
    /** Lays a candidate over what is live, and waits until the site serves it. */
    async take({ record: { name, version, ...record }, files }: Candidate): Promise<void> {
      const base = `${name}/${version}`;
      for (const [file, content] of files) await store.write(`${base}/${file}`, content);
      await store.write(`${base}/release.json`, encode({ name, version, ...record }));
      await write({ revision: 2, remotes: { ...remotes, [name]: { version, history: [] } } });
      for (const end = Date.now() + FOLLOW_BUDGET_MS; Date.now() < end; await sleep(10)) {
        if ((await fetch(url)).headers.get('x-composition')?.includes(`${name}@${version}`)) return;
      }
      throw new ReleaseRefused(`${name}: the site does not take it up (${lines.at(-1) ?? 'no reason given'})`);
    },
    async close() {
      await site.close();
      api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
