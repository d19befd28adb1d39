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

test('a remote with packages of its own keeps its modules, under what compiled them', () => {
  mkdirSync(path.join(folder, 'node_modules'));
  expect(buildCache(folder)).toEqual({ cacheDigest: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
});

test('one that borrows the packages of another folder keeps nothing there', () => {
  mkdirSync(path.join(folder, 'other'));
  symlinkSync(path.join(folder, 'other'), path.join(folder, 'node_modules'));
  expect(buildCache(folder)).toBe(false);
});

test('one without packages keeps nothing', () => {
  expect(buildCache(folder)).toBe(false);
});
