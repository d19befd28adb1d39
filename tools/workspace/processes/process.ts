import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tolerateOutputFailures } from 'server-kit/output';
import { root } from '../repository/workspace';
import { keepOutput } from './log-scan';

/** A start is given up after this long without progress … */
const STALL_MS = 60_000;
/** … where progress is a line of output, or this much processor time: less is what an idle process uses. */
const PROGRESS_MS = 1000;
/** A start that has used this much processor time runs in circles. */
const MAX_PROCESSOR_MS = 180_000;
const READY_MS = 10_000;
/** Unit of the kernel's processor times: a hundredth of a second. */
const TICK_MS = 10;
const STOP_BUDGET_MS = 8000;

/** Throws one line that names the variable when its port is taken. */
export async function requireFreePort(variable: string, port: number): Promise<void> {
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', () =>
      reject(new Error(`${variable} ${port} is in use; set ${variable} to another port`)),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

/** Four ports in a row that are free right now (the mail server of a sandbox takes the one after its own). */
export async function freePorts(): Promise<number[]> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 22_000); // below the range that systems take for outgoing connections
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
  /** Ends it: politely, then by force. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** What a process of its own runs, and as whom. */
export interface Program {
  args: string[];
  cwd: string;
  /** What it has of our environment. */
  env: NodeJS.ProcessEnv;
  uid?: number | undefined;
}

/** A TypeScript file of this workspace. */
export const fromSource = (file: string): Program => ({
  args: ['--import', 'tsx', path.join(root, file)],
  cwd: root,
  env: process.env,
});

/** Processor time of a process, ms; null where the system has no `/proc`. */
function processorMs(pid: number | undefined): number | null {
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

/** Watches a start by its progress: on a busy machine a start is slow, and still works. Returns why to give up, or null. */
export function watchStart(
  pid: number | undefined,
  { stallMs, progressMs, maxProcessorMs }: StartLimits,
) {
  let mark = { at: performance.now(), used: processorMs(pid) ?? 0 };
  const move = () => {
    mark = { at: performance.now(), used: processorMs(pid) ?? 0 };
  };
  return {
    /** It has printed something. */
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

/** Starts a process of its own and waits until its URL answers. */
export async function startService(
  name: string,
  { args, cwd, env: inherited, uid }: Program,
  env: Record<string, string>,
  readyUrl: string,
  log: (line: string) => void,
  limits: StartLimits = {
    stallMs: STALL_MS,
    progressMs: PROGRESS_MS,
    maxProcessorMs: MAX_PROCESSOR_MS,
  },
): Promise<Service> {
  tolerateOutputFailures(); // a terminal that is gone must not take the services with it
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...env },
    uid,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }); // the channel ends with us, and the service with the channel
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
      throw new Error(`${name} ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
    const problem = start.problem();
    if (problem) {
      child.kill('SIGKILL'); // or it would go on without us
      throw new Error(`${name} did not answer at ${readyUrl}: it ${problem}`);
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
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_BUDGET_MS);
  await gone;
  clearTimeout(force);
}
