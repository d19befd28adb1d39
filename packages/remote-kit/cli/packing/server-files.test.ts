import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertServerFiles } from './server-files';

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
