import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, retire } from '@carry/releases';
import { build, owners, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseFiles } from '../releases/release-files';
import { ReleaseSet } from '../releases/release-set';
import { checkReadiness } from './readiness';

const remotes = Object.keys(owners);
const running = { stopping: false };
let folder: string;
let store: DirectoryStore;
let opened: ReleaseSet[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-ready-'));
  store = new DirectoryStore(path.join(folder, 'store'));
  opened = [];
});
afterEach(() => {
  for (const set of opened) set.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = (name: string) =>
  release(
    store,
    build({
      name,
      routes: `[{ id: 'booking', path: '${owners[name as keyof typeof owners].paths[0]}', Component: () => null }]`,
    }),
  );

async function start(good = 'good'): Promise<ReleaseSet> {
  const files = new ReleaseFiles(store, path.join(folder, good), () => {});
  const set = new ReleaseSet({
    store,
    files,
    getSite: () => fakeSite,
    log: () => {},
    onDamage: () => {},
  });
  opened.push(set);
  await set.open();
  return set;
}

describe('readiness', () => {
  test('stays ready while a remote has no release', {
    tags: ['@fault-11.32'],
  }, async () => {
    const [last = '', ...others] = [...remotes].reverse();
    for (const name of others) await publish(name);
    const set = await start();
    expect(checkReadiness(set, running, false)).toEqual({
      ready: true,
      missing: [last],
      unpublished: [last],
      stopping: false,
      store: 'reachable',
    });
    await publish(last);
    await expect
      .poll(() => checkReadiness(set, running, false))
      .toMatchObject({ ready: true, missing: [], unpublished: [] });
    await retire(store, last, { why: 'moved' });
    await expect
      .poll(() => checkReadiness(set, running, false))
      .toMatchObject({ ready: true, missing: [last], unpublished: [last] });
  });

  test('reports a live release that cannot be served', {
    tags: ['@fault-11.32'],
  }, async () => {
    const versions = new Map<string, string>();
    for (const name of remotes) versions.set(name, (await publish(name)).version);
    await store.remove(`mf-coach/${versions.get('mf-coach')}/server/remote.cjs`);
    expect(checkReadiness(await start(), running, false)).toMatchObject({
      ready: false,
      missing: ['mf-coach'],
      unpublished: [],
    });
  });

  test('reports an unreachable store and serves the last good set', {
    tags: ['@fault-11.32'],
  }, async () => {
    for (const name of remotes) await publish(name);
    const before = await start();
    renameSync(store.name, `${store.name}.gone`);
    const restarted = await start();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 }); // the clock stepped back
    for (const set of [before, restarted]) {
      const gone = { missing: [], store: 'unreachable' };
      expect(checkReadiness(set, running, false)).toMatchObject({ ready: false, ...gone });
      expect(checkReadiness(set, running, true)).toMatchObject({ ready: true, ...gone });
    }
    vi.useRealTimers();
    vi.restoreAllMocks();
    const blank = await start('elsewhere');
    for (const partial of [false, true])
      expect(checkReadiness(blank, running, partial)).toMatchObject({ ready: false });
  });

  test('fails during a graceful shutdown', { tags: ['@fault-11.32'] }, async () => {
    for (const name of remotes) await publish(name);
    const set = await start();
    for (const partial of [false, true])
      expect(checkReadiness(set, { stopping: true }, partial)).toMatchObject({
        ready: false,
        missing: [],
      });
  });
});
