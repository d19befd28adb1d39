import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { declaredRoutes } from '@carry/releases';
import type { Project } from './project';
import { build } from './run';

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Starts the development server of a remote. Resolves after its first build. */
export function startDevServer({ folder, name }: Project, port: number): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, '../bundler/dev-server.mjs');
  const child = spawn(process.execPath, [program, name, String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], // the server exits when the IPC channel closes
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes(`ready ${name} `)) resolve(child);
    });
    child.once('exit', (code) =>
      reject(new Error(`development server exited with code ${code} before it was ready`)),
    );
  });
}

async function buildRoutes(project: Project): Promise<string[]> {
  await build(project, '--environment', 'node');
  const bundle = path.join(project.folder, 'dist/server/remote.cjs');
  return declaredRoutes(project.name, await readFile(bundle, 'utf8'));
}

/** Returns a function with the current route patterns of a remote, which follows its sources. */
export async function followRoutes(project: Project): Promise<() => string[]> {
  let routes = await buildRoutes(project);
  watch(path.join(project.folder, 'src'), () => {
    buildRoutes(project).then(
      (now) => {
        routes = now;
      },
      ({ message }: Error) => console.error(message),
    );
  });
  return () => routes;
}
