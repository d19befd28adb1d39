import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listRequested } from './requested';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes a build and lists what its container requests. */
function list(kind: 'script' | 'module', files: Record<string, string>, scripts: string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-requested-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const container = { folder, entry: 'remoteEntry.js', kind, scripts };
  return listRequested({ ...container, global: 'guides', styles: {}, ranges: {} });
}

const chunk = (id: number, code: string) =>
  `(self.chunks=self.chunks||[]).push([[${id}],{${id}(e,t,r){${code}}}]);`;
const worker = (code: string) =>
  `(()=>{var r={};r.e=e=>importScripts(r.p+r.u(e));r.u=e=>e+".js";${code}})()`;
const START = 'new Worker(new URL(r.p+r.u(495),r.b))';

describe('a build of classic scripts', () => {
  const runtime = 'var guides;(()=>{var r={};r.u=e=>"js/"+e+".js"})();';
  const files = {
    'remoteEntry.js': runtime,
    'js/1.js': chunk(1, START),
    'js/495.js': 'postMessage(1)',
    'js/9.js': chunk(9, ''),
    'index.js': 'start()',
  };

  test('has the worker that a chunk starts', () => {
    expect(list('script', files, ['js/1.js'])).toEqual(['js/495.js']);
  });

  test('has a worker whose name contains the hash of the build', () => {
    const entry =
      'var guides;(()=>{var __webpack_require__={};__webpack_require__.u=e=>e+"."+__webpack_require__.h()+".js";__webpack_require__.h=()=>"a1b2"})();';
    const hashed = { 'remoteEntry.js': entry, '1.js': chunk(1, START), '495.a1b2.js': '' };
    expect(list('script', hashed, ['1.js'])).toEqual(['495.a1b2.js']);
  });

  test('has the chunks and workers of a worker', () => {
    const parts = {
      ...files,
      'remoteEntry.js': 'var guides;(()=>{var r={};r.u=e=>e+".js"})();',
      '1.js': chunk(1, START),
      '495.js': worker(`r.e(592);var all={"./a.js":[593]};${START.replace('495', '496')}`),
      '496.js': worker('r.e(594)'),
      '592.js': chunk(592, 'e.exports=r.p+"static/more.js"'),
      '593.js': chunk(593, ''),
      '594.js': chunk(594, ''),
      'static/more.js': '',
    };
    expect(list('script', parts, ['1.js', '592.js'])).toEqual([
      '495.js',
      '496.js',
      '592.js',
      '593.js',
      '594.js',
      'static/more.js',
    ]);
  });

  test('has the worker beside a list of 300,000 elements', () => {
    const code = chunk(1, `e.exports=[${'1,'.repeat(300_000)}];${START}`);
    expect(list('script', { ...files, 'js/1.js': code }, ['js/1.js'])).toEqual(['js/495.js']);
  });

  test('has a script that the code requests as a file', () => {
    const code = chunk(1, 'e.exports=r.p+"static/worklet.a1.js"');
    const added = { ...files, 'js/1.js': code, 'static/worklet.a1.js': '' };
    expect(list('script', added, ['js/1.js'])).toEqual(['static/worklet.a1.js']);
  });

  test('names a worker that the folder lacks', () => {
    const { 'js/495.js': _, ...others } = files;
    expect(() => list('script', others, ['js/1.js'])).toThrow(
      /^js\/1\.js starts the worker js\/495\.js, which .* lacks/,
    );
  });

  test('refuses a copy of React in a worker', () => {
    const copied = { ...files, 'js/495.js': 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN=1' };
    expect(() => list('script', copied, ['js/1.js'])).toThrow(
      /^js\/495\.js, which a worker loads, has a copy of react/,
    );
  });
});

describe('a build of ES modules', () => {
  const files = {
    'remoteEntry.js': 'const get=()=>import(`./assets/page.js`);export{get}',
    'assets/page.js':
      'import"./shared.js";new Worker(new URL(new URL(`sum.js`,import.meta.url).href),{type:`module`})',
    'assets/shared.js': '',
    'assets/sum.js': 'import{a}from"./part.js";import(`./lazy.js`)',
    'assets/part.js': 'export const a=1',
    'assets/lazy.js': '',
    'assets/index.js': 'new Worker(new URL(`own.js`,import.meta.url))',
    'assets/own.js': '',
    'mf-manifest.json': '{}',
  };

  test('has workers with their modules, but not those of the own page', () => {
    expect(list('module', files)).toEqual(['assets/lazy.js', 'assets/part.js', 'assets/sum.js']);
  });

  test('refuses a script that the site would not serve as one', () => {
    const named = { ...files, 'assets/shared.js': 'new URL(`w.mjs`,import.meta.url)' };
    expect(() => list('module', { ...named, 'assets/w.mjs': '' })).toThrow(
      /^assets\/w\.mjs is requested by its address; the site serves scripts as \.js only/,
    );
  });

  test('names a script that cannot be parsed', () => {
    expect(() => list('module', { ...files, 'assets/shared.js': 'const =' })).toThrow(
      /^assets\/shared\.js cannot be read as JavaScript: Unexpected token/,
    );
  });
});
