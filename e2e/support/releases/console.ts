import { expect } from 'playwright/test';
import { freePorts, fromSource, type Service, startService } from 'workspace/process';

/** Starts a release command of this workspace that runs until it is stopped. */
export async function startCommand(
  [name = '', ...args]: string[],
  { env, port, log }: { env: Record<string, string>; port: number; log(line: string): void },
): Promise<Service> {
  const command = fromSource('tools/commands/releases.ts');
  const program = { ...command, args: [...command.args, name, '--port', String(port), ...args] };
  return startService({ name, program, env, readyUrl: `http://localhost:${port}/healthz`, log });
}

export interface OpenedConsole {
  /** Signs in once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts the console of a key holder at a store (`RELEASES_STORE`), or at a release server with `--to`. */
export async function startConsole(
  env: Record<string, string>,
  ...args: string[]
): Promise<OpenedConsole> {
  const [port = 0] = await freePorts();
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const { stop } = await startCommand(['console', ...args], { env, port, log });
  const link = () => /http:\S+#sign-in=\S+/.exec(lines.join('\n'))?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  return { link: link(), stop: async () => void (await stop()) };
}
