import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { upgrade } from './upgrade';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-npm-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('runs the newest create-remote in the repository', async () => {
  writeFileSync(path.join(folder, 'npm'), '#!/bin/sh\necho "$PWD $*" > "$0.log"\nexit 3\n');
  chmodSync(path.join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  expect(await upgrade({ folder })).toBe(3);
  expect(readFileSync(path.join(folder, 'npm.log'), 'utf8').trim()).toBe(
    `${folder} exec --yes --package=@carry/create-remote@latest -- create-remote --upgrade`,
  );
});
