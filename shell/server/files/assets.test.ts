import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

function write(file: string, content: number | string, changedAt = 1) {
  const text = typeof content === 'number' ? 'x'.repeat(content) : content;
  writeFileSync(path.join(folder, file), text);
  utimesSync(path.join(folder, file), changedAt, changedAt);
}
const createTestApp = (assets: AssetServer) =>
  new Hono().get('/:file', (context) =>
    assets.fromFolder(context, folder, { file: context.req.param('file') }),
  );
function serve(assets: AssetServer) {
  const app = createTestApp(assets);
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

  test('serves a picture that was replaced', async () => {
    const get = serve(new AssetServer());
    write('logo.svg', 10);
    expect(await get('logo.svg')).toEqual({ status: 200, bytes: 10 });
    write('logo.svg', 20, 2);
    expect(await get('logo.svg')).toEqual({ status: 200, bytes: 20 });
  });

  test('serves a replaced picture of another size within one clock tick', async () => {
    const get = serve(new AssetServer());
    write('logo.svg', 10);
    expect((await get('logo.svg')).bytes).toBe(10);
    write('logo.svg', 20);
    expect((await get('logo.svg')).bytes).toBe(20);
  });

  test.each([
    ['a picture', 1, 7],
    ['a picture newer than its compressed file', 3, 10],
  ])('serves %s compressed only if it is current', async (_, changedAt, bytes) => {
    write('logo.svg', 10, changedAt);
    write('logo.svg.br', 7, 2);
    const headers = { 'accept-encoding': 'br' };
    const response = await createTestApp(new AssetServer()).request('/logo.svg', { headers });
    expect((await response.arrayBuffer()).byteLength).toBe(bytes);
  });

  test('evicts the least recently used file above the limit', async () => {
    for (const file of ['a.png', 'b.png', 'c.png']) write(file, 1000);
    const assets = new AssetServer(2500);
    const get = serve(assets);
    for (const file of ['a.png', 'b.png', 'a.png', 'c.png'])
      await Promise.all([get(file), get(file), get(file)]);
    expect(assets.size).toBe(2000);
    const read = async (file: string) => (await createTestApp(assets).request(`/${file}`)).text();
    for (const file of ['a.png', 'b.png', 'c.png']) write(file, 'y'.repeat(1000));
    expect(await read('a.png')).toMatch(/^x/);
    expect(await read('c.png')).toMatch(/^x/);
    expect(await read('b.png')).toMatch(/^y/);
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

  test.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=7-99', '789', 'bytes 7-9/10'],
    ['bytes=10-', '0123456789', null],
    ['bytes=5-4', '0123456789', null],
    ['bytes=-2', '0123456789', null],
  ])('answers %s of a video', async (range, body, part) => {
    writeFileSync(path.join(folder, 'a.mp4'), '0123456789');
    const app = new Hono().get('/', (context) =>
      new AssetServer().fromFolder(context, folder, { file: 'a.mp4' }),
    );
    const response = await app.request('/', { headers: { range } });
    const { status, headers } = response;
    expect([status, headers.get('content-range')]).toEqual([part ? 206 : 200, part]);
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(await response.text()).toBe(body);
  });

  test.each([undefined, 'bytes=0-99999'])('answers range %s without a copy', async (range) => {
    write('a.mp4', 200_000);
    const assets = new AssetServer();
    const bodies: unknown[] = [];
    const app = new Hono().get('/', (context) => {
      const { body } = context;
      context.body = ((bytes: Uint8Array<ArrayBuffer>, status: 206) => {
        bodies.push(bytes.buffer);
        return body(bytes, status);
      }) as typeof body;
      return assets.fromFolder(context, folder, { file: 'a.mp4' });
    });
    const headers = { ...(range && { range }) };
    for (let visit = 0; visit < 2; visit++)
      expect((await app.request('/', { headers })).status).toBe(range ? 206 : 200);
    expect(bodies[1] === bodies[0]).toBe(true);
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
