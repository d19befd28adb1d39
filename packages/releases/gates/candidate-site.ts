import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveDocument } from '@carry/contracts/release';
import type { Candidate } from '../src/checks/candidate';
import { encode } from '../src/documents/document';
import { servedVersion } from '../src/documents/version-history';
import { ReleaseRefused } from '../src/errors/errors';
import { readLive, readServable } from '../src/pointers/live';
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

/** Returns what the site serves without a candidate, and a page of each remote. */
async function readServed(store: Store) {
  const remotes: LiveDocument['remotes'] = {};
  const pages = new Map<string, string>();
  for (const [name, pointer] of Object.entries((await readLive(store)).remotes)) {
    const version = servedVersion(pointer);
    const record = version && (await readServable(store, name, version));
    if (!record) continue;
    remotes[name] = { version, history: [] };
    const page = record.routes.find(({ path }) => !/[:*{?]/.test(path));
    if (page) pages.set(name, page.path);
  }
  return { remotes, pages };
}

async function follows(isDone: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + FOLLOW_BUDGET_MS; Date.now() < end; await sleep(10))
    if (await isDone()) return true;
  return false;
}

/** Starts the whole site with the live releases in this process. Changes stay in memory; its API returns the site's samples. */
export async function openCandidateSite(below: Store, startSite: StartSite) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-'));
  const store = new OverlayStore(below);
  const { remotes, pages } = await readServed(store);
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
  const isServed = async ({ record: { name, version } }: Candidate) => {
    const composition = await fetch(`${url}/_shell/composition.json`);
    const refs = (await composition.json()) as { name: string; version: string }[];
    return refs.some((ref) => ref.name === name && ref.version === version);
  };
  return {
    url,
    apiUrl: api.url,
    lines,
    document,
    pages,
    /** Overlays the candidate on the live releases and waits until the site serves it. */
    async serve(candidate: Candidate): Promise<void> {
      const { name, version } = candidate.record;
      const base = `${name}/${version}`;
      for (const [file, content] of candidate.files) await store.write(`${base}/${file}`, content);
      await store.write(`${base}/release.json`, encode(candidate.record));
      await write({ [name]: { version, history: [] } });
      if (await follows(() => isServed(candidate))) return;
      throw new ReleaseRefused(
        `${name}: the site does not serve it (${lines.at(-1) ?? 'no reason given'})`,
      );
    },
    /** Serves the live releases alone again. */
    async withdraw(candidate: Candidate): Promise<void> {
      await write();
      await follows(async () => !(await isServed(candidate)));
    },
    async setFlag({ record: { name, version } }: Candidate, flag: string, isOn: boolean) {
      await write({ [name]: { version, history: [], flags: { [flag]: isOn ? 100 : 0 } } });
      const value = JSON.stringify({ [name]: { [flag]: isOn } });
      if (await follows(async () => (await (await fetch(url)).text()).includes(`"flags":${value}`)))
        return;
      throw new ReleaseRefused(`${name}: the site does not follow its flag ${flag}`);
    },
    async close() {
      await site.close();
      api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
