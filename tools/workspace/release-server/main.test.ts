import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { expect, test } from 'vitest';

const run = (args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'main.ts', ...args], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, ...env },
  });

test('runs a release command at the store', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-commands-'));
  const store = new DirectoryStore(folder);
  for (const number of [1, 2]) await release(store, numbered(number));
  const { status, stdout } = run(['gc', '--keep', '1', '--dry-run'], { RELEASES_STORE: folder });
  rmSync(folder, { recursive: true });
  expect(stdout).toMatch(/would remove \d+ releases/);
  expect(status).toBe(0);
}, 70_000);

test('refuses a release command without a store', () => {
  const { status, stderr } = run(['list'], { RELEASES_STORE: '', CARRY_RELEASES: '' });
  expect(stderr).toMatch(/^no release server is named; .+ set RELEASES_STORE$/m);
  expect(status).toBe(2);
}, 70_000);
