import path from 'node:path';
import { root } from 'workspace';
import { type Service, startService } from 'workspace/process';

/** Starts a release command of this workspace that runs until it is stopped. */
export async function startCommand(
  [name = '', ...args]: string[],
  { env, port, log }: { env: Record<string, string>; port: number; log(line: string): void },
): Promise<Service> {
  const file = path.join(root, 'tools/commands/releases.ts');
  const program = {
    args: ['--import', 'tsx', file, name, '--port', String(port), ...args],
    cwd: root,
    env: process.env,
  };
  return startService({ name, program, env, readyUrl: `http://localhost:${port}/healthz`, log });
}
