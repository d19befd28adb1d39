import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tolerateOutputFailures } from 'server-kit/output';
import { root } from '../repository/workspace';
// @ts-expect-error plain JavaScript, for run.mjs
import { getBundle } from './bundled.mjs';
import { keepOutput } from './log-scan';

/** Timeout of a start without progress. Progress is output or `PROGRESS_MS` of processor time. */
const STALL_MS = 60_000;
/** More processor time than an idle process uses. */
const PROGRESS_MS = 1000;
/** Processor time after which a start counts as an endless loop. */
const MAX_PROCESSOR_MS = 180_000;
const READY_MS = 10_000;
/** Clock tick of /proc: 1/100 s. */
const TICK_MS = 10;
const STOP_BUDGET_MS = 8000;

export async function requireFreePort(variable: string, port: number): Promise<void> {
  // macOS binds the wildcard beside a listener on a loopback address
  for (const address of [undefined, '127.0.0.1', '::1']) {
    const probe = net.createServer();
    await new Promise<void>((resolve, reject) => {
      probe.once('error', ({ code }: NodeJS.ErrnoException) => {
        if (code !== 'EADDRINUSE') return resolve(); // such as a machine without IPv6
        reject(new Error(`${variable} ${port} is in use; set ${variable} to another port`));
      });
      probe.listen(port, address, () => probe.close(() => resolve()));
    });
  }
}

/** Returns four consecutive free ports; the sandbox uses two. */
export async function freePorts(): Promise<number[]> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 22_000); // below the ephemeral port range
    const ports = [first, first + 1, first + 2, first + 3];
    const free = await Promise.all(ports.map((port) => requireFreePort('port', port))).then(
      () => true,
      () => false,
    );
    if (free) return ports;
  }
}

export interface Service {
  readonly pid: number | undefined;
  /** Graceful shutdown: SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
  /** SIGKILL, like a crash. */
  kill(): Promise<void>;
}

export interface Program {
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number | undefined;
}

export function fromSource(file: string): Program {
  const bundle = getBundle(file, root);
  const args = bundle
    ? ['--enable-source-maps', bundle]
    : ['--import', 'tsx', path.join(root, file)];
  return { args, cwd: root, env: process.env };
}

/** Returns the processor time of a process in ms; null without `/proc`. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)/s, '')
      .trim()
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

export interface StartLimits {
  stallMs: number;
  progressMs: number;
  maxProcessorMs: number;
}

/** Watches a start by its progress, because a busy machine makes a fixed timeout fail. `problem` returns a reason to give up, or null. */
export function watchStart(
  pid: number | undefined,
  { stallMs, progressMs, maxProcessorMs }: StartLimits,
) {
  let mark = { at: performance.now(), used: processorMs(pid) ?? 0 };
  const move = () => {
    mark = { at: performance.now(), used: processorMs(pid) ?? 0 };
  };
  return {
    onOutput: move,
    problem(): string | null {
      const used = processorMs(pid) ?? 0;
      if (used >= maxProcessorMs) return `used ${used / 1000} s of processor time`;
      if (used - mark.used >= progressMs) move();
      return performance.now() - mark.at >= stallMs
        ? `made no progress for ${stallMs / 1000} s`
        : null;
    },
  };
}

interface ServiceStart {
  name: string;
  program: Program;
  env: Record<string, string>;
  readyUrl: string;
  log?(line: string): void;
  limits?: StartLimits;
}

const startLimits: StartLimits = {
  stallMs: STALL_MS,
  progressMs: PROGRESS_MS,
  maxProcessorMs: MAX_PROCESSOR_MS,
};

export async function startService({
  name,
  program: { args, cwd, env: inherited, uid },
  env,
  readyUrl,
  log = () => {},
  limits = startLimits,
}: ServiceStart): Promise<Service> {
  tolerateOutputFailures(); // a closed terminal must not end the services
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...env },
    uid,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }); // services exit when the IPC channel closes
  const start = watchStart(child.pid, limits);
  const print = (chunk: Buffer) => {
    start.onOutput();
    keepOutput(chunk.toString());
    for (const line of chunk.toString().split('\n').filter(Boolean)) log(`${name}: ${line}`);
  };
  child.stdout?.on('data', print);
  child.stderr?.on('data', print);
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} exited with ${child.signalCode ?? `code ${child.exitCode}`}`);
    const problem = start.problem();
    if (problem) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not respond at ${readyUrl}: it ${problem}`);
    }
    const signal = AbortSignal.timeout(READY_MS);
    const response = await fetch(readyUrl, { signal }).catch(() => null);
    if (response) break;
    await sleep(50);
  }
  return { pid: child.pid, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_BUDGET_MS);
  await exited;
  clearTimeout(force);
}
