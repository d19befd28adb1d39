import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, listShells, type Store, shellFile, storeShell } from '@carry/releases';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AssetServer } from './assets';
import { archiveOwnShell, ShellArchive } from './shell-archive';

const secret = 'a secret that all sites share';
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

const getName = (number: number) => `index.${String(number).padStart(10, '0')}.js`;

function buildShell(number: number): string {
  const web = path.join(folder, `web-${number}`);
  mkdirSync(web);
  writeFileSync(path.join(web, getName(number)), `console.log(${number})`);
  return web;
}

function createSite(web: string, from: Store = store, siteSecret = secret) {
  const archive = new ShellArchive({ store: from, secret: siteSecret, log });
  const assets = new AssetServer();
  const app = new Hono().get('/assets/:file', (context) =>
    assets.fromFolder(context, web, { file: context.req.param('file'), archived: archive.read }),
  );
  return async (file: string) => {
    const answer = await app.request(`/assets/${file}`);
    return [answer.status, await answer.text(), answer.headers.get('cache-control')];
  };
}
const getResponse = (number: number) => [
  200,
  `console.log(${number})`,
  'public, max-age=31536000, immutable',
];
const missing = [404, 'Not found', 'no-store'];

describe('shell archive', () => {
  test('serves the files of other shell versions', async () => {
    const [one, two] = [buildShell(1), buildShell(2)];
    await storeShell(store, one, { secret });
    const ask = createSite(one);
    expect(await ask(getName(1))).toEqual(getResponse(1));
    expect(await ask(getName(2))).toEqual(missing);
    await storeShell(store, two, { secret });
    expect(await ask(getName(2))).toEqual(getResponse(2));
    expect(await createSite(two)(getName(1))).toEqual(getResponse(1));
  });

  test('rejects damaged files and foreign records', async () => {
    const version = await storeShell(store, buildShell(1), { secret });
    await storeShell(store, buildShell(3), { secret: 'a foreign secret' });
    const ask = createSite(buildShell(2));
    expect(await ask(getName(3))).toEqual(missing);
    await store.write(shellFile(version, getName(1)), Buffer.from('evil()'));
    expect(await ask(getName(1))).toEqual(missing);
    expect(lines).toContain(`${shellFile(version, getName(1))} fails its hash, not served`);
  });

  test('limits store reads for unknown files', async () => {
    await storeShell(store, buildShell(1), { secret });
    const list = vi.spyOn(store, 'list');
    const ask = createSite(buildShell(2));
    for (const file of ['logo.svg', 'index.js', 'x.zzzzzzzzzz.js'])
      expect(await ask(file)).toEqual(missing);
    expect(list).not.toHaveBeenCalled();
    await Promise.all(Array.from({ length: 200 }, (_, index) => ask(getName(100 + index))));
    expect(list.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('starts without the store and archives later', async () => {
    await store.write('live.json', Buffer.from('{"revision":0,"remotes":{}}'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const write = vi.spyOn(store, 'write').mockRejectedValue(new Error('no bucket'));
    const end = await archiveOwnShell(buildShell(1), { store, secret, log });
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

  test('does not recreate a missing store folder', {
    tags: ['@fault-shell'],
  }, async () => {
    const end = await archiveOwnShell(buildShell(1), { store, secret, log });
    end();
    expect(existsSync(store.name)).toBe(false);
    expect(lines).toEqual([expect.stringContaining('the store is empty or missing')]);
  });
});
