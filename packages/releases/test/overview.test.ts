import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditEntry } from '@carry/contracts/release';
import { expect, test, vi } from 'vitest';
import {
  abortRollout,
  announceRollout,
  DirectoryStore,
  encode,
  holdRollout,
  readLive,
  type Store,
} from '../src/index';
import { addFreeze } from '../src/pointers/freeze';
import { writeAudit } from '../src/pointers/live';
import { signStored } from '../src/pointers/sign-stored';
import { readDifference } from '../src/reports/difference';
import { readOverview, readReleaseDetails, readRemote } from '../src/reports/overview';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { build, numbered, release } from './build';

const openStore = () => new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-store-')));
const entry = (remote: string, minute: number): AuditEntry => ({
  at: new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString(),
  ...{ who: 'reviewer', action: 'preview', remote, from: null, to: null, why: 'a look' },
});

test('a release keeps its author after any number of previews', async () => {
  const store = openStore();
  const first = await release(store, build());
  const { version } = await release(store, numbered(2));
  for (let minute = 0; minute < 50; minute++) await writeAudit(store, entry('mf-booking', minute));
  const known = { version, liveSince: expect.any(String), by: expect.any(String) };
  const { remotes } = await readOverview(store, async () => ({}) as never);
  expect(remotes.find(({ name }) => name === 'mf-booking')).toMatchObject({ live: known });
  const { releases, changes } = await readRemote(store, 'mf-booking');
  expect(releases.find((one) => one.version === version)).toMatchObject(known);
  expect(changes).toHaveLength(10);
  const versions = { from: first.version, to: version };
  expect((await readDifference(store, 'mf-booking', versions)).to).toMatchObject(known);
});

test.each([
  ['higher revisions', 1000, { who: 'kim', at: '2026-01-01T00:00:00.000Z' }],
  ['lower revisions', 0, { who: undefined, at: undefined }],
])('a release gets no false author by entries with %s', async (_, offset, known) => {
  const store: Store = openStore();
  const { version } = await release(store, build());
  const live = await readLive(store);
  await store.write('live.json', encode({ ...live, revision: 900 }));
  const at = '2026-01-01T00:00:00.000Z';
  const real = { ...entry('mf-booking', 0), action: 'promote', to: version } as const;
  await writeAudit(store, { ...real, who: 'kim', at, revision: 800 });
  for (let minute = 0; minute < 40; minute++)
    await writeAudit(store, {
      ...real,
      ...entry('mf-booking', minute),
      action: 'promote',
      to: version,
      revision: 801 + offset + minute,
    });
  store.checkEntry = ({ who }) => (who === 'kim' ? 'verified' : 'unverified');
  const { remotes } = await readOverview(store, async () => ({}) as never);
  const summary = remotes.find(({ name }) => name === 'mf-booking')?.live;
  expect([summary?.by ?? undefined, summary?.liveSince ?? undefined]).toEqual([
    known.who,
    known.at,
  ]);
});

test('a release shows that the entry of its author is not signed', async () => {
  const store: Store = openStore();
  await release(store, build());
  store.checkEntry = () => 'unsigned';
  const { remotes } = await readOverview(store, async () => ({}) as never);
  expect(remotes.find(({ name }) => name === 'mf-booking')?.live).toMatchObject({
    by: expect.any(String),
    unsigned: true,
  });
});

test('shows that the last step of a rollout is done', async () => {
  const store = openStore();
  await release(store, build());
  const { version } = await release(store, numbered(2), {
    target: { rollout: { steps: [{ percent: 5, minutes: 0, views: 0 }] } },
  });
  const read = async () => (await readRemote(store, 'mf-booking')).finished;
  expect(await read()).toBe(false);
  const { revision: liveRevision } = await readLive(store);
  const about = { remote: 'mf-booking', version, percent: 5, liveRevision };
  await announceRollout(store, { ...about, action: 'rollout-finished', why: 'not worse' });
  expect(await read()).toBe(true);
});

test('shows the hold and the freeze of a running rollout', async () => {
  const store = openStore();
  await release(store, build());
  const { version } = await release(store, numbered(2), {
    target: { rollout: { steps: [{ percent: 5, minutes: 0, views: 0 }] } },
  });
  const now = Date.now() + 60_000;
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const read = async (time = now) => {
    const { remotes } = await readOverview(store, async () => ({}) as never, time);
    const booking = remotes.find(({ name }) => name === 'mf-booking');
    const { hold, freeze } = await readRemote(store, 'mf-booking', { now: time });
    expect({ hold, freeze }).toEqual({ hold: booking?.hold, freeze: booking?.freeze });
    return { hold, freeze };
  };
  expect(await read()).toEqual({ hold: null, freeze: null });
  const { revision: liveRevision } = await readLive(store);
  const hold = { remote: 'mf-booking', version, percent: 5, liveRevision };
  await holdRollout(store, { ...hold, why: 'LCP is above 2 s' });
  const window = { from: at(-1), until: at(10), why: 'finals' };
  await addFreeze(store, undefined, { window, why: 'finals' });
  const longer = { from: at(-1), until: at(20), why: 'sale' };
  await addFreeze(store, 'mf-booking', { window: longer, why: 'sale' });
  expect(await read()).toEqual({ hold: 'LCP is above 2 s', freeze: longer });
  expect(await read(now + 30 * 60_000)).toMatchObject({ freeze: null });
  await abortRollout(store, 'mf-booking', { why: 'wrong' });
  expect(await read()).toEqual({ hold: null, freeze: longer });
});

test.each<[string, string, (store: Store, version: string) => Promise<unknown>]>([
  ['the overview', 'release', showOverview],
  ['a remote', 'release', (store) => readRemote(store, 'mf-booking')],
  ['a release', 'release', (store, at) => readReleaseDetails(store, 'mf-booking', at)],
  ['checks', 'checks', (store, at) => readReleaseDetails(store, 'mf-booking', at)],
  [
    'a comparison',
    'release',
    (store, at) => readDifference(store, 'mf-booking', { from: at, to: at }),
  ],
])('a failed read of %s is reported, not shown as damage', async (_, file, show) => {
  const store = openStore();
  const { version } = await release(store, build());
  const read = store.read.bind(store);
  const reading = vi.spyOn(store, 'read').mockImplementation(async (path, maxBytes) => {
    if (path.endsWith(`/${file}.json`)) throw new Error('socket hang up');
    return read(path, maxBytes);
  });
  await expect(show(store, version)).rejects.toThrow('socket hang up');
  reading.mockRestore();
  expect(JSON.stringify(await show(store, version))).toContain('"commit":"abc"');
});

test('shows a release as intact once it is signed', async () => {
  const unsigned = openStore();
  const { version } = await release(unsigned, build());
  const key = readSigningKey(newPrivateKey());
  const signed = new SignedStore(unsigned, () => deriveTrust(null, [key.publicKey]), key);
  const live = async () => (await showOverview(signed)).remotes[0]?.live;
  await unsigned.remove('site.json');
  expect(await live()).toMatchObject({ version, commit: null });
  await signStored({ unsigned, signed }, 'mf-booking', { version, why: 'intact' });
  expect(await live()).toMatchObject({ version, commit: 'abc' });
});

function showOverview(store: Store) {
  return readOverview(store, async () => ({}) as never);
}
