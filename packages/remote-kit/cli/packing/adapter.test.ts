import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { joinScripts, placeModule, routeIds, writeAdapter } from './adapter';
import type { Container } from './container';

const container: Container = {
  folder: '/dist',
  entry: 'remoteEntry.js',
  kind: 'script',
  global: 'guides',
  scripts: [],
  styles: {},
  ranges: {},
};
const route = { path: '/guides/:id', expose: './Guides', title: 'Guides' };
const declaration = { build: 'dist', entry: 'remoteEntry.js', routes: [route] };

describe('joinScripts', () => {
  const chunk =
    '"use strict";(self.chunks=self.chunks||[]).push([[1],{1:()=>{}}]);\n//# sourceMappingURL=1.js.map';

  test.each([
    'var guides;guides={chunks:self.chunks.length}',
    'self.guides={chunks:self.chunks.length}',
  ])('runs chunks before %s', (entry) => {
    const self: Record<string, unknown> = {};
    runInNewContext(joinScripts('mf-guides', container, { chunks: [chunk, chunk], entry }), {
      self,
    });
    expect(self['packed:mf-guides']).toEqual({ chunks: 2 });
  });
});

test('reads a container whose name is no identifier', () => {
  const self: Record<string, unknown> = {};
  const entry = 'self["team-guides"]={chunks:0}';
  const named = { ...container, global: 'team-guides' };
  runInNewContext(joinScripts('mf-guides', named, { chunks: [], entry }), { self });
  expect(self['packed:mf-guides']).toEqual({ chunks: 0 });
});

describe('placeModule', () => {
  test('resolves addresses in the release', () => {
    expect(placeModule('new URL(a, import.meta.url)', 'assets/a.js')).toBe(
      'new URL(a, (__webpack_public_path__+"assets/a.js"))',
    );
  });

  test('changes no text that names import.meta.url', () => {
    const code =
      'throw new Error("import.meta.url is missing: " + ["import", ".", "meta", ".", "url"])';
    expect(placeModule(code, 'a.js')).toBe(code);
  });

  test('preloads stylesheets only', () => {
    const deps =
      'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./a.js","./a.css"])))=>i.map(i=>d[i]);';
    const list = runInNewContext(`${placeModule(deps, 'a.js')}__vite__mapDeps([0,1])`) as unknown;
    expect(list).toEqual(['./a.css']);
  });

  test('adds no links to scripts, which are inside the release', () => {
    const code = 'const l=document.createElement("link");l.rel=`modulepreload`;l.href="./a.js";';
    expect(placeModule(code, 'a.js')).toBe(code.replace('`modulepreload`', '""'));
  });

  test('replaces a copy of React', () => {
    const module = { exports: {} as Record<string, () => unknown> };
    runInNewContext(placeModule('e.__CLIENT_INTERNALS_DO_NOT_USE_OR=1', 'a/react.js'), { module });
    expect(module.exports['then']).toBeUndefined();
    expect(module.exports['useState']).toThrow('react.js is left out');
  });
});

describe('writeAdapter', () => {
  test('declares a lazy route for each page', () => {
    const files = writeAdapter('mf-guides', declaration, container);
    expect(files['remote.ts']).toContain(
      `{ path: "/guides/:id", ...lazyRoute('guides-id', () => import('./routes/guides-id'), shell) }`,
    );
    expect(files['routes/guides-id.js']).toContain('createPage("./Guides", shell)');
  });

  test('gives paths with the same words their own files', () => {
    const routes = [route, { ...route, path: '/guides-id', title: 'One guide' }];
    const files = writeAdapter('mf-guides', { ...declaration, routes }, container);
    expect(files['remote.ts']).toContain(`{ path: "/guides-id", ...lazyRoute('guides-id-2'`);
    expect(files['routes/guides-id-2.js']).toContain('One guide');
  });

  test.each(['tips/Aim', 'daily-tips'])('names %s if the server file lacks it', async (name) => {
    const server = 'dist-server/server.js';
    const files = writeAdapter('mf-guides', { ...declaration, server }, container);
    const code = (files['page.js'] ?? '')
      .replace(/^import .*$/gm, '')
      .replace('export async', 'async');
    const create = runInNewContext(`const load = () => undefined; ${code} createPage`) as (
      expose: string,
    ) => Promise<unknown>;
    await expect(create(`./${name}`)).rejects.toThrow(
      `dist-server/server.js exports no component "${name}"`,
    );
  });
});

test.each([
  [
    ['/', '/home'],
    ['home', 'home-2'],
  ],
  [
    ['/Guides', '/Guides/*', '/Guides/:id'],
    ['guides', 'guides-all', 'guides-id'],
  ],
  [
    ['/a-b', '/a/b', '/a-b-2', '/a.b'],
    ['a-b', 'a-b-2', 'a-b-2-2', 'a-b-3'],
  ],
])('names the routes %j', (paths, ids) => {
  expect(routeIds(paths.map((path) => ({ path })))).toEqual(ids);
});
