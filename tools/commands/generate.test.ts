import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('names a program that is missing', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'carry-generate-'));
  const { argv, exitCode } = process;
  onTestFinished(() => {
    Object.assign(process, { argv, exitCode });
    vi.doUnmock('workspace');
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  vi.doMock('workspace', () => ({ root }));
  vi.stubEnv('PATH', '');
  process.argv = ['node', 'generate', 'operations'];
  const print = vi.spyOn(console, 'error').mockReturnValue();
  await import('./generate');
  expect(process.exitCode).toBe(1);
  expect(print.mock.calls.flat()).toEqual([
    'cannot run tsx: spawnSync tsx ENOENT',
    'operations was not generated. Fix the errors above and run it again.',
  ]);
});
