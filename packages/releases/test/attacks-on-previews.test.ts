// Attacks on previews: with another team's key, or with replayed changes.
import type { PreviewDocument } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { encode, endPreview, readAudit, readPreviews, setPreview } from '../src/index';
import { HttpStoreClient } from '../src/service/http-store-client';
import { build, release } from './build';
import {
  accounts,
  bench,
  booking,
  listen,
  openStore,
  prepareService,
  startService,
} from './service-bench';

prepareService();

const soon = () => new Date(Date.now() + 60_000);

test('rejects a replayed preview after its end', {
  tags: ['@fault-replay'],
}, async () => {
  const { sent, again } = listen();
  const [url, other] = [await startService(), await startService()];
  const store = openStore(url, booking);
  const { version } = await release(openStore(url, booking), build());
  sent.length = 0;
  for (const why of ['look', 'look again']) {
    await setPreview(store, {
      channel: 'pr-1',
      remote: 'mf-booking',
      version,
      expires: soon(),
      why,
    });
    await endPreview(store, { channel: 'pr-1', remote: 'mf-booking', why: 'seen' });
  }
  const was = await Promise.all([readPreviews(bench.behind, 'pr-1'), readAudit(bench.behind)]);
  expect(was[0]).toMatchObject({ revision: 4, remotes: {} });
  expect(was[1].slice(1).map(({ action, why }) => `${action}: ${why}`)).toEqual([
    'preview: look',
    'preview-end: seen',
    'preview: look again',
    'preview-end: seen',
  ]);
  for (const request of sent) expect((await again(other, request)).status).toBe(403);
  expect(await Promise.all([readPreviews(bench.behind, 'pr-1'), readAudit(bench.behind)])).toEqual(
    was,
  );
});

test('records each change of previews in order', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  const { version } = await release(store, build());
  await setPreview(store, {
    channel: 'pr-1',
    remote: 'mf-booking',
    version,
    expires: soon(),
    why: 'look',
  });
  const made = (await bench.behind.read('previews/pr-1.json')) as Buffer;
  await bench.behind.remove('previews/pr-1.json');
  const { change, ...rest } = JSON.parse(made.toString()) as PreviewDocument;
  const write = (document: object) =>
    new HttpStoreClient(url, booking).compareAndSwap('previews/pr-1.json', null, encode(document));
  await expect(write({ ...rest, change, revision: 2 })).rejects.toThrow(/must have revision 1,/);
  await expect(write(rest)).rejects.toThrow(/must have revision 1,/);
  await expect(write({ ...rest, change: { ...change, who: 'ceo' } })).rejects.toThrow(
    /names 'ceo'/,
  );
  const lies = { action: 'publish', channel: 'pr-2', to: null } as const;
  expect(await write({ ...rest, change: { ...change, ...lies } })).toBe(true);
  const stored = await readPreviews(bench.behind, 'pr-1');
  expect(stored?.change).toMatchObject({ action: 'preview', channel: 'pr-1', to: version });
});

test('rejects previews by another team', async () => {
  const url = await startService();
  const { version } = await release(openStore(url, booking), build());
  await setPreview(openStore(url, booking), {
    channel: 'pr-1',
    remote: 'mf-booking',
    version,
    expires: soon(),
    why: 'look',
  });
  const was = (await bench.behind.read('previews/pr-1.json')) as Buffer;
  const thief = new HttpStoreClient(url, accounts);
  const entry = { version, expires: soon().toISOString() };
  const refused = /may not make previews of mf-booking/;
  const write = (file: string, before: Buffer | null, remotes: object) =>
    thief.compareAndSwap(file, before, encode({ remotes }));
  await expect(write('previews/mine.json', null, { 'mf-booking': entry })).rejects.toThrow(refused);
  await expect(write('previews/pr-1.json', was, { 'mf-booking': entry })).rejects.toThrow(refused);
  await expect(write('previews/pr-1.json', was, {})).rejects.toThrow(refused);
  await expect(
    write('previews/pr-1.json', was, { 'mf-booking': entry, 'mf-account': entry }),
  ).rejects.toThrow(/must affect exactly one remote/);
  await expect(write('previews/../live.json', null, {})).rejects.toThrow(
    /cannot be changed this way/,
  );
  await expect(thief.previewLink('mf-booking', 'pr-1')).rejects.toThrow(/may not show previews/);
  expect(await bench.behind.read('previews/pr-1.json')).toEqual(was);
});
