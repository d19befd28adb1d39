import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutput } from './log-scan';
import { root } from './workspace';

const START_BUDGET_MS = 60_000;
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

/** Starts a process of its own and waits until its URL answers. */
export async function startService(
  name: string,
  { args, cwd, env: inherited, uid }: Program,
  env: Record<string, string>,
  readyUrl: string,
  log: (line: string) => void,
): Promise<Service> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...env },
    uid,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }); // the channel ends with us, and the service with the channel
  const print = (chunk: Buffer) => {
    keepOutput(chunk.toString());
    for (const line of chunk.toString().split('\n').filter(Boolean)) log(`${name}: ${line}`);
  };
  child.stdout?.on('data', print);
  child.stderr?.on('data', print);
  for (const end = Date.now() + START_BUDGET_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`);
    if (Date.now() > end) throw new Error(`${name} did not answer at ${readyUrl}`);
    const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response) break;
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
