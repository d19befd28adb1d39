import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCache } from './build-cache';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('caches the build of a remote with installed packages', () => {
  mkdirSync(path.join(folder, 'node_modules'));
  expect(buildCache(folder)).toEqual({ cacheDigest: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
});

test('does not cache with linked packages of another folder', () => {
  mkdirSync(path.join(folder, 'other'));
  symlinkSync(path.join(folder, 'other'), path.join(folder, 'node_modules'));
  expect(buildCache(folder)).toBe(false);
});

test('does not cache without packages', () => {
  expect(buildCache(folder)).toBe(false);
});
