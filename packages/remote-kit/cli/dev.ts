import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { askLocally, declaredRoutes, localSocketOf } from '@carry/releases';
import type { Project } from './project';
import { build, rsbuild } from './run';

const PORT = 3300;
const ANNOUNCE_MS = 1000;

interface DevOptions {
  /** A local site; without one, the remote runs standalone. */
  site?: URL;
  port?: number;
}

export async function dev(project: Project, { site, port = PORT }: DevOptions): Promise<string> {
  if (site) return devInside(project, site);
  const args = ['dev', '--environment', 'standalone', '--port', String(port)];
  await rsbuild(project, 'development', args);
  return 'stopped';
}

async function devInside(project: Project, site: URL): Promise<string> {
  const port = await freePort();
  const server = await startDevServer(project, port);
  const link = await announce(project, site, port).catch((error: Error) => {
    server.kill();
    throw error;
  });
  console.log(`\n  ${link}\n`);
  const code = await new Promise<number | null>((resolve) => server.once('exit', resolve));
  throw new Error(`development server exited with code ${code}`);
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

function startDevServer({ folder, name }: Project, port: number) {
  const program = path.join(import.meta.dirname, '../bundler/dev-server.mjs');
  const child = spawn(process.execPath, [program, name, String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], // the server exits when the IPC channel closes
  });
  return new Promise<typeof child>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes(`ready ${name} `)) resolve(child);
    });
    child.once('exit', (code) =>
      reject(new Error(`development server exited with code ${code} before it was ready`)),
    );
  });
}

/** Announces the remote's routes to the site every second; returns the preview link. */
async function announce(project: Project, site: URL, port: number): Promise<string> {
  const socket = process.env['LOCAL_SOCKET'] || localSocketOf(Number(site.port));
  let routes = await buildRoutes(project);
  const sendRoutes = async () => {
    const body = { remote: project.name, port, routes, everybody: false };
    const answer = await askLocally(socket, '/_shell/dev', { body });
    if (answer.status !== 200) throw new Error(`${site.origin}: ${answer.text.trim()}`);
    return (JSON.parse(answer.text) as { preview: string }).preview;
  };
  const preview = await sendRoutes().catch((error: NodeJS.ErrnoException) => {
    const isAbsent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
    throw isAbsent
      ? new Error(`no local site listens at ${socket}; start ${site.origin} on this machine first`)
      : error;
  });
  watch(path.join(project.folder, 'src'), () => {
    buildRoutes(project).then(
      (now) => {
        routes = now;
      },
      ({ message }: Error) => console.error(message),
    );
  });
  setInterval(() => void sendRoutes().catch(() => {}), ANNOUNCE_MS); // a restarted site has lost the announcement
  return `${site.origin}${(routes[0] ?? '/').replace(/\/[:*{].*$/, '') || '/'}?preview=${preview}`;
}

async function buildRoutes(project: Project): Promise<string[]> {
  await build(project, '--environment', 'node');
  const bundle = path.join(project.folder, 'dist/server/remote.cjs');
  return declaredRoutes(project.name, await readFile(bundle, 'utf8'));
}
