import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';

const source = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
/** Logs ten lines on request and sends the number of dropped lines. */
const program = `
import { createLog } from ${source('log.ts')};
import { droppedLines } from ${source('output.ts')};
const log = createLog('test');
log.level = 'info';
process.on('message', () => {
  for (let n = 0; n < 10; n++) log.info('a line');
  console.error('a line');
  setTimeout(() => process.send(droppedLines()), 50);
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
`;

/** Starts the program; `ask` makes it log and resolves with the lines dropped so far. */
async function start(stdout: number | 'pipe', stderr: number | 'pipe' | 'inherit') {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: import.meta.dirname, stdio: ['ignore', stdout, stderr, 'ipc'] },
  );
  let code: number | null = null;
  child.once('exit', (ended) => {
    code = ended ?? 1;
  });
  const answer = async () =>
    (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => ['ended'])]))[0];
  await answer();
  return {
    child,
    ask() {
      if (code !== null) return 'ended';
      child.send('log');
      return answer();
    },
    end: () => child.kill('SIGKILL'),
  };
}

describe('tolerateOutputFailures', () => {
  test('survives a closed pipe', { tags: ['@fault-K9'], timeout: 30_000 }, async () => {
    const { child, ask, end } = await start('pipe', 'pipe');
    expect(await ask()).toBe(0);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await ask();
    expect(await ask()).toBeGreaterThanOrEqual(10); // of 20: the first may still fit into the pipe
    end();
  });

  test('survives a full disk', { tags: ['@fault-K9'], timeout: 30_000 }, async () => {
    const full = openSync('/dev/full', 'w');
    const { ask, end } = await start(full, full);
    await ask();
    expect(await ask()).toBe(20);
    end();
  });

  test('writes every line while output works', { timeout: 30_000 }, async () => {
    const { child, ask, end } = await start('pipe', 'inherit');
    const lines: string[] = [];
    if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
    expect(await ask()).toBe(0);
    await expect.poll(() => lines.length).toBe(10);
    end();
  });
});
