import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkFilesHere, ReleaseRefused } from '@carry/releases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRenderer } from '../test/start-pool';
import { checkFilesSandboxed } from './check-files-sandboxed';

let built: Awaited<ReturnType<typeof buildRenderer>>;
const bundle = () => path.join(path.dirname(built.bundle), 'check-files.cjs');
beforeAll(async () => {
  built = await buildRenderer();
});
afterAll(() => built.remove());

const FILE = 'web/static/a.0123456789.js';
const map = { version: 3, sources: ['webpack://mf-help/src/a.ts'], mappings: 'AAAA' };
const createBuild = (script: string, style = '.mf-help-a{color:red}') => ({
  name: 'mf-help',
  files: new Map([
    [FILE, Buffer.from(script)],
    ['web/static/a.0123456789.css', Buffer.from(style)],
  ]),
  maps: new Map([[`maps/${FILE}.map.gz`, gzipSync(JSON.stringify(map))]]),
});

/** Returns a script of 8 MB, with code and texts as in a large library. */
function createLargeScript(): string {
  const code = (i: number) =>
    `function f${i}(e,t){var n=e.a${i},r=t&&t.b||{};for(let o=0;o<n.length;o++)r[n[o].id]=Object.assign({},n[o],{k:o});return r}`;
  const text = 'A sentence of a library, such as the names of all places. '.repeat(20);
  return Array.from({ length: 6200 }, (_, i) => `${code(i)}var t${i}="${text}";`).join('');
}

describe('sandboxed check of files', () => {
  test.each([
    ['returns needs', 'new Worker(new URL("a.js",u))', undefined],
    ['refuses markup from text', 'e.innerHTML=t', undefined],
    ['refuses a secret', `const key='sk_${'live'}_abcdefgh1234'`, undefined],
    ['refuses a style of other pages', 'const a=1', 'body{color:red}'],
    ['refuses a copy of React', 'return{$$typeof:r,type:e,key:n,ref:o,props:t}', undefined],
  ])('%s as without a sandbox', async (_, script, style) => {
    const settle = (check: Promise<unknown>) => check.catch((error: Error) => error.message);
    const build = createBuild(script, style);
    expect(await settle(checkFilesSandboxed(bundle())(build))).toEqual(
      await settle(checkFilesHere(build)),
    );
  });

  test('leaves a script of 8 MB to the other process', async () => {
    const build = createBuild(createLargeScript());
    const start = process.cpuUsage();
    const { needs } = await checkFilesSandboxed(bundle())(build);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000); // else this one blocks, whatever else the machine does
    expect(needs).toEqual({ workers: false, wasm: false });
  });

  test.each([
    ['takes longer than 0.2 seconds', { maxMs: 200 }],
    ['needs too much memory', { maxBytes: 150_000_000 }],
    ['needs too much memory', { heapMb: 64 }],
  ])('refuses a build whose check %s: %o', async (why, limit) => {
    const limits = { maxMs: 80_000, maxBytes: 2e9, heapMb: 1000, ...limit };
    const checked = checkFilesSandboxed(bundle(), limits)(createBuild(createLargeScript()));
    await expect(checked).rejects.toThrow(`mf-help: the check of its files ${why}; make`);
    await expect(checked).rejects.toBeInstanceOf(ReleaseRefused);
  });

  test('refuses no release if its program is missing', async () => {
    const checked = checkFilesSandboxed(`${bundle()}.gone`)(createBuild('go()'));
    await expect(checked).rejects.toThrow('the process that checks files failed');
    await expect(checked).rejects.not.toBeInstanceOf(ReleaseRefused);
  });
});
