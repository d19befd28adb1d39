import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copySources } from './copy';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('copies new files, but no ignored and no deleted ones', () => {
  const from = path.join(folder, 'from');
  mkdirSync(from);
  for (const name of ['kept.ts', 'deleted.ts', '.gitignore'])
    writeFileSync(path.join(from, name), 'built.js');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: from });
  git('init', '--quiet');
  git('add', '.');
  rmSync(path.join(from, 'deleted.ts'));
  for (const name of ['new.ts', 'built.js']) writeFileSync(path.join(from, name), '');
  copySources(from, path.join(folder, 'to'));
  expect(readdirSync(path.join(folder, 'to')).sort()).toEqual(['.gitignore', 'kept.ts', 'new.ts']);
});
