import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, listShells, type Store, shellFile, storeShell } from '@carry/releases';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AssetServer } from './assets';
import { archiveOwnShell, ShellArchive } from './shell-archive';

const secret = 'what all sites of the installation have';
let folder: string;
let store: DirectoryStore;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-shells-'));
  store = new DirectoryStore(path.join(folder, 'store'));
  lines.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = (number: number) => `index.${String(number).padStart(10, '0')}.js`;

/** The build of a version of the shell. */
function built(number: number): string {
  const web = path.join(folder, `web-${number}`);
  mkdirSync(web);
  writeFileSync(path.join(web, nameOf(number)), `console.log(${number})`);
  return web;
}

/** A site of one version, asked for any file. */
function siteOf(web: string, from: Store = store, own = secret) {
  const archive = new ShellArchive({ store: from, secret: own, log });
  const assets = new AssetServer();
  const app = new Hono().get('/assets/:file', (context) =>
    assets.fromFolder(context, web, context.req.param('file'), archive.read),
  );
  return async (file: string) => {
    const answer = await app.request(`/assets/${file}`);
    return [answer.status, await answer.text(), answer.headers.get('cache-control')];
  };
}
const found = (number: number) => [
  200,
  `console.log(${number})`,
  'public, max-age=31536000, immutable',
];
const missing = [404, 'Not found', 'no-store'];

test('a site serves the files of every kept version, also of one that started after it', async () => {
  const [one, two] = [built(1), built(2)];
  await storeShell(store, one, secret);
  const ask = siteOf(one);
  expect(await ask(nameOf(1))).toEqual(found(1));
  expect(await ask(nameOf(2))).toEqual(missing);
  await storeShell(store, two, secret);
  expect(await ask(nameOf(2))).toEqual(found(2)); // though it has just looked
  expect(await siteOf(two)(nameOf(1))).toEqual(found(1));
});

test('a file that is not the one of its record, and a record that somebody without the secret made, are not served', async () => {
  const version = await storeShell(store, built(1), secret);
  await storeShell(store, built(3), 'the secret of somebody else');
  const ask = siteOf(built(2));
  expect(await ask(nameOf(3))).toEqual(missing);
  await store.write(shellFile(version, nameOf(1)), Buffer.from('evil()'));
  expect(await ask(nameOf(1))).toEqual(missing);
  expect(lines).toContain(`${shellFile(version, nameOf(1))} fails its hash: it is not served`);
});

test('what cannot be a file of a shell costs the store nothing; any number that ask for others at once look once or twice', async () => {
  await storeShell(store, built(1), secret);
  const list = vi.spyOn(store, 'list');
  const ask = siteOf(built(2));
  for (const file of ['logo.svg', 'index.js', 'x.zzzzzzzzzz.js'])
    expect(await ask(file)).toEqual(missing);
  expect(list).not.toHaveBeenCalled();
  await Promise.all(Array.from({ length: 200 }, (_, index) => ask(nameOf(100 + index))));
  expect(list.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a store that is gone stops no start; the files go there when it is back, which is logged once', async () => {
  await store.write('live.json', Buffer.from('{"revision":0,"remotes":{}}'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const write = vi.spyOn(store, 'write').mockRejectedValue(new Error('no bucket'));
  const end = await archiveOwnShell(built(1), { store, secret, log });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await listShells(store)).toEqual([]);
  write.mockRestore();
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await listShells(store)).toHaveLength(1));
  end();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('no bucket');
});

test('a store whose folder is gone is not made anew: it may come back whole', {
  tags: ['@fault-shell'],
}, async () => {
  const end = await archiveOwnShell(built(1), { store, secret, log });
  end();
  expect(existsSync(store.name)).toBe(false);
  expect(lines).toEqual([expect.stringContaining('nothing was published to it yet')]);
});
