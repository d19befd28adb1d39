import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runReleases } from '../src/cli/main';
import {
  DirectoryStore,
  holdRollout,
  installSite,
  lock,
  readAudit,
  readLive,
  rollback,
  startRollout,
} from '../src/index';
import { addFreeze } from '../src/pointers/freeze';
import { numbered, owners, release } from './build';

let store: DirectoryStore;
let versions: string[];
beforeEach(async () => {
  store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-status-')));
  const site = { schema: 1 as const, owners, frame: { links: [] } };
  await installSite(store, site, { why: 'test' });
  versions = [];
  for (const number of [1, 2]) versions.push((await release(store, numbered(number))).version);
});
afterEach(() => rmSync(store.name, { recursive: true }));

async function run(...args: string[]) {
  const lines: string[] = [];
  const out = (text: string) => void lines.push(text);
  const environment = {
    defaultStore: store.name,
    siteUrl: 'http://localhost:1',
    previewSecret: '',
  };
  const code = await runReleases(args, environment, { out, err: out, color: false, screen: null });
  return { code, text: lines.join('\n') };
}

test('shows the state of all remotes in a line each', async () => {
  await rollback(store, 'mf-booking', { why: 'worse' });
  await lock(store, 'mf-booking', { why: 'the final', who: 'kim' });
  const { text } = await run('status');
  expect(text).toMatch(new RegExp(`mf-booking +${versions[0]} +abc +\\d{4}-`));
  expect(text).toMatch(/mf-account +nothing/);
  expect(text).toContain('mf-booking is locked by kim: the final');
  expect(text).toContain(`mf-booking is rolled back from ${versions[1]}`);
  const one = JSON.parse((await run('status', 'mf-booking', '--json')).text) as object;
  expect(one).toMatchObject({ remotes: [{ name: 'mf-booking', history: [] }] });
});

test('shows why a rollout does not rise', async () => {
  const [version = ''] = versions;
  const until = new Date(Date.now() + 60_000).toISOString();
  const window = { from: new Date(0).toISOString(), until, why: 'finals' };
  const { revision } = await startRollout(store, 'mf-booking', { version, why: 'new' });
  const hold = { remote: 'mf-booking', version, percent: 5, liveRevision: revision };
  await holdRollout(store, { ...hold, why: 'LCP is high' });
  await addFreeze(store, undefined, { window, why: 'finals' });
  expect((await run('status')).text).toContain(
    `the rollout of mf-booking is held until you decide: LCP is high\nthe rollout of mf-booking is frozen until ${until}: finals\n`,
  );
});

test('tries a change without making it', async () => {
  const before = await readLive(store);
  const audit = await readAudit(store);
  expect(await run('rollback', 'mf-booking', '--dry-run')).toEqual({
    code: 0,
    text: `mf-booking@${versions[0]} would go live; nothing is changed`,
  });
  await lock(store, 'mf-booking', { why: 'the final', who: 'kim' });
  const refused = await run('promote', 'mf-booking', versions[0] ?? '', '--dry-run');
  expect(refused).toMatchObject({ code: 3, text: expect.stringContaining('is locked by kim') });
  const { revision, remotes } = await readLive(store);
  expect([revision, remotes['mf-booking']?.version]).toEqual([before.revision + 1, versions[1]]);
  expect(await readAudit(store)).toHaveLength(audit.length + 1); // of the lock
});

test('shows the numbers of each value of a feature flag', async () => {
  const numbers = { rendered: 0, renderFailed: 0, renderMs: 0, load: 0, render: 0, rejection: 0 };
  const variants = {
    'new-form on': { used: 40, failed: 1, vitals: { LCP: { mean: 901.23456, count: 40 } } },
    'new-form off': { used: 60, failed: 0, vitals: {} },
  };
  const release = { remote: 'mf-booking', version: versions[1], used: 100, vitals: {}, variants };
  const status = { uptimeSeconds: 1, releases: [{ ...numbers, ...release }] };
  vi.stubGlobal('fetch', async () => Response.json(status));
  vi.stubEnv('STATUS_TOKEN', 'secret');
  const { text } = await run('status');
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect(text).toContain(
    `mf-booking@${versions[1]} with new-form off: 60 pages, 0 % failed\nmf-booking@${versions[1]} with new-form on: 40 pages, 2.5 % failed, LCP 901.235`,
  );
});
