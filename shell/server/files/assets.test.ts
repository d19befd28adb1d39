import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidPath } from '@carry/releases';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DamagedRelease, type ReleaseFiles } from '../releases/release-files';
import { AssetServer } from './assets';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, bytes: number) =>
  writeFileSync(path.join(folder, file), 'x'.repeat(bytes));
function serve(assets: AssetServer) {
  const app = new Hono().get('/:file', (context) =>
    assets.fromFolder(context, folder, { file: context.req.param('file') }),
  );
  return async (file: string) => {
    const answer = await app.request(`/${file}`);
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };
}

describe('AssetServer', () => {
  test('reads a file once for concurrent requests', async () => {
    write('a.png', 1000);
    const assets = new AssetServer();
    const get = serve(assets);
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('a.png')));
    expect(answers.every(({ status, bytes }) => status === 200 && bytes === 1000)).toBe(true);
    expect(assets.size).toBe(1000);
  });

  test('evicts the least recently used file above the limit', async () => {
    for (const file of ['a.png', 'b.png', 'c.png']) write(file, 1000);
    const assets = new AssetServer(2500);
    const get = serve(assets);
    for (const file of ['a.png', 'b.png', 'a.png', 'c.png'])
      await Promise.all([get(file), get(file), get(file)]);
    expect(assets.size).toBe(2000);
    rmSync(folder, { recursive: true });
    expect((await get('a.png')).status).toBe(200);
    expect((await get('b.png')).status).toBe(404);
    expect((await get('c.png')).status).toBe(200);
  });

  test('serves files that are empty or exceed the cache', async () => {
    const files = Array.from({ length: 20 }, (_, index) => `${index}.png`);
    for (const file of files) write(file, 400);
    write('large.png', 5000);
    write('empty.png', 0);
    const assets = new AssetServer(1000);
    const get = serve(assets);
    const answers = await Promise.all(files.map(get));
    expect(answers.every(({ status, bytes }) => status === 200 && bytes === 400)).toBe(true);
    expect(await get('large.png')).toEqual({ status: 200, bytes: 5000 });
    expect(await get('empty.png')).toEqual({ status: 200, bytes: 0 });
    expect(assets.size).toBeLessThanOrEqual(1000);
  });

  test('answers 503 while the store fails', async () => {
    let fails = true;
    const read = async () => {
      if (fails) throw new Error('the store cannot be reached');
      return Buffer.from('x');
    };
    const files = { read } as unknown as ReleaseFiles;
    const assets = new AssetServer();
    const version = { name: 'mf-booking', version: '1.0.0', onDamage: () => {} };
    const app = new Hono()
      .get('/release', (context) =>
        assets.fromRelease(context, files, { ...version, file: 'web/a.js' }),
      )
      .get('/shell', (context) =>
        assets.fromFolder(context, folder, { file: 'a.js', archived: read }),
      );
    for (const path of ['/release', '/shell']) {
      fails = true;
      const { status, headers } = await app.request(path);
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
        503,
        '2',
        'no-store',
      ]);
      fails = false;
      expect((await app.request(path)).status).toBe(200);
    }
  });

  test('answers 404 for a damaged file and a path outside the store', async () => {
    for (const error of [new DamagedRelease('fails its hash'), new InvalidPath('a//b')]) {
      const files = { read: () => Promise.reject(error) } as unknown as ReleaseFiles;
      const app = new Hono().get('/release', (context) =>
        new AssetServer().fromRelease(context, files, {
          name: 'mf-booking',
          version: '1.0.0',
          file: 'web/a.js',
          onDamage: () => {},
        }),
      );
      expect((await app.request('/release')).status).toBe(404);
    }
  });

  test('does not cache a missing file', async () => {
    const get = serve(new AssetServer());
    expect((await get('a.png')).status).toBe(404);
    write('a.png', 10);
    expect(await get('a.png')).toEqual({ status: 200, bytes: 10 });
  });
});
