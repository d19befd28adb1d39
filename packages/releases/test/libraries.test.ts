import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../src/checks/files';
import { checkScoping, readNeeds } from '../src/checks/scoping';

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
});
