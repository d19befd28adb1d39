import { rmSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  computeIntegrity,
  promote,
  ReleaseConflict,
  readAudit,
  readLive,
  readRelease,
  type Store,
  setCanary,
} from '../src/index';
import type { Target } from '../src/pointers/publish';
import { createPlan } from '../src/pointers/rollout';
import { account, build, listFiles, numbered, release } from './build';
import { conditionalStores, type OpenedStore } from './stores';

describe.each(conditionalStores)('publish to %s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('publishes a release once and records its author', async () => {
    const dist = build();
    const { version } = await release(store, dist);
    expect(version).toMatch(/^1\.2\.3-[a-f0-9]{12}$/);
    expect(await readLive(store)).toMatchObject({
      revision: 1,
      remotes: { 'mf-booking': { version, history: [] } },
    });
    const record = await readRelease(store, 'mf-booking', version);
    expect(record?.routes).toEqual([
      { id: 'booking', path: '/booking/:id', files: ['web/static/route.0123456789.js'] },
    ]);
    expect(await readAudit(store)).toMatchObject([
      { action: 'publish', remote: 'mf-booking', from: null, to: version },
    ]);
    const files = await store.list('');
    expect(await release(store, dist)).toMatchObject({ version, outcome: 'unchanged' });
    expect(await store.list('')).toEqual(files);
  });

  test('reports what the policy of its pages blocks', async () => {
    const web = { 'remoteEntry.0123456789.js': 'e.innerHTML=t' };
    const steps: string[] = [];
    await release(store, build({ web, manifest: { packed: true } }), {
      report: (step) => steps.push(step),
    });
    expect(steps.join('\n')).toMatch(/makes markup from text; the page's CSP blocks it/);
  });

  test('lists the files of routes around an index route', async () => {
    const routes =
      "[{ id: 'layout', path: '/booking', Component: () => null, children: [{ id: 'start', index: true, Component: () => null }] }]";
    const chunks = {
      layout: ['web/remoteEntry.0123456789.js', 'web/layout.0123456789.js'],
      start: ['web/static/route.0123456789.js'],
    };
    const dist = build({
      routes,
      web: { 'layout.0123456789.js': 'layout' },
      manifest: { routes: chunks },
    });
    const { version } = await release(store, dist);
    const record = await readRelease(store, 'mf-booking', version);
    const layout = 'web/layout.0123456789.js';
    expect(record?.routes).toEqual([
      { id: 'start', path: '/booking', files: [layout, 'web/static/route.0123456789.js'] },
      { id: 'layout', path: '/booking', files: [layout] },
    ]);
  });

  test('compresses public files only', {
    tags: ['@fault-11.21'],
  }, async () => {
    const { version } = await release(store, build());
    const base = `mf-booking/${version}`;
    const record = await readRelease(store, 'mf-booking', version);
    const publicFiles = ['web/remoteEntry.0123456789.js', 'web/static/route.0123456789.js'];
    for (const file of publicFiles) {
      const plain = await store.read(`${base}/${file}`);
      const forms = {
        brotli: await store.read(`${base}/${file}.br`),
        gzip: await store.read(`${base}/${file}.gz`),
      };
      expect(brotliDecompressSync(forms.brotli ?? '')).toEqual(plain);
      expect(gunzipSync(forms.gzip ?? '')).toEqual(plain);
      expect(record?.files[file]).toMatchObject({
        bytes: plain?.length,
        brotli: {
          bytes: forms.brotli?.length,
          integrity: computeIntegrity(forms.brotli ?? Buffer.alloc(0)),
        },
        gzip: {
          bytes: forms.gzip?.length,
          integrity: computeIntegrity(forms.gzip ?? Buffer.alloc(0)),
        },
      });
    }
    const compressed = publicFiles.flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
    expect(await store.list(base)).toEqual(
      [...compressed, 'checks.json', 'release.json', 'server/remote.cjs']
        .map((file) => `${base}/${file}`)
        .sort(),
    );
  });

  test('reuses compressed forms of unchanged files', async () => {
    const first = await release(store, numbered(1));
    const read = store.read.bind(store);
    const asked: string[] = [];
    store.read = (file, maxBytes) => {
      asked.push(file);
      return read(file, maxBytes);
    };
    await release(store, numbered(2));
    const packed = asked.filter((file) => file.includes(first.version) && file.endsWith('.br'));
    const same = ['remoteEntry.0123456789.js.br', 'static/route.0123456789.js.br'];
    expect(packed.sort()).toEqual(same.map((file) => `mf-booking/${first.version}/web/${file}`));
  });

  test('gives changed content a new version and rolls back', async () => {
    const first = await release(store, build());
    const second = await release(store, numbered(2));
    expect(second.version).not.toBe(first.version);
    await promote(store, 'mf-booking', { version: first.version, why: 'test' });
    expect((await readLive(store)).remotes['mf-booking']).toMatchObject({
      version: first.version,
      history: [second.version],
    });
    await expect(
      promote(store, 'mf-booking', { version: '9.9.9-000000000000', why: 'test' }),
    ).rejects.toThrow(/not in the store/);
  });

  test.each([
    ['server/remote.cjs', /dist\/server\/remote\.cjs is missing/],
    [
      'web/remoteEntry.0123456789.js',
      /the entry web\/remoteEntry\.0123456789\.js is not among its files/,
    ],
    ['build.json', /contains no built remote/],
  ])('refuses a build without %s and stores no file', async (file, words) => {
    const dist = build();
    rmSync(path.join(dist, file));
    await expect(release(store, dist)).rejects.toThrow(words);
    expect(await listFiles(store)).toEqual(['site.json']);
  });

  test('refuses a changed file under an existing version', async () => {
    const dist = build();
    const { version } = await release(store, dist);
    await store.write(`mf-booking/${version}/web/static/route.0123456789.js`, Buffer.from('other'));
    await expect(release(store, dist)).rejects.toThrow(/has another web\/static\/route/);
  });

  test('never makes a damaged upload live', {
    tags: ['@fault-B3'],
  }, async () => {
    const write = store.write.bind(store);
    store.write = (file, content) =>
      write(file, file.endsWith('server/remote.cjs') ? content.subarray(1) : content);
    await expect(release(store, build())).rejects.toThrow(/another server\/remote\.cjs/);
    expect((await readLive(store)).remotes).toEqual({});
  });

  test('survives a crash at any write of a publish', {
    tags: ['@fault-B3'],
  }, async () => {
    const first = await release(store, numbered(1));
    for (let step = 0; await crashesAt(step, first.version); step++) expect(step).toBeLessThan(20);
    const audit = await readAudit(store);
    expect(audit.map(({ revision }) => revision)).toEqual(audit.map((_, index) => index + 1));
  });

  /** Crashes a publish at its write `step`, and runs gc; returns false if it had fewer writes. */
  async function crashesAt(step: number, before: string): Promise<boolean> {
    const crash = breakWrite(store, step);
    const outcome = await release(store, numbered(2)).catch((error: Error) => error);
    crash.restore();
    const live = (await readLive(store)).remotes['mf-booking']?.version;
    if (!crash.flipped) expect(live).toBe(before);
    if (!(outcome instanceof Error)) return false;
    for (const path of await store.list('mf-booking'))
      if (!path.includes(before)) await store.remove(path);
    if (crash.flipped) await promote(store, 'mf-booking', { version: before, why: 'again' });
    return true;
  }

  test('publishes two remotes concurrently', async () => {
    const [booking, other] = await Promise.all([
      release(store, build()),
      release(store, build(account)),
    ]);
    expect((await readLive(store)).remotes).toMatchObject({
      'mf-booking': { version: booking.version },
      'mf-account': { version: other.version },
    });
  });

  test('lets one of two concurrent publishes win', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((number) => release(store, numbered(number))),
    );
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          name: 'ReleaseConflict',
          message: expect.stringMatching(/changed to 1\.2\.3-\w+ during this publish/),
        });
    }
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(won[0]?.value.version);
  });

  const pointer = async () => (await readLive(store)).remotes['mf-booking'];

  test('ends a canary that is reverted to the live release', async () => {
    const { version } = await release(store, build());
    const bad = await release(store, numbered(2), { target: { percent: 10 } });
    expect(await release(store, build(), { target: { percent: 10 }, why: 'revert' })).toMatchObject(
      { version, outcome: 'unchanged', endedCanary: bad.version },
    );
    expect(await pointer()).toMatchObject({
      version,
      canary: { version: bad.version, percent: 0 },
    });
    expect((await readAudit(store)).at(-1)).toMatchObject({
      ...{ action: 'canary', from: version, to: bad.version, percent: 0 },
      why: `replaced by ${version}: revert`,
    });
  });

  test('ends the canary of another release with a live one', async () => {
    await release(store, build());
    const bad = await release(store, numbered(2), { target: { percent: 10 } });
    const next = await release(store, numbered(3));
    expect(next).toMatchObject({ outcome: 'published', endedCanary: bad.version });
    expect((await pointer())?.canary).toMatchObject({ version: bad.version, percent: 0 });
    const audit = await readAudit(store);
    expect(audit.slice(-2).map(({ action, to }) => [action, to])).toEqual([
      ['publish', next.version],
      ['canary', bad.version],
    ]);
  });

  test.each<[string, Target]>([
    ['canary', { percent: 10 }],
    ['rollout', { rollout: createPlan() }],
  ])('refuses a %s if another publish came first', async (_, target) => {
    const { version } = await release(store, build());
    const other = await release(store, numbered(2), { target: { percent: 0 } });
    const change = { version: other.version, why: 'test' };
    const overtaken = (gate: () => Promise<unknown>) =>
      expect(release(store, numbered(3), { target, gates: [async () => void (await gate())] }))
        .rejects;
    await overtaken(() => setCanary(store, 'mf-booking', { ...change, percent: 10 })).toThrow(
      new ReleaseConflict(
        `mf-booking changed to the canary ${other.version} during this publish; check that release, then publish again`,
      ),
    );
    expect(await pointer()).toMatchObject({ version, canary: { version: other.version } });
    await overtaken(() => promote(store, 'mf-booking', change)).toThrow(
      `mf-booking changed to ${other.version} during this publish`,
    );
  });

  test.each<[string, Target]>([
    ['canary', { percent: 10 }],
    ['rollout', { rollout: createPlan() }],
  ])('leaves a %s that went live meanwhile', async (_, target) => {
    await release(store, build());
    const { version } = await release(store, numbered(2), { target: { percent: 0 } });
    const gates = [
      async () => void (await promote(store, 'mf-booking', { version, why: 'its tag' })),
    ];
    expect(await release(store, numbered(2), { target, gates })).toEqual({
      ...{ name: 'mf-booking', version, outcome: 'unchanged' },
    });
    expect(await pointer()).toMatchObject({ version });
  });

  test('stores no file if a gate refuses', async () => {
    const refused = release(store, build(), {
      gates: [
        async ({ record, files }) =>
          Promise.reject(new ReleaseConflict(`${record.name} has ${files.size} files`)),
      ],
    });
    await expect(refused).rejects.toThrow('mf-booking has 5 files');
    expect(await listFiles(store)).toEqual(['site.json']);
  });
});

/** Fails one write of a store, counted from now; `flipped`: the live document was changed before. */
function breakWrite(store: Store, at: number) {
  const write = store.write.bind(store);
  const swap = store.compareAndSwap.bind(store);
  const fail = () => Promise.reject(new Error('crash'));
  let step = 0;
  const state = {
    flipped: false,
    restore: () => void Object.assign(store, { write, compareAndSwap: swap }),
  };
  store.write = (...args) => (step++ === at ? fail() : write(...args));
  store.compareAndSwap = (...args) => {
    if (step++ === at) return fail();
    state.flipped ||= args[0] === 'live.json';
    return swap(...args);
  };
  return state;
}
