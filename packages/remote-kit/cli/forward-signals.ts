import type { ChildProcess } from 'node:child_process';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Sends this process's termination signals to a child, and ends by the same signal once the child has exited. */
export function forwardSignals(child: ChildProcess): void {
  let received: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  child.once('exit', () => {
    for (const signal of SIGNALS) process.off(signal, forward);
    if (received) process.kill(process.pid, received);
  });
}
