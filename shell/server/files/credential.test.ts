// A site's bucket credential has the policy in deploy/bucket/site.json.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode, listShells, readAudit, readLive, type Store, setPreview } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { conformingS3, type Policy, S3Store } from '@carry/releases/testing/bucket';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReleaseFiles } from '../releases/release-files';
import { ReleaseSet } from '../releases/release-set';
import { openShells } from './shell-archive';

const policy = (name: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../deploy/bucket', `${name}.json`), 'utf8'),
  ) as Policy;

let folder: string;
let server: Server;
let lines: string[];
let storeAs: (accessKeyId: string) => Store;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-credential-'));
  lines = [];
  server = createServer(conformingS3({ site: policy('site'), releases: policy('releases') }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storeAs = (accessKeyId) =>
    new S3Store('carry', 'releases', {
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey: 'secret' },
    });
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // a shell may still write its last good set
});

test('serves, archives and rolls back with its own credential', async () => {
  const store = storeAs('site');
  const log = (line: string) => void lines.push(line);
  const first = await release(storeAs('releases'), numbered(1));
  const files = new ReleaseFiles(store, path.join(folder, 'good'), log);
  const set = new ReleaseSet({ store, files, getSite: () => fakeSite, log, onDamage: () => {} });
  await set.open();
  const served = () => set.compositionFor(null).owner('/booking/1')?.release.version;
  expect(served()).toBe(first.version);
  const { version } = await release(storeAs('releases'), numbered(2));
  await expect.poll(served, { timeout: 15_000 }).toBe(version);

  const web = path.join(folder, 'dist/web');
  mkdirSync(path.join(web, 'assets'), { recursive: true });
  writeFileSync(path.join(web, 'assets/index.0123456789.js'), 'shell');
  const shells = await openShells(web, { store, secret: 'secret', log });
  expect(await listShells(storeAs('releases'))).toHaveLength(1);
  expect(String(await shells.read('assets/index.0123456789.js'))).toBe('shell');

  await set.quarantine('mf-booking', { version, why: 'fails', to: first.version });
  expect((await readLive(storeAs('releases'))).remotes['mf-booking']?.version).toBe(first.version);
  expect((await readAudit(storeAs('releases'))).at(-1)).toMatchObject({ action: 'rolled-back' });
  await expect.poll(served).toBe(first.version);
  shells.close();
  set.close();
  expect(lines.filter((line) => !/in quarantine: fails/.test(line))).toEqual([]);
});

test.each<[string, (store: Store, version: string) => Promise<unknown>]>([
  ['a release file', (store, version) => store.write(`mf-booking/${version}/web/x.js`, x)],
  ['a record', (store, version) => store.write(`mf-booking/${version}/release.json`, x)],
  ['site.json', (store) => store.write('site.json', x)],
  [
    'a preview',
    (store, version) =>
      setPreview(store, {
        channel: 'pr-1',
        remote: 'mf-booking',
        version,
        expires: soon,
        why: 'look',
      }),
  ],
  ['a token record', (store) => store.compareAndSwap('tokens/1-a.json', null, x)],
  ['live.json by removing it', (store) => store.remove('live.json')],
  ['the audit log by removing an entry', (store) => store.remove('audit/1.json')],
])('denies a site credential to change %s', async (_, write) => {
  const { version } = await release(storeAs('releases'), numbered(1));
  const before = await storeAs('releases').list('');
  await expect(write(storeAs('site'), version)).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  expect(await storeAs('releases').list('')).toEqual(before);
});

const x = encode({});
const soon = new Date(Date.now() + 60_000);
