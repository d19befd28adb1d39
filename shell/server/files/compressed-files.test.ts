import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DirectoryStore } from '@carry/releases';
import { build, release } from '@carry/releases/testing';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReleaseFiles } from '../releases/release-files';
import { AssetServer } from './assets';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-compressed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = 'web/static/route.0123456789.js';

test.each(['br', 'gz'])(
  'serves the plain file if its .%s is damaged',
  { tags: ['@fault-11.21'] },
  async (suffix) => {
    const store = new DirectoryStore(path.join(folder, 'store'));
    const { version, name } = await release(store, build());
    const files = new ReleaseFiles(store, path.join(folder, 'good'));
    const damages: string[] = [];
    const ask = async () => {
      const assets = new AssetServer();
      const app = new Hono().get('*', (context) =>
        assets.fromRelease(context, files, {
          ...{ name, version, file },
          onDamage: (why) => damages.push(why),
        }),
      );
      const answer = await app.request('/', {
        headers: { 'accept-encoding': suffix === 'br' ? 'br' : 'gzip' },
      });
      return {
        encoding: answer.headers.get('content-encoding'),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const intact = await ask();
    expect(intact.encoding).toBe(suffix === 'br' ? 'br' : 'gzip');
    if (suffix === 'gz') expect(gunzipSync(intact.body).toString()).toBe('route');
    const packed = await store.read(`${name}/${version}/${file}.${suffix}`);
    await store.write(`${name}/${version}/${file}.${suffix}`, Buffer.from(packed ?? '').reverse());
    expect(await ask()).toEqual({ encoding: null, body: Buffer.from('route') });
    const record = await files.record(name, version);
    if (record) await files.verify(record);
    expect((await ask()).encoding).toBeNull();
    expect(damages).toEqual([]);
  },
);
