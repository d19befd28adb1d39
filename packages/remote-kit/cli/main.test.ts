import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs carry-remote in a folder without a remote. */
const run = (...args: string[]) =>
  execFileSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, 'main.ts'), ...args],
    { cwd: tmpdir(), encoding: 'utf8', stdio: 'pipe' },
  );

test('prints the usage of a command for --help', () => {
  expect(run('dev', '--help')).toMatch(/^carry-remote dev \[--site URL\].*\n\n {2}starts/);
});
