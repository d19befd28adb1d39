import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addOwner,
  DirectoryStore,
  encode,
  installSite,
  promote,
  readLive,
  readRelease,
  retire,
  rollback,
  setCanary,
} from '../src/index';
import { build, release } from './build';

const FILES = { 'static/slot.0123456789.js': 'slot' };

function buildWith({
  name,
  parts,
  manifest = {},
  budgets = { '*': 10_000 },
}: {
  name: string;
  /** More members of the module. */
  parts: string;
  manifest?: Record<string, unknown>;
  budgets?: Record<string, number>;
}): string {
  const path = `/${name.slice(3)}/:id`;
  const routes = `[{ id: 'booking', path: '${path}', Component: () => null }]`;
  const server = `exports.default = { contractVersion: 2, createRoutes: () => ${routes}, ${parts} };`;
  return build({ name, server, manifest, budgets, web: FILES });
}

const slots = { coach: ['web/static/slot.0123456789.js'] };
const SLOT = 'slots: { coach: async () => ({ Component: () => null }) }';
const provider = () => buildWith({ name: 'mf-booking', parts: SLOT, manifest: { slots } });
const consumer = (slot = 'mf-booking.coach') =>
  buildWith({ name: 'mf-account', parts: `consumes: ['${slot}']` });

describe('slots of a release', () => {
  let store: DirectoryStore;
  beforeEach(async () => {
    store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-slots-')));
    const owners = { 'mf-booking': { paths: ['/booking'] }, 'mf-account': { paths: ['/account'] } };
    await installSite(store, { schema: 1, owners, frame: { links: [] } }, { why: 'test' });
  });
  afterEach(() => rmSync(store.name, { recursive: true }));

  it('are in its record', async () => {
    const { version } = await release(store, provider());
    expect((await readRelease(store, 'mf-booking', version))?.slots).toEqual({
      coach: { files: slots.coach },
    });
    const consuming = await release(store, consumer());
    expect((await readRelease(store, 'mf-account', consuming.version))?.consumes).toEqual([
      'mf-booking.coach',
    ]);
  });

  it.each([
    ['without a live remote', () => consumer('mf-coach.coach'), 'but mf-coach is not live'],
    ['of its own', () => consumer('mf-account.coach'), 'consumes its own slot'],
    ['with a malformed name', () => consumer('coach'), 'that it consumes are malformed'],
    [
      'without a component',
      () => buildWith({ name: 'mf-booking', parts: 'slots: { coach: async () => ({}) }' }),
      'its slot coach has no Component',
    ],
    [
      'that cannot be loaded',
      () =>
        buildWith({
          name: 'mf-booking',
          parts: "slots: { coach: async () => { throw new Error('boom'); } }",
        }),
      'its slot coach cannot be loaded (boom)',
    ],
    [
      'without a chunk of its name',
      () => buildWith({ name: 'mf-booking', parts: SLOT }),
      'its slot coach is loaded from a chunk without its name',
    ],
    [
      'over its budget',
      () =>
        buildWith({
          name: 'mf-booking',
          parts: SLOT,
          manifest: { slots },
          budgets: { '*': 10_000, 'slot-coach': 10 },
        }),
      'its slot coach loads',
    ],
  ])('refuses one %s', async (_, dist, message) => {
    await expect(release(store, dist())).rejects.toThrow(message);
  });

  it('stay while another remote shows them', async () => {
    const without = await release(store, buildWith({ name: 'mf-booking', parts: '' }));
    const { version } = await release(store, provider());
    await release(store, consumer());
    const other = buildWith({ name: 'mf-booking', parts: 'flags: undefined, slots: {}' });
    await expect(release(store, other)).rejects.toThrow(
      'mf-booking: lacks the slot mf-booking.coach, which mf-account shows',
    );
    await expect(retire(store, 'mf-booking', { why: 'test' })).rejects.toThrow(
      'mf-account shows the slot mf-booking.coach; publish mf-account without it',
    );
    const read = vi.spyOn(store, 'read').mockImplementation(async (path, maxBytes) => {
      if (path.startsWith('mf-account/')) throw new Error('socket hang up');
      return DirectoryStore.prototype.read.call(store, path, maxBytes);
    });
    await expect(retire(store, 'mf-booking', { why: 'test' })).rejects.toThrow('socket hang up');
    read.mockRestore();
    await rollback(store, 'mf-booking', { why: 'a rollback must be possible' });
    await promote(store, 'mf-booking', { version, why: 'back' });
    expect(without.version).not.toBe(version);
  });

  it('allow a repair of a page whose origins have no room', async () => {
    const publish = (slot: string, content: string) =>
      release(
        store,
        buildWith({
          name: 'mf-account',
          parts: `consumes: [${slot}], note: '${content}'`,
        }),
      );
    for (const name of ['mf-one', 'mf-two']) {
      await addOwner(store, name, { owner: { paths: [`/${name.slice(3)}`] }, why: 'test' });
      await release(store, buildWith({ name, parts: SLOT, manifest: { slots } }));
    }
    await publish("'mf-one.coach'", 'a');
    const site = JSON.parse(String(await store.read('site.json')));
    for (const [remote, length] of [
      ['mf-one', 5000],
      ['mf-two', 100],
    ] as const)
      site.owners[remote].connect = ['https://api.example'.padEnd(length, 'x')];
    await store.write('site.json', encode(site)); // as before the limit
    await expect(publish("'mf-one.coach', 'mf-two.coach'", 'b')).rejects.toThrow('its origins');
    const { version } = await publish("'mf-one.coach'", 'b');
    expect((await readLive(store)).remotes['mf-account']?.version).toBe(version);
  });

  it('refuse more origins of an owner than a page has room for', async () => {
    const grant = (remote: string, length: number) => {
      const connect = [`https://api.${remote}.example/`.padEnd(length, 'x').replace('/x', '.x')];
      const owner = { paths: [`/${remote.slice(3)}`], connect };
      return addOwner(store, remote, { owner, why: 'test' });
    };
    const providers = ['mf-one', 'mf-two', 'mf-three', 'mf-four'];
    for (const name of providers) {
      await grant(name, 1200);
      await release(store, buildWith({ name, parts: SLOT, manifest: { slots } }));
    }
    const consumes = providers.map((name) => `'${name}.coach'`).join(', ');
    const { version } = await release(
      store,
      buildWith({ name: 'mf-account', parts: `consumes: [${consumes}]` }),
    );
    await expect(grant('mf-account', 60)).rejects.toThrow(
      `mf-account@${version}: its origins and those of the remotes whose slots it shows (mf-one, mf-two, mf-three, mf-four) would have 4860`,
    );
    await grant('mf-one', 1100);
    const frames = ['https://clips.example'.padEnd(200, 'x')];
    await expect(
      addOwner(store, 'mf-account', { owner: { paths: ['/account'], frames }, why: 'test' }),
    ).rejects.toThrow(`mf-account@${version}: its origins`);
    await grant('mf-account', 60);
    await expect(grant('mf-one', 1200)).rejects.toThrow('room for 4800');
  });

  it('count for the origins of a page while its canary runs', async () => {
    const grant = (length: number) =>
      addOwner(store, 'mf-one', {
        owner: { paths: ['/one'], connect: ['https://api.example'.padEnd(length, 'x')] },
        why: 'test',
      });
    await grant(100);
    const names = ['mf-one', 'mf-two', 'mf-three', 'mf-four', 'mf-five'];
    for (const name of names) {
      if (name !== 'mf-one') {
        const connect = [`https://${name}.example`.padEnd(1150, 'x')];
        const owner = { paths: [`/${name.slice(3)}`], connect };
        await addOwner(store, name, { owner, why: 'test' });
      }
      await release(store, buildWith({ name, parts: SLOT, manifest: { slots } }));
    }
    const consumes = names.map((name) => `'${name}.coach'`).join(', ');
    await release(store, buildWith({ name: 'mf-account', parts: 'consumes: []' }));
    const { version } = await release(
      store,
      buildWith({ name: 'mf-account', parts: `consumes: [${consumes}]` }),
      { target: { percent: 10 } },
    );
    await expect(grant(300)).rejects.toThrow(`mf-account@${version}: its origins`);
    await setCanary(store, 'mf-account', { version, percent: 0, why: 'test' });
    await grant(300);
  });

  it('grant no origins while the live releases cannot be read', async () => {
    const read = store.read.bind(store);
    store.read = (file, maxBytes) =>
      file === 'live.json' ? Promise.reject(new Error('away')) : read(file, maxBytes);
    const owner = { paths: ['/one'], connect: ['https://api.example'] };
    await expect(addOwner(store, 'mf-one', { owner, why: 'test' })).rejects.toThrow('away');
    store.read = async (file, maxBytes) =>
      file === 'live.json' ? Buffer.from('{') : read(file, maxBytes);
    await addOwner(store, 'mf-one', { owner, why: 'test' });
  });
});
