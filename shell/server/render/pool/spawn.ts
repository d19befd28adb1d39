import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const HEAP_MB = 256;
/** Pages are short-lived: more would only be held. */
const YOUNG_MB = 2;
/** V8's helpers, each of which has memory of its own; four are its default, and the processors are busy with renders. */
const HELPERS = 1;
const PAGE_BYTES = 4096;
/** Of the kernel's clock, 100 a second. */
const TICK_MS = 10;
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Starts a process that may read its own files and nothing else: no environment, other files, processes, threads or code made from text. */
export function spawnSandboxed(bundle: string, ...beside: string[]): ChildProcess {
  const files = [bundle, ...beside.map((name) => path.join(path.dirname(bundle), name))];
  const flags = [
    permission,
    ...files.map((file) => `--allow-fs-read=${file}`),
    '--preserve-symlinks-main', // or it would read the folders above
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${YOUNG_MB}`,
    `--v8-pool-size=${HELPERS}`,
  ];
  const env = process.env['TZ'] ? { TZ: process.env['TZ'] } : {}; // times are printed as in this process
  const child = spawn(process.execPath, [...flags, bundle], {
    env,
    cwd: path.dirname(bundle),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

const proc = (pid: number | undefined, file: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  } catch {
    return [];
  }
};

/** Resident memory of a process; 0 where the system does not tell. */
export const residentBytes = (pid: number | undefined): number =>
  Number(proc(pid, 'statm')[1] ?? 0) * PAGE_BYTES;

/** Processor time of a process, ms; null where the system does not tell. */
export function processorMs(pid: number | undefined): number | null {
  const fields = proc(pid, 'stat'); // from the state on, which is the third
  return fields.length > 13 ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : null;
}
