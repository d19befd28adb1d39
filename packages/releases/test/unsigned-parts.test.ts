// A bucket writer changed a live pointer; no command signs those changes.
import type { LivePointer } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { encode, promote, readLive } from '../src/index';
import { build, numbered, release } from './build';
import { bench, booking, openStore, prepareService, startService } from './service-bench';

prepareService();
const REMOTE = 'mf-booking';
const at = new Date().toISOString();
const parts: [string, (old: string) => object, RegExp][] = [
  ['a canary', (version) => ({ canary: { version, percent: 99, takenBack: false } }), /canary/],
  ['a feature flag', () => ({ flags: { hurry: 100 } }), /flag hurry/],
  ['a quarantine', (old) => ({ quarantine: { [old]: { who: 'x', at, why: '' } } }), /quarantine/],
];

test.each(parts)('promote refuses to sign %s of a refused pointer', async (_, make, words) => {
  const store = openStore(await startService(), booking);
  const { version: old } = await release(store, build());
  const { version } = await release(store, numbered(2));
  const live = await readLive(bench.behind);
  const { order: _order, ...pointer } = live.remotes[REMOTE] as LivePointer;
  const remotes = { ...live.remotes, [REMOTE]: { ...pointer, ...make(old) } };
  await bench.behind.write('live.json', encode({ ...live, remotes }));
  await expect(promote(store, REMOTE, { version, why: 'again' })).rejects.toThrow(words);
  expect((await readLive(bench.behind)).revision).toBe(live.revision);
});

test('promote drops the history of a refused pointer', async () => {
  const store = openStore(await startService(), booking);
  const { version: old } = await release(store, build());
  const { version } = await release(store, numbered(2));
  const live = await readLive(bench.behind);
  const { order: _, ...pointer } = live.remotes[REMOTE] as LivePointer;
  expect(pointer.history).toEqual([old]);
  await bench.behind.write('live.json', encode({ ...live, remotes: { [REMOTE]: pointer } }));
  const { change, remotes } = await promote(store, REMOTE, { version, why: 'again' });
  expect(change).toMatchObject({ action: 'sign' });
  expect(remotes[REMOTE]?.history).toEqual([]);
});
