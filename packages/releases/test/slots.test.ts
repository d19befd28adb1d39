import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryStore, installSite, promote, readRelease, retire, rollback } from '../src/index';
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
    await rollback(store, 'mf-booking', { why: 'a rollback must be possible' });
    await promote(store, 'mf-booking', { version, why: 'back' });
    expect(without.version).not.toBe(version);
  });
});
