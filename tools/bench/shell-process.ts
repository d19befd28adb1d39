import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askLocally, getLocalSocket } from '@carry/releases';
import { freePorts, fromSource, startService } from 'workspace/process';

const API_URL = 'http://127.0.0.1:9'; // unreachable: pages without data vary least

export interface Shell {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startShell(folder: string): Promise<Shell> {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    API_URL,
    SITE_URL: url,
    RELEASES_STORE: path.join(folder, 'releases'),
    LAST_GOOD_FOLDER: path.join(folder, 'good'),
  };
  const service = await startService({
    name: 'site',
    program: fromSource('shell/server/main.ts'),
    env,
    readyUrl: `${url}/healthz`,
  });
  return { url, pid: service.pid ?? 0, stop: () => service.stop() };
}

export async function startReleaseServer(store: string, siteUrl: string) {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const program = fromSource('tools/commands/releases.ts');
  const { stop } = await startService({
    name: 'releases',
    program: { ...program, args: [...program.args, 'serve', '--port', String(port)] },
    env: { RELEASES_STORE: store, SITE_URL: siteUrl },
    readyUrl: `${url}/healthz`,
  });
  return { url, stop };
}

export const shows = async (url: string, version: string) => {
  while (!(await fetch(url)).headers.get('x-composition')?.includes(version)) await sleep(10);
};
export const readStatus = async ({ url }: Shell) =>
  JSON.parse(
    (await askLocally(getLocalSocket(Number(new URL(url).port)), '/_shell/status')).text,
  ) as { memoryBytes: number };
export const handles = ({ pid }: Shell) => readdirSync(`/proc/${pid}/fd`).length;
export const threads = ({ pid }: Shell) => readdirSync(`/proc/${pid}/task`).length;
