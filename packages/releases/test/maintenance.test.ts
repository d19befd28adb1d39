import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  computeIntegrity,
  encode,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  retire,
  rollback,
  type Store,
  setCanary,
  startRollout,
} from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { examine } from '../src/maintenance/doctor';
import { account, build, numbered, release } from './build';
import { conditionalStores, type OpenedStore, storeKinds } from './stores';

const DAY = 24 * 60 * 60 * 1000;

describe.each(conditionalStores)('maintenance of %s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  let version: string;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    ({ version } = await release(store, numbered(0)));
  });
  afterEach(() => opened.close());
  const at = (file: string, of = version) => `mf-booking/${of}/${file}`;

  test('reports no problem in an intact store', async () => {
    await release(store, numbered(1));
    await lock(store, 'mf-booking', { why: 'x', who: 'kim' });
    expect(await examine(store)).toEqual([]);
  });

  test.each<[string, (store: Store) => Promise<void>, 'error' | 'warning', RegExp]>([
    [
      'a changed file',
      (store) => store.write(at('web/static/route.0123456789.js'), Buffer.from('x')),
      'error',
      /has a file web\/static\/route.* that differs from its record, referenced by live/,
    ],
    [
      'a missing file',
      (store) => store.remove(at('web/remoteEntry.0123456789.js')),
      'error',
      /lacks web\/remoteEntry/,
    ],
    [
      'a damaged compressed variant',
      (store) => store.write(at('web/remoteEntry.0123456789.js.br'), Buffer.from('x')),
      'error',
      /remoteEntry\.0123456789\.js\.br/,
    ],
    [
      'a file that was changed together with its record',
      async (store) => {
        const [file, path] = ['web/static/route.0123456789.js', at('release.json')] as const;
        const record = JSON.parse(`${await store.read(path)}`);
        const content = Buffer.from('evil');
        Object.assign(record.files[file], {
          integrity: computeIntegrity(content),
          bytes: 4,
          gzip: undefined,
          brotli: undefined,
        });
        await store.write(at(file), content);
        await store.write(path, encode(record));
      },
      'error',
      /lists files that do not match its version/,
    ],
    [
      'a compressed form that was changed together with its record',
      async (store) => {
        const [file, path] = ['web/static/route.0123456789.js', at('release.json')] as const;
        const record = JSON.parse(`${await store.read(path)}`);
        const packed = gzipSync('evil');
        record.files[file].gzip.integrity = computeIntegrity(packed);
        await store.write(at(`${file}.gz`), packed);
        await store.write(path, encode(record));
      },
      'error',
      /has a file web\/static\/route\.0123456789\.js\.gz that is not its/,
    ],
    [
      'a missing record',
      (store) => store.remove(at('release.json')),
      'error',
      /referenced by live, is not in the store/,
    ],
    [
      'a broken record',
      (store) => store.write(at('release.json'), Buffer.from('{}')),
      'error',
      /unreadable record/,
    ],
    [
      'a broken live.json',
      (store) => store.write('live.json', Buffer.from('{')),
      'error',
      /live\.json cannot be read/,
    ],
    [
      'a broken preview',
      (store) => store.write('previews/pr-1.json', Buffer.from('{')),
      'error',
      /the previews cannot be read/,
    ],
    [
      'a broken audit entry',
      (store) => store.write('audit/00000009-x.json', Buffer.from('{')),
      'error',
      /the audit log cannot be read/,
    ],
    [
      'a partial upload',
      (store) => store.write(at('web/x.js', '1.2.3-ffffffffffff'), Buffer.from('x')),
      'warning',
      /partial upload/,
    ],
    [
      'an unlisted file',
      (store) => store.write(at('web/stray.0123456789.js'), Buffer.from('x')),
      'warning',
      /contains web\/stray/,
    ],
  ])('finds %s', { tags: ['@fault-11.21'] }, async (_, damage, level, what) => {
    await damage(store);
    expect(await examine(store)).toContainEqual({ level, what: expect.stringMatching(what) });
  });

  test('finds a live.json that contradicts its audit log', {
    tags: ['@fault-11.26'],
  }, async () => {
    const before = await store.read('live.json');
    await release(store, build(account));
    await store.write('live.json', before ?? Buffer.alloc(0));
    expect(await examine(store)).toEqual([
      { level: 'error', what: 'live.json is at revision 1, but the audit log reaches 2' },
      { level: 'error', what: 'live.json lacks mf-account, which was never retired' },
    ]);
    await store.remove('live.json');
    expect(await examine(store)).toContainEqual({
      level: 'error',
      what: 'live.json lacks mf-booking, which was never retired',
    });
  });

  test('reports a live release in quarantine', async () => {
    const second = await release(store, numbered(1));
    await lock(store, 'mf-booking', { why: 'x', who: 'kim' });
    await quarantine(store, 'mf-booking', {
      version: second.version,
      to: version,
      why: 'failing',
      who: 'shell',
    });
    expect(await examine(store)).toEqual([
      {
        level: 'warning',
        what: `mf-booking@${second.version} is live but in quarantine, so ${version} is served`,
      },
    ]);
  });

  test('orders the audit log by revision despite clock skew', {
    tags: ['@fault-11.26'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY });
    await lock(store, 'mf-booking', { why: 'by a clock that is a day late', who: 'kim' });
    vi.useRealTimers();
    expect((await readAudit(store)).map(({ action, revision }) => [action, revision])).toEqual([
      ['publish', 1],
      ['lock', 2],
    ]);
  });

  test('reports a missing audit entry', async () => {
    await release(store, numbered(1));
    await store.remove((await store.list('audit'))[0] as string);
    expect(await examine(store)).toEqual([
      { level: 'warning', what: 'the audit entry of revision 1 is missing' },
    ]);
  });
});

describe('gc', () => {
  let opened: OpenedStore;
  let store: Store;
  const versions: string[] = [];
  beforeEach(async () => {
    opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
    store = opened.store;
    versions.length = 0;
    for (let number = 0; number < 16; number++)
      versions.push((await release(store, numbered(number))).version);
  });
  afterEach(() => opened.close());
  const stored = async () => [
    ...new Set((await store.list('mf-booking')).map((path) => path.split('/')[1])),
  ];

  test('keeps ten releases and those of the last day', async () => {
    expect((await collectGarbage(store, 10)).removed).toEqual([]);
    const later = Date.now() + 2 * DAY;
    const would = await collectGarbage(store, 3, { now: later, dry: true });
    expect(await stored()).toHaveLength(16);
    const done = await collectGarbage(store, 3, { now: later });
    expect(done).toEqual(would);
    expect(done.bytes).toBeGreaterThan(0);
    expect(new Set(done.removed)).toEqual(
      new Set(versions.slice(0, 5).map((version) => `mf-booking@${version}`)),
    ); // the live one and ten of its history
    expect(await stored()).toHaveLength(11);
    expect(await examine(store)).toEqual([]);
  });

  test('never removes live releases, canaries or open previews', async () => {
    const [oldest = '', second = '', third = '', fourth = ''] = versions;
    await release(store, numbered(1), {
      target: { channel: 'pr-1', expires: new Date(Date.now() + 9 * DAY) },
    });
    await release(store, numbered(2), {
      target: { channel: 'pr-2', expires: new Date(Date.now() + DAY) },
    });
    await promote(store, 'mf-booking', { version: oldest, why: 'test' });
    await setCanary(store, 'mf-booking', { version: fourth, percent: 10, why: 'test' });
    const { removed } = await collectGarbage(store, 0, { now: Date.now() + 2 * DAY });
    expect(removed).not.toContain(`mf-booking@${fourth}`);
    expect(removed).not.toContain(`mf-booking@${oldest}`);
    expect(removed).not.toContain(`mf-booking@${second}`);
    expect(removed).toContain(`mf-booking@${third}`);
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(oldest);
  });

  const replaceCanary = (other: string) =>
    setCanary(store, 'mf-booking', { version: other, percent: 10, why: 'test' });
  const startTestRollout = (other: string) =>
    startRollout(store, 'mf-booking', { version: other, why: 'test' });
  const retireRemote = () => retire(store, 'mf-booking', { why: 'test' });

  test.each([
    ['another canary', replaceCanary],
    ['a rollout', startTestRollout],
    ['a retirement', retireRemote],
  ])('keeps for a day a canary that %s ended', async (_, end) => {
    const [canary = '', other = '', unused = ''] = versions;
    await replaceCanary(canary);
    const later = Date.now() + 2 * DAY;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    await end(other);
    vi.useRealTimers();
    const collect = async (now: number) =>
      (await collectGarbage(store, 0, { now, dry: true })).removed;
    expect(await collect(later + DAY / 2)).toContain(`mf-booking@${unused}`);
    expect(await collect(later + DAY / 2)).not.toContain(`mf-booking@${canary}`);
    expect(await collect(later + 2 * DAY)).toContain(`mf-booking@${canary}`);
  });

  test('removes a canary that ended days before another one started', async () => {
    const [canary = '', other = ''] = versions;
    await replaceCanary(canary);
    await setCanary(store, 'mf-booking', { version: canary, percent: 0, why: 'test' });
    const later = Date.now() + 2 * DAY;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    await replaceCanary(other);
    vi.useRealTimers();
    const { removed } = await collectGarbage(store, 0, { now: later + DAY / 2 });
    expect(removed).toContain(`mf-booking@${canary}`);
  });

  test('keeps a preview for a day after it expired', async () => {
    const expires = new Date(Date.now() + 2 * DAY);
    const { version } = await release(store, numbered(1), { target: { channel: 'pr-1', expires } });
    const collect = async (now: number) =>
      (await collectGarbage(store, 0, { now, dry: true })).removed;
    expect(await collect(expires.getTime() + DAY / 2)).not.toContain(`mf-booking@${version}`);
    expect(await collect(expires.getTime() + 2 * DAY)).toContain(`mf-booking@${version}`);
  });

  test('keeps a release that is promoted while it runs', async () => {
    let promoted = '';
    const remove = store.remove.bind(store);
    vi.spyOn(store, 'remove').mockImplementation(async (path) => {
      if (!promoted) {
        promoted = versions.slice(0, 5).find((version) => !path.includes(version)) ?? '';
        await promote(store, 'mf-booking', { version: promoted, why: 'test' });
      }
      await remove(path);
    });
    const { removed } = await collectGarbage(store, 3, { now: Date.now() + 2 * DAY });
    expect(removed).toHaveLength(4);
    expect(removed).not.toContain(`mf-booking@${promoted}`);
    expect(await examine(store)).toEqual([]);
  });

  test('keeps the newest even if it was never live', async () => {
    const { version } = await release(store, numbered(99), {
      target: { channel: 'pr-9', expires: new Date(Date.now() + DAY) },
    });
    const later = { now: Date.now() + 2 * DAY, dry: true };
    expect((await collectGarbage(store, 1, later)).removed).not.toContain(`mf-booking@${version}`);
    expect((await collectGarbage(store, 0, later)).removed).toContain(`mf-booking@${version}`);
  });

  test('reports why it keeps a release', { tags: ['@fault-11.26'] }, async () => {
    const [oldest = '', second = ''] = versions;
    await release(store, numbered(1), {
      target: { channel: 'pr-1', expires: new Date(Date.now() + 9 * DAY) },
    });
    await setCanary(store, 'mf-booking', { version: oldest, percent: 10, why: 'test' });
    await rollback(store, 'mf-booking', { why: 'test' });
    const { retained } = await collectGarbage(store, 1, { now: Date.now() + 2 * DAY, dry: true });
    expect(
      Object.fromEntries(retained.map(({ release, why }) => [release.split('@')[1], why])),
    ).toMatchObject({
      [oldest]: 'the canary',
      [second]: 'previewed as pr-1',
      [versions[15] as string]: 'rolled back from',
      [versions[14] as string]: 'live',
      [versions[13] as string]: 'in the history',
    });
    expect(
      (await collectGarbage(store, 16, { now: Date.now() + 2 * DAY, dry: true })).retained,
    ).toContainEqual({
      release: `mf-booking@${versions[3]}`,
      why: 'among the 16 newest',
    });
  });

  test('reports and removes stale files, but no running writes', {
    tags: ['@fault-11.26'],
  }, async () => {
    const litter = ['live.json.lock', 'mf-booking/1.2.3-ffffffffffff/web/x.js.0-1.part'];
    for (const file of litter) {
      mkdirSync(path.dirname(path.join(store.name, file)), { recursive: true });
      writeFileSync(path.join(store.name, file), 'x');
    }
    expect((await collectGarbage(store, 10)).litter).toEqual([]);
    const later = Date.now() + 2 * 60 * 60 * 1000;
    expect((await examine(store, later)).map(({ what }) => what)).toEqual(
      litter.map(
        (file) => `${file} is a stale file of a crashed process; 'releases gc' removes it`,
      ),
    );
    expect((await collectGarbage(store, 10, { now: later })).litter).toEqual(litter);
    expect(await store.listLitter()).toEqual([]);
  });

  test('removes stale partial uploads only', async () => {
    await store.write('mf-booking/1.2.3-ffffffffffff/web/x.js', Buffer.from('x'));
    expect((await collectGarbage(store, 10)).removed).toEqual([]);
    expect(
      (await collectGarbage(store, 10, { now: Date.now() + 2 * 60 * 60 * 1000 })).removed,
    ).toEqual(['mf-booking@1.2.3-ffffffffffff']);
  });
});
