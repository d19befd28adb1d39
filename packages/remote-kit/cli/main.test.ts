import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs carry-remote outside any repository. */
function run(...args: string[]) {
  const program = path.join(import.meta.dirname, 'bin.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), program, ...args],
    { cwd: tmpdir(), encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test.each([
  [['publsh'], 2, /unknown command 'publsh'\n\(Did you mean publish\?\)/],
  [['dev', '--prot', '1'], 2, /unknown option '--prot'\n\(Did you mean --port\?\)/],
  [['dev', '--port', '0'], 2, /'--port <n>' .* must be a port from 1 to 65535/],
  [['dev', '--site', 'here'], 2, /'--site \[url\]' .* must be a URL/],
  [['build'], 1, /cannot read .*package\.json; run this command in the folder of a remote/],
])('exits %j with %i', (args, status, message) => {
  expect(run(...args)).toMatchObject({ status, stderr: expect.stringMatching(message) });
});

test('explains every option of dev and its default', () => {
  const { status, stdout } = run('dev', '--help');
  expect(status).toBe(0);
  for (const flag of ['--site \\[url\\]', '--port <n>', '--help'])
    expect(stdout).toMatch(new RegExp(`${flag} +[A-Z].*\\. Default: .+\\.`));
});

test('prints its version', () => {
  const file = path.join(import.meta.dirname, '../package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(run('--version')).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
});
