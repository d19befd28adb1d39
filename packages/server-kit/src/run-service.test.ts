import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

/** Starts in `startMs`, and prints "close" for each close, which takes 300 ms. */
const program = (startMs: number) => `
import { runService } from ${JSON.stringify(path.join(import.meta.dirname, 'run-service.ts'))};
const close = () =>
  new Promise((resolve) => {
    process.stdout.write('close ');
    setTimeout(resolve, 300);
  });
setInterval(() => {}, 1000);
await runService(async () => {
  if (${startMs} > 0) process.send('starting');
  await new Promise((resolve) => setTimeout(resolve, ${startMs}));
  return { close };
});
process.send('ready');
`;

async function start(startMs = 0) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program(startMs)],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const output = child.stdout ? text(child.stdout) : '';
  const exited = once(child, 'exit');
  await once(child, 'message');
  const end = async () => ({ exit: await exited, output: await output });
  return { child, end };
}

test('closes once for all signals of Ctrl+C', { timeout: 30_000 }, async () => {
  const { child, end } = await start();
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) {
    child.kill(signal);
    await sleep(50);
  }
  expect(await end()).toEqual({ exit: [0, null], output: 'close ' });
});

test('closes once if the parent exits during a shutdown', { timeout: 30_000 }, async () => {
  const { child, end } = await start();
  child.kill('SIGTERM');
  await sleep(50);
  child.disconnect();
  expect(await end()).toEqual({ exit: [0, null], output: 'close ' });
});

test('closes after a start that a signal interrupts', { timeout: 30_000 }, async () => {
  const { child, end } = await start(500);
  child.kill('SIGTERM');
  expect(await end()).toEqual({ exit: [0, null], output: 'close ' });
});
