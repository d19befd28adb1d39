import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const HEAP_MB = 256;
/** Pages are short-lived, so more would stay unused. */
const YOUNG_MB = 2;
/** V8 worker threads; each costs memory, and renders use the CPUs anyway. V8's default is 4. */
const HELPERS = 1;
const PAGE_BYTES = 4096;
const TICK_MS = 10;
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Starts a sandboxed process, which can read its own files only. Its `exit` or `error` event reports its end. */
export function spawnSandboxed(
  bundle: string,
  {
    beside = [],
    heapMb = HEAP_MB,
    youngMb = YOUNG_MB,
  }: { beside?: readonly string[]; heapMb?: number; youngMb?: number } = {},
): ChildProcess {
  const files = [bundle, ...beside.map((name) => path.join(path.dirname(bundle), name))];
  const flags = [
    permission,
    ...files.map((file) => `--allow-fs-read=${file}`),
    '--preserve-symlinks-main', // avoids reading parent folders
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${heapMb}`,
    `--max-semi-space-size=${youngMb}`,
    `--v8-pool-size=${HELPERS}`,
  ];
  const env = process.env['TZ'] ? { TZ: process.env['TZ'] } : {}; // same time zone as this process
  const child = spawn(process.execPath, [...flags, bundle], {
    env,
    cwd: path.dirname(bundle),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  for (const stream of [child.stdin, child.stdout]) stream?.on('error', () => {});
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  for (const end of ['exit', 'error']) child.once(end, () => process.off('exit', kill));
  return child;
}

const proc = (pid: number | undefined, file: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  } catch {
    return [];
  }
};

export const residentBytes = (pid: number | undefined): number =>
  Number(proc(pid, 'statm')[1] ?? 0) * PAGE_BYTES;

export function processorMs(pid: number | undefined): number | null {
  const fields = proc(pid, 'stat'); // starts at `state`, field 3 of proc(5)
  return fields.length > 13 ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : null;
}
