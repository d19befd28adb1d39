import { fromSource, type Service, startService } from 'workspace/process';

/** Starts a release command of this workspace that runs until it is stopped. */
export async function startCommand(
  [name = '', ...args]: string[],
  { env, port, log }: { env: Record<string, string>; port: number; log(line: string): void },
): Promise<Service> {
  const command = fromSource('tools/commands/releases.ts');
  const program = { ...command, args: [...command.args, name, '--port', String(port), ...args] };
  return startService({ name, program, env, readyUrl: `http://localhost:${port}/healthz`, log });
}
