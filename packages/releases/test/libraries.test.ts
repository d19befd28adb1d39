import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../src/checks/files';
import { checkScoping, readNeeds } from '../src/checks/scoping';
import { HttpStoreClient } from '../src/service/http-store-client';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';

/** Returns a built file of one line whose source map points to `source`. */
function builtFrom(source: string, code: string) {
  const map = { version: 3, sources: [`webpack://mf-help/${source}`], names: [], mappings: 'AAAA' };
  return {
    name: 'mf-help',
    files: new Map([['web/a.0123456789.js', Buffer.from(code)]]),
    maps: new Map([['maps/web/a.0123456789.js.map.gz', gzipSync(JSON.stringify(map))]]),
  };
}

describe('checkScoping', () => {
  it('notes markup from text in a package', async () => {
    const build = builtFrom(
      '../../node_modules/.pnpm/d3@1/node_modules/d3-selection/html.js',
      'e.innerHTML=t',
    );
    expect((await checkScoping(build)).notes).toEqual([
      expect.stringMatching(/^node_modules\/d3-selection\/html\.js:1:1 makes markup from text$/),
    ]);
  });

  it("refuses markup from text in the team's own code, with its place", async () => {
    await expect(checkScoping(builtFrom('src/page.tsx', 'e.innerHTML=t'))).rejects.toThrow(
      /src\/page\.tsx:1:1 makes markup from text; the page's policy/,
    );
  });

  it('refuses storage in a package', async () => {
    const cookies = builtFrom('node_modules/other/cookies.js', 'document.cookie="a"');
    await expect(checkScoping(cookies)).rejects.toThrow(
      /node_modules\/other\/cookies\.js:1:1 uses document\.cookie; all remotes share/,
    );
    const axios = builtFrom('node_modules/axios/lib/cookies.js', 'document.cookie="a"');
    await expect(checkScoping(axios)).rejects.toThrow(/use ky, fetch/);
  });
});

describe('needs of a build', () => {
  const readPolicyNeeds = async (code: string) =>
    (
      await checkScoping({
        name: 'mf-help',
        files: new Map([['web/a.0123456789.js', Buffer.from(code)]]),
        maps: new Map(),
      })
    ).needs;

  it.each([
    ['new Worker(new URL("a.js",u))', { workers: true, wasm: false }],
    ['new window.SharedWorker(u)', { workers: true, wasm: false }],
    ['WebAssembly.instantiateStreaming(fetch(u))', { workers: false, wasm: true }],
    ['class Worker{}new Worker(u)', { workers: false, wasm: false }],
    ['go()', { workers: false, wasm: false }],
  ])('reads %s', async (code, needs) => {
    expect(await readPolicyNeeds(code)).toEqual(needs);
    expect(readNeeds(new Map([['web/a.js', code]]))).toEqual(needs);
  });
});

it('reads the needs of a build with problems, and of its files', () => {
  const code = 'document.cookie="Worker";e.innerHTML=t';
  expect(readNeeds(new Map([['web/a.js', code]]))).toEqual({ workers: false, wasm: false });
  expect(readNeeds(new Map([['web/a.wasm', '']]))).toEqual({ workers: false, wasm: true });
});

describe('checkFile', () => {
  const check = (code: string) => checkFile('web/a.0123456789.js', Buffer.from(code));

  it('accepts a package that reads the type of an element', () => {
    expect(() =>
      check('let e=Symbol.for("react.transitional.element");f(t.$$typeof===e)'),
    ).not.toThrow();
  });

  it('accepts a renderer that reads internals of React', () => {
    expect(() =>
      check('const s=t.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;s.H===e'),
    ).not.toThrow();
  });

  it('refuses a second JSX runtime', () => {
    expect(() => check('return{$$typeof:r,type:e,key:n,ref:o,props:t}')).toThrow(
      /carries its own copy of react\/jsx-runtime/,
    );
  });

  it.each([
    'web/static/image/a@2x.1a2b3c4d.png',
    'web/static/font/Inter[wght].1a2b3c4d.woff2',
    'web/my logo.1a2b3c4d.svg',
    'web/a..1a2b3c4d.svg',
    `web/${'a'.repeat(200)}.1a2b3c4d.svg`,
    'server/a b.cjs',
  ])('refuses the name %s', (file) => {
    expect(() => checkFile(file, Buffer.from(''))).toThrow(
      `${file}: cannot be published under this name; rename it`,
    );
  });

  it('accepts the license notices of a script', () => {
    const file = 'web/static/js/lib.1a2b3c4d.js.LICENSE.txt';
    expect(() => checkFile(file, Buffer.from('Copyright (c) The Library'))).not.toThrow();
  });

  it('refuses a file that no store returns', () => {
    const limit = 32 * 1024 * 1024;
    const file = 'web/film.1a2b3c4d.mp4';
    expect(() => checkFile(file, Buffer.alloc(limit))).not.toThrow();
    expect(() => checkFile(file, Buffer.alloc(limit + 1_000_000))).toThrow(
      `${file}: has 33.0 MB, and a file of a release at most 32 MB`,
    );
  });
});

describe('HttpStoreClient', () => {
  it.each([
    ['files', Array.from({ length: 2000 }, () => 0), /^mf-a@1 has 2001 files .* accepts 2000/],
    ['bytes', [24_000_000, 27_000_000], /^mf-a@1 has 48\.6 MB .* accepts 48 MB/],
  ])('refuses a release of too many %s before it sends it', async (_, sizes, message) => {
    const files = new Map(sizes.map((size, index) => [`web/${index}`, Buffer.alloc(size)]));
    const dist = mkdtempSync(path.join(tmpdir(), 'carry-limits-'));
    writeFileSync(path.join(dist, 'build.json'), '{}');
    const client = new HttpStoreClient('http://127.0.0.1:9', readSigningKey(newPrivateKey()));
    const release = { record: { name: 'mf-a', version: '1' }, files, maps: new Map() };
    const steps: string[] = [];
    await expect(client.admit(release as never, dist, (step) => steps.push(step))).rejects.toThrow(
      message,
    );
    expect(steps).toEqual([]);
    rmSync(dist, { recursive: true });
  });
});
