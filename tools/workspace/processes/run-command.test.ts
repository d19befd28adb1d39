import { expect, test } from 'vitest';
import { runCommand } from './run-command';

const run = (code: string) => runCommand(process.execPath, ['-e', code], { title: 'a build' });

test('throws what a failed command printed', async () => {
  await expect(
    run("console.log('a.ts: wrong type'); console.error('1 error'); process.exitCode = 2"),
  ).rejects.toThrow('a build failed:\na.ts: wrong type\n1 error');
  await expect(run('process.exitCode = 2')).rejects.toThrow('a build failed:\nCommand failed');
  await expect(runCommand('no-such-program', [])).rejects.toThrow(
    'no-such-program failed:\nspawn no-such-program ENOENT',
  );
});

test('resolves after a command that succeeds', async () => {
  await run("console.error('a warning')");
});
