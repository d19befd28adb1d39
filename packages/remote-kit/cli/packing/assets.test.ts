import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assertServerFiles, listAssets, listNotices } from './assets';

describe('the files of a build', () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(path.join(tmpdir(), 'carry-assets-'));
    for (const file of [
      'a.css',
      'a.js',
      'a.js.LICENSE.txt',
      'b.js.LICENSE.txt',
      'index.html',
      'server/b.css',
      'server-maps/c.png',
    ]) {
      const target = path.join(project, 'dist', file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, '');
    }
  });
  afterEach(() => rmSync(project, { recursive: true }));

  const all = ['a.css', 'server-maps/c.png', 'server/b.css'];

  test.each([
    [undefined, all],
    ['dist-server/server.js', all],
    ['server.js', all],
    ['../server.js', all],
    ['dist/server.js', all],
    ['dist/server/server.js', ['a.css', 'server-maps/c.png']],
  ])('lists the assets beside the server file %s', (server, assets) => {
    const file = server && path.join(project, server);
    expect(listAssets(path.join(project, 'dist'), file)).toEqual(assets);
  });

  test('lists the license notices of the scripts of a release', () => {
    const notices = listNotices(path.join(project, 'dist'), ['a.js', 'c.js']);
    expect(notices).toEqual(['a.js.LICENSE.txt']);
  });
});

describe('assertServerFiles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-server-files-'));
    mkdirSync(path.join(folder, 'svg'));
    writeFileSync(path.join(folder, 'svg/a.1.svg'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const check = (code: string, web: string[]) => {
    const file = path.join(folder, 'server.js');
    writeFileSync(file, code);
    assertServerFiles(file, new Set(web));
  };

  test.each([
    ['webpack', 'r.p="/_carry_assets_/";e.exports=r.p+"svg/a.1.svg"'],
    ['Vite', 'const a="/_carry_assets_/svg/a.1.svg#icon"'],
  ])('names a picture of %s that the browser has by another name', (_, code) => {
    check(code, ['svg/a.1.svg']);
    expect(() => check(code, ['svg/a.2.svg'])).toThrow(/^server\.js links svg\/a\.1\.svg, which/);
  });
});
