import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readContainer } from './container';
import { readDeclaration } from './declaration';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function write(files: Record<string, string | object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-pack-'));
  folders.push(folder);
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, 'dist', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const chunk = (id: number) => `(self.chunks=self.chunks||[]).push([[${id}],{${id}(){}}]);`;
const assets = (sync: string[], css: string[] = []) => ({
  js: { sync, async: [] },
  css: { sync: css, async: [] },
});
const manifest = (more: object = {}) => ({
  metaData: {
    name: 'guides',
    globalName: 'guides',
    publicPath: 'auto',
    remoteEntry: { name: 'remoteEntry.js', path: 'js', type: 'global' },
    ...more,
  },
  shared: [
    { name: 'react', requiredVersion: '^19.1.0', assets: assets(['js/react.js']) },
    { name: 'dayjs', requiredVersion: '^1.0.0', assets: assets([]) },
  ],
  exposes: [{ path: './Guides', assets: assets(['js/guides.js'], ['css/guides.css']) }],
});
const declare = (more: object = {}) =>
  readDeclaration('package.json', {
    routes: [{ path: '/guides', expose: './Guides', title: 'Guides' }],
    ...more,
  });

describe('readContainer', () => {
  test('reads scripts, styles and versions from the manifest', () => {
    const folder = write({
      'mf-manifest.json': manifest(),
      'js/remoteEntry.js': 'var guides;',
      'js/guides.js': chunk(1),
      'js/react.js': chunk(2),
      'js/page.js': chunk(3),
    });
    expect(readContainer(folder, declare())).toEqual({
      folder: path.join(folder, 'dist'),
      entry: 'js/remoteEntry.js',
      kind: 'script',
      global: 'guides',
      scripts: ['js/guides.js', 'js/react.js'],
      styles: { './Guides': ['css/guides.css'] },
      ranges: { react: '^19.1.0' },
    });
  });

  test('reads a build without a manifest from its entry', () => {
    const folder = write({
      'remoteEntry.js': 'var maps;(()=>{})();',
      'main.js': 'start()',
      '384.js': chunk(384),
    });
    const { kind, global, scripts } = readContainer(folder, declare());
    expect({ kind, global, scripts }).toEqual({
      kind: 'script',
      global: 'maps',
      scripts: ['384.js'],
    });
  });

  test.each([
    ['a banner', '/*! For license information see a.txt */ // more\nvar maps;(()=>{})();'],
    ['a directive', '"use strict";var maps=(()=>{})();'],
    ['other code with a path', 'var maps;a.d=1;b.p="/";a.p=b;'],
  ])('finds the variable of an entry after %s', (_, entry) => {
    const { global } = readContainer(write({ 'remoteEntry.js': entry }), declare());
    expect(global).toBe('maps');
  });

  test.each([
    ['a missing build', {}, {}, /has no remoteEntry\.js; build your remote first/],
    [
      'a missing server file',
      { 'remoteEntry.js': 'var guides;' },
      { server: 'dist-server/server.js' },
      /^dist-server\/server\.js is missing; build it, or correct "carry\.pack\.server"/,
    ],
    [
      'a page that is not exposed',
      { 'mf-manifest.json': manifest(), 'js/remoteEntry.js': 'var guides;' },
      { routes: [{ path: '/a', expose: './A', title: 'A' }] },
      /exposes no \.\/A; it exposes \.\/Guides/,
    ],
    [
      'a fixed public path',
      { 'mf-manifest.json': manifest({ publicPath: '/' }), 'js/remoteEntry.js': '' },
      {},
      /loads its files from '\/'; build it with the public path 'auto'/,
    ],
    [
      'a fixed public path of webpack',
      { 'remoteEntry.js': 'var maps;(()=>{var r={};r.d=(e,t)=>{};r.p="/static/"})();' },
      {},
      /loads its files from '\/static\/'; .* \(webpack: output\.publicPath/,
    ],
    [
      'the public path of a page',
      { 'remoteEntry.js': 'var maps;__webpack_require__.d = 1;__webpack_require__.p = "";' },
      {},
      /loads its files from ''; /,
    ],
    [
      'an entry that assigns a property',
      { 'remoteEntry.js': '(()=>{window.maps={}})();' },
      {},
      /does not begin with the variable of its container; set library: \{ type: 'var'/,
    ],
    [
      'a folder with the chunks of two builds',
      { 'remoteEntry.js': 'var maps;', '384.a1.js': chunk(384), '384.b2.js': chunk(384) },
      {},
      /384\.a1\.js and 384\.b2\.js in .* are the same chunk .* delete the folder and build again/,
    ],
  ])('refuses %s', (_, files, more, words) => {
    expect(() => readContainer(write({ 'a.txt': '', ...files }), declare(more))).toThrow(words);
  });
});

test('names a wrong member of the declaration', () => {
  expect(() => readDeclaration('package.json', { routes: [{ path: 'a' }] })).toThrow(
    /"carry\.pack\.routes\.0\.path"/,
  );
});
