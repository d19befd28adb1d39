import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveDocument } from '@carry/contracts/release';
import type { Candidate } from '../src/checks/candidate';
import { encode } from '../src/documents/document';
import { ReleaseRefused } from '../src/errors/errors';
import { readLive, readRelease } from '../src/pointers/live';
import { readSite } from '../src/pointers/site';
import { OverlayStore } from '../src/stores/overlay-store';
import type { Store } from '../src/stores/store';
import { startMinimalServer } from './minimal-server';

const FOLLOW_BUDGET_MS = 5000;

/** Starts the site's server in this process, with releases from `store`. The caller deletes `folder`. */
export type StartSite = (options: {
  store: Store;
  apiUrl: string;
  folder: string;
  log: (line: string) => void;
}) => Promise<{ url: string; close(): Promise<void> }>;

export type CandidateSite = Awaited<ReturnType<typeof openCandidateSite>>;

/** Starts the whole site with the live releases in this process. Changes stay in memory; its API returns the site's samples. */
export async function openCandidateSite(below: Store, startSite: StartSite) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-'));
  const store = new OverlayStore(below);
  const live = await readLive(store);
  const pages = new Map<string, string>();
  for (const [name, { version }] of Object.entries(live.remotes)) {
    const page = (await readRelease(store, name, version))?.routes.find(
      ({ path }) => !/[:*{?]/.test(path),
    );
    if (page) pages.set(name, page.path);
  }
  const remotes = Object.fromEntries(
    Object.entries(live.remotes).map(([name, { version }]) => [name, { version, history: [] }]),
  );
  let revision = 0;
  const write = (changed: LiveDocument['remotes'] = {}) =>
    store.write(
      'live.json',
      encode({ revision: ++revision, remotes: { ...remotes, ...changed } } satisfies LiveDocument),
    );
  await write();
  const document = await readSite(store);
  const api = await startMinimalServer();
  for (const [call, body] of Object.entries(document?.samples ?? {})) api.answer(call, { body });
  const lines: string[] = [];
  const site = await startSite({ store, apiUrl: api.url, folder, log: (line) => lines.push(line) });
  const { url } = site;
  return {
    url,
    apiUrl: api.url,
    lines,
    document,
    pages,
    /** Overlays the candidate on the live releases and waits until the site serves it. */
    async serve({ record: { name, version, ...record }, files }: Candidate): Promise<void> {
      const base = `${name}/${version}`;
      for (const [file, content] of files) await store.write(`${base}/${file}`, content);
      await store.write(`${base}/release.json`, encode({ name, version, ...record }));
      await write({ [name]: { version, history: [] } });
      for (const end = Date.now() + FOLLOW_BUDGET_MS; Date.now() < end; await sleep(10)) {
        const composition = await fetch(`${url}/_shell/composition.json`);
        const refs = (await composition.json()) as { name: string; version: string }[];
        if (refs.some((ref) => ref.name === name && ref.version === version)) return;
      }
      throw new ReleaseRefused(
        `${name}: the site does not serve it (${lines.at(-1) ?? 'no reason given'})`,
      );
    },
    async setFlag({ record: { name, version } }: Candidate, flag: string, isOn: boolean) {
      await write({ [name]: { version, history: [], flags: { [flag]: isOn ? 100 : 0 } } });
      const value = JSON.stringify({ [name]: { [flag]: isOn } });
      for (const end = Date.now() + FOLLOW_BUDGET_MS; Date.now() < end; await sleep(10)) {
        if ((await (await fetch(url)).text()).includes(`"flags":${value}`)) return;
      }
      throw new ReleaseRefused(`${name}: the site does not follow its flag ${flag}`);
    },
    async close() {
      await site.close();
      api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
