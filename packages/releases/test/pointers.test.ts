import type { AuditEntry } from '@carry/contracts/release';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  encode,
  lift,
  lock,
  promote,
  quarantine,
  type ReleaseConflict,
  readAudit,
  readLive,
  rollback,
  type Store,
  setCanary,
  setPreview,
  unlock,
} from '../src/index';
import { account, build, install, numbered, release } from './build';
import { conditionalStores, type OpenedStore } from './stores';

const REMOTE = 'mf-booking';
let opened: OpenedStore;
let store: Store;
let versions: string[];
const pointer = async () => (await readLive(store)).remotes[REMOTE];

describe.each(conditionalStores)('pointers in %s', (_, open) => {
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    versions = [];
    for (const number of [1, 2, 3]) versions.push((await release(store, numbered(number))).version);
  });
  afterEach(() => opened.close());

  test('rolls back step by step until no release is left', async () => {
    await rollback(store, REMOTE, { why: 'broken' });
    expect(await pointer()).toMatchObject({ version: versions[1], history: [versions[0]] });
    await rollback(store, REMOTE, { why: 'still broken' });
    expect(await pointer()).toMatchObject({ version: versions[0], history: [] });
    await expect(rollback(store, REMOTE, { why: 'more' })).rejects.toThrow(/no earlier release/);
    await rollback(store, REMOTE, { version: versions[2], why: 'forward again' });
    expect(await pointer()).toMatchObject({ version: versions[2] });
    expect(
      (await readAudit(store, REMOTE)).map(({ action, why }) => `${action}: ${why}`).slice(-3),
    ).toEqual(['rollback: broken', 'rollback: still broken', 'promote: forward again']);
  });

  test('refuses a rollback to a release that clashes with live ones', {
    tags: ['@fault-11.25'],
  }, async () => {
    await release(
      store,
      build({ routes: "[{ id: 'booking', path: '/booking-success', Component: () => null }]" }),
    );
    await release(store, numbered(4));
    const before = await pointer();
    const [taken = ''] = before?.history ?? [];
    await install(store, {
      'mf-booking': { paths: ['/booking'] },
      'mf-account': { paths: ['/login', '/booking-success'] },
    });
    await release(
      store,
      build({
        ...account,
        routes: "[{ id: 'booking', path: '/booking-success', Component: () => null }]",
      }),
    );
    const refused = /claims \/booking-success, which is outside its ownership/;
    await expect(rollback(store, REMOTE, { why: '' })).rejects.toThrow(refused);
    await expect(promote(store, REMOTE, { version: taken, why: '' })).rejects.toThrow(refused);
    await expect(
      setCanary(store, REMOTE, { version: taken, percent: 10, why: '' }),
    ).rejects.toThrow(refused);
    await expect(
      quarantine(store, REMOTE, {
        ...{ version: before?.version ?? '', to: taken },
        ...{ why: 'failing', who: 'shell' },
      }),
    ).rejects.toThrow(refused);
    await install(store);
    const older = { why: '', provided: { react: '18.3.1' } };
    await expect(rollback(store, REMOTE, { version: versions[0], ...older })).rejects.toThrow(
      /needs react \^19\.3\.0, the shell has 18\.3\.1/,
    );
    expect(await pointer()).toEqual(before);
  });

  test('returns with --to-latest and keeps the whole history', async () => {
    await rollback(store, REMOTE, { version: versions[0], why: 'two back' });
    expect(await pointer()).toMatchObject({
      version: versions[0],
      history: [],
      ahead: [versions[1], versions[2]],
    });
    await rollback(store, REMOTE, { version: 'latest', why: 'fixed elsewhere' });
    expect(await pointer()).toMatchObject({
      version: versions[2],
      history: [versions[1], versions[0]],
    });
    expect((await pointer())?.ahead).toBeUndefined();
    await expect(rollback(store, REMOTE, { version: 'latest', why: '' })).rejects.toThrow(
      /no rollback to return from/,
    );
    await rollback(store, REMOTE, { why: 'one back' });
    const { version } = await release(store, numbered(4));
    expect(await pointer()).toMatchObject({
      version,
      history: [versions[1], versions[0], versions[2]],
    });
  });

  test('keeps ten releases in the history', async () => {
    for (let number = 4; number <= 15; number++) await release(store, numbered(number));
    expect((await pointer())?.history).toHaveLength(10);
  });

  test('refuses every change of a locked remote until unlock', async () => {
    await lock(store, REMOTE, { why: 'the sale runs until Monday', who: 'kim' });
    const locked = /locked by kim \(the sale runs until Monday\)/;
    const files = await store.list(REMOTE);
    await expect(release(store, numbered(9))).rejects.toThrow(locked);
    expect(await store.list(REMOTE)).toEqual(files);
    await expect(
      promote(store, REMOTE, { version: versions[0] as string, why: '' }),
    ).rejects.toThrow(locked);
    await expect(rollback(store, REMOTE, { why: '' })).rejects.toThrow(locked);
    await expect(
      setCanary(store, REMOTE, { version: versions[0] as string, percent: 10, why: '' }),
    ).rejects.toThrow(locked);
    await expect(lock(store, REMOTE, { why: 'mine', who: 'lee' })).rejects.toThrow(locked);
    expect(
      await release(store, numbered(9), {
        target: { channel: 'pr-9', expires: new Date(Date.now() + 1e6) },
      }),
    ).toMatchObject({
      outcome: 'published',
    });
    await unlock(store, REMOTE, { why: 'over' });
    await rollback(store, REMOTE, { why: '' });
    expect((await pointer())?.version).toBe(versions[1]);
  });

  test('refuses a canary or a lock without a live release', async () => {
    const { version } = await release(store, build(account), {
      target: { channel: 'pr-1', expires: new Date(Date.now() + 1e6) },
    });
    await expect(setCanary(store, 'mf-account', { version, percent: 10, why: '' })).rejects.toThrow(
      /no live release to compare a canary with/,
    );
    await expect(lock(store, 'mf-account', { why: 'none', who: 'kim' })).rejects.toThrow(
      /no live release to lock/,
    );
  });

  test('gives up after repeated write conflicts', async () => {
    const before = await pointer();
    store.compareAndSwap = async () => false;
    await expect(
      promote(store, REMOTE, { version: versions[0] as string, why: '' }),
    ).rejects.toThrow(/live\.json changes too often/);
    const expires = new Date(Date.now() + 1e6);
    await expect(
      setPreview(store, {
        channel: 'pr-1',
        remote: REMOTE,
        version: versions[0] as string,
        expires,
        why: '',
      }),
    ).rejects.toThrow(/previews of pr-1 change too often/);
    expect(await pointer()).toEqual(before);
  });

  test('sets, aborts once and promotes a canary', async () => {
    const [first = ''] = versions;
    await setCanary(store, REMOTE, { version: first, percent: 10, why: 'try' });
    expect(await pointer()).toMatchObject({
      version: versions[2],
      canary: { version: first, percent: 10, takenBack: false },
    });
    await quarantine(store, REMOTE, { version: first, why: 'failing', who: 'shell' });
    const { revision } = await quarantine(store, REMOTE, {
      version: first,
      why: 'failing',
      who: 'another shell',
    });
    expect(await pointer()).toMatchObject({ canary: { percent: 0, takenBack: true } });
    expect(
      (await readAudit(store)).filter(({ action }) => action === 'canary-aborted'),
    ).toMatchObject([{ who: 'shell', to: first, percent: 0 }]);
    expect((await readLive(store)).revision).toBe(revision);
    await lift(store, REMOTE, { version: first, why: 'fixed elsewhere' });
    await promote(store, REMOTE, { version: first, why: 'fixed elsewhere' });
    expect((await pointer())?.canary).toBeUndefined();
    await expect(
      setCanary(store, REMOTE, { version: first, percent: 10, why: '' }),
    ).rejects.toThrow(/is live already/);
    await expect(
      setCanary(store, REMOTE, { version: versions[1] as string, percent: 101, why: '' }),
    ).rejects.toThrow(/0 to 100/);
  });

  test('ignores a rollback that already happened', async () => {
    const failing = versions[2] as string;
    const all = await Promise.all(
      [1, 2, 3].map((shell) =>
        rollback(store, REMOTE, { why: 'failing', who: `shell ${shell}`, failing }),
      ),
    );
    expect(all.map(({ remotes }) => remotes[REMOTE]?.version)).toEqual([
      versions[1],
      versions[1],
      versions[1],
    ]);
    expect((await readAudit(store)).filter(({ action }) => action === 'rollback')).toHaveLength(1);
  });

  test('skips audit entries of newer versions', async () => {
    const before = await readAudit(store);
    const { revision: _, ...entry } = before.at(-1) as AuditEntry;
    const path = `audit/2026-11-28T08-00-00-000Z-rollout-praised-${REMOTE}.json`;
    await store.compareAndSwap(path, null, encode({ ...entry, action: 'rollout-praised' }));
    expect(await readAudit(store)).toEqual(before);
  });

  test('writes a lost audit entry with the next change', async () => {
    const swap = store.compareAndSwap.bind(store);
    store.compareAndSwap = (path, ...rest) =>
      path.includes('-promote-') ? Promise.reject(new Error('died')) : swap(path, ...rest);
    await expect(
      promote(store, REMOTE, { version: versions[0] as string, why: 'unlucky' }),
    ).rejects.toThrow('died');
    store.compareAndSwap = swap;
    await rollback(store, REMOTE, { version: versions[1], why: 'next' });
    expect((await readAudit(store)).map(({ why, revision }) => [why, revision]).slice(-2)).toEqual([
      ['unlucky', 4],
      ['next', 5],
    ]);
  });

  test('refuses a publish that lost the race', async () => {
    const racing = release(store, build({ web: { 'late.0123456789.js': 'late' } }), {
      gates: [
        async () =>
          void (await promote(store, REMOTE, { version: versions[0] as string, why: 'quick' })),
      ],
    });
    await expect(racing).rejects.toMatchObject({
      name: 'ReleaseConflict',
    } satisfies Partial<ReleaseConflict>);
    expect((await pointer())?.version).toBe(versions[0]);
  });
});
