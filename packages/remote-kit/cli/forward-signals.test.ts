import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Stands for a compiler that does not end by itself. */
const COMPILER = 'console.error("pid " + process.pid); setInterval(() => {}, 1000);';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-signals-'));
  const compiler = path.join(folder, 'node_modules/typescript');
  mkdirSync(path.join(compiler, 'bin'), { recursive: true });
  writeFileSync(path.join(compiler, 'package.json'), '{ "name": "typescript" }');
  writeFileSync(path.join(compiler, 'bin/tsc'), COMPILER);
});
afterEach(() => rmSync(folder, { recursive: true }));

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a command that ends takes its program along', { timeout: 30_000 }, async () => {
  const runner = JSON.stringify(path.join(import.meta.dirname, 'run.ts'));
  const program = `import(${runner}).then(({ checkTypes }) => checkTypes({ folder: ${JSON.stringify(folder)} }))`;
  const command = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let pid = 0;
  command.stderr.on('data', (chunk: Buffer) => {
    pid ||= Number(/pid (\d+)/.exec(chunk.toString())?.[1] ?? 0);
  });
  try {
    await vi.waitFor(() => expect(pid).toBeGreaterThan(0), 20_000);
    command.kill('SIGTERM');
    expect(await once(command, 'exit')).toEqual([null, 'SIGTERM']);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
  } finally {
    command.kill('SIGKILL');
    if (pid && isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
});
