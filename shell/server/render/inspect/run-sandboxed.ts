import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../pool/spawn';

const POLL_MS = 50;

/** Output of a process that ended in time, null if that is not JSON; or the limit that it exceeded. */
type Outcome = { output: unknown } | { exceeded: 'time' | 'memory' };

/** Sends input to a process and resolves with its output. Kills the process at a limit. Rejects if it does not start. */
export async function runSandboxed(
  child: ChildProcess,
  input: string | Buffer,
  { maxMs, maxBytes }: { maxMs: number; maxBytes: number },
): Promise<Outcome> {
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  let ended = false;
  const watch = async (): Promise<Outcome> => {
    for (const until = Date.now() + maxMs; Date.now() < until && !ended; await sleep(POLL_MS))
      if (residentBytes(child.pid) > maxBytes) return { exceeded: 'memory' };
    return { exceeded: 'time' };
  };
  const exit = once(child, 'exit');
  exit.catch(() => {}); // `failed` has its error
  const read = async (): Promise<Outcome> => {
    const output = child.stdout ? await text(child.stdout) : '';
    const [, signal] = await exit;
    return isOutOfMemory(signal) ? { exceeded: 'memory' } : { output: parseJson(output) };
  };
  try {
    child.stdin?.end(input);
    return await Promise.race([failed, read(), watch()]);
  } finally {
    ended = true;
    child.kill('SIGKILL');
  }
}

/** V8 aborts at its heap limit; the kernel kills. */
const isOutOfMemory = (signal: unknown) =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
