import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const HEAP_MB = 256;
const PAGE_BYTES = 4096;
const permission = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** Starts a process that may read its own code and nothing else: no environment, files, processes, threads or code made from text. */
export function spawnSealed(bundle: string): ChildProcess {
  const flags = [
    permission,
    `--allow-fs-read=${bundle}`,
    '--preserve-symlinks-main', // or it would read the folders above
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MB}`,
  ];
  const env = process.env['TZ'] ? { TZ: process.env['TZ'] } : {}; // times are printed as in this process
  const child = spawn(process.execPath, [...flags, bundle], {
    env,
    cwd: path.dirname(bundle),
    stdio: ['pipe', 'pipe', process.env.DBG ? 'inherit' : 'ignore'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Resident memory of a process, or null where the system does not tell. */
export function residentBytes(pid: number | undefined): number | null {
  try {
    const [, resident = ''] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * PAGE_BYTES;
  } catch {
    return null;
  }
}
